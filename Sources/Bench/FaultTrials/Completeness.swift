import ADASISv2
public import HorizonReconstructor
import Quantities

extension ReconstructedTree {
    /// What a client lacks of the main path that another one knows; `nil` where it lacks nothing.
    /// - Parameter reach: How far ahead of the vehicle to compare, m.
    public func missing(of known: ReconstructedTree, within reach: Int) -> String? {
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
            guard let segment = road.segment(at: place) else { continue }
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

extension ReconstructedTree {
    /// What a client lacks of the SEGMENTs and STUBs of the main path that all clients have known earlier and dropped since;
    /// `nil` where it lacks nothing, and on another path.
    /// - Parameter reach: How far ahead of the vehicle's earlier place to compare, m.
    public func missing(ofEarlier known: ReconstructedTree, within reach: Int) -> String? {
        guard let before = known.vehicle, let road = known.root, let car = vehicle, let root,
            root.index == road.index
        else { return nil }
        let period = Double(OffsetCode.period)
        let wraps = (Double(before.metres - car.metres) / period).rounded()
        let shift = Int(wraps * period)
        func lacks(_ starts: [Int], _ held: [Int]) -> Int? {
            starts.first {
                let ahead = $0 - shift - car.metres
                return ahead > 25 && $0 < before.metres + reach && !held.contains($0 - shift)
            }
        }
        if let start = lacks(road.segments.items.map(\.metres), root.segments.items.map(\.metres)) {
            return "SEGMENT \(start - shift - car.metres) m ahead, known before"
        }
        if let start = lacks(road.stubs.items.map(\.metres), root.stubs.items.map(\.metres)) {
            return "STUB \(start - shift - car.metres) m ahead, known before"
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
