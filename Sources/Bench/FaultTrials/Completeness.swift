import ADASISv2
public import HorizonReconstructor
import Quantities

extension ReconstructedTree {
    /// What a client lacks of the main path that another one knows; `nil` where it lacks nothing.
    /// - Parameters:
    ///   - reach: How far ahead of the vehicle to compare, m.
    ///   - hasSegments: Whether the other one has to know a SEGMENT of each place too.
    public func missing(
        of known: ReconstructedTree, within reach: Int, hasSegments: Bool = false
    ) -> String? {
        guard let car = known.vehicle, let road = known.root else { return nil }
        guard metaData != nil else { return "META-DATA" }
        guard let root, root.index == road.index, let seen = vehicle else {
            return "the main path"
        }
        // Who joins late does not know how often the offsets of a long path have wrapped.
        let period = Double(OffsetCode.period)
        let wraps = (Double(car.metres - seen.metres) / period).rounded()
        let shift = Int(wraps * period)
        for ahead in stride(from: 25, to: reach, by: 25) {
            let place = Metres(Double(car.metres + ahead))
            let heldPlace = Metres(Double(car.metres + ahead - shift))
            guard let segment = road.segment(at: place) else {
                if hasSegments { return "any SEGMENT \(ahead) m ahead" }
                continue
            }
            if root.segment(at: heldPlace)?.content != segment.content {
                return "SEGMENT \(ahead) m ahead"
            }
            for profile in road.profiles
            where root.value(of: profile.kind, at: heldPlace)
                != road.value(of: profile.kind, at: place)
            {
                return "\(profile.kind.name) \(ahead) m ahead"
            }
        }
        for stub in road.stubs.items {
            let ahead = stub.metres - car.metres
            guard ahead > 25, ahead < reach else { continue }
            if !root.stubs.items.contains(where: { $0.metres == stub.metres - shift }) {
                return "STUB \(ahead) m ahead"
            }
        }
        return nil
    }
}

extension SegmentMessage {
    /// What it states of the road, without counters, flags and offset.
    fileprivate var content: SegmentMessage {
        var plain = self
        plain.cyclicCounter = .zero
        plain.retransmission = false
        plain.update = false
        plain.offset = .notAvailable
        return plain
    }
}
