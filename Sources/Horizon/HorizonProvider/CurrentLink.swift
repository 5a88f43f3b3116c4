import ADASISv2
import Horizon
import Quantities
import RoadMap

/// The SEGMENT with path index 4, of the link that the vehicle is on.
struct CurrentLink {
    private var message: SegmentMessage?
    /// When it is due; `nil` if there is none.
    private(set) var nextTime: MonotonicTime?

    /// Follows the vehicle to a place on a path; `nil` where its place is unknown. Nothing is sent of a link that it may
    /// not be on any more, or that cannot be read.
    mutating func follow(
        _ path: HorizonPath?, at offset: Centimetres, _ builder: inout ItemBuilder,
        at time: MonotonicTime
    ) -> Result<Void, MapError> {
        guard let link = path?.links.last(where: { $0.start <= offset }) else {
            update(nil, at: time)
            return .success(())
        }
        do throws(MapError) {
            update(try builder.currentLink(link, at: offset), at: time)
            return .success(())
        } catch {
            update(nil, at: time)
            return .failure(error)
        }
    }

    /// Stores the SEGMENT of the vehicle's position.
    mutating func update(_ message: SegmentMessage?, at time: MonotonicTime) {
        guard message != self.message else { return }
        self.message = message
        nextTime = message == nil ? nil : time
    }

    /// The message, if it is due.
    func due(at time: MonotonicTime) -> SegmentMessage? {
        guard let nextTime, time >= nextTime else { return nil }
        return message
    }

    mutating func wasSent(at time: MonotonicTime, again interval: Nanoseconds) {
        nextTime = time + interval
    }

    /// Makes it due now.
    mutating func repeatNow(at time: MonotonicTime) {
        if message != nil { nextTime = time }
    }
}
