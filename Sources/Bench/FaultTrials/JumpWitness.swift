import HorizonReconstructor
import Quantities

/// Sees whether a client that gets every frame gives up its horizon because POSITION moves too far. Soon after a return
/// of the bus it may: everything is sent again.
struct JumpWitness {
    /// The longest time from a return of the bus to the first POSITION on a path that everything follows.
    private static let announcement = Nanoseconds.seconds(2)

    private var count = 0
    /// Since when the bus takes frames, at the last look; `nil` if it took none.
    private var readySince: MonotonicTime? = .zero

    /// Since when the bus takes frames; `nil` if it takes none.
    mutating func note(readySince: MonotonicTime?) { self.readySince = readySince }

    /// The client has got a frame. Returns what is wrong.
    mutating func note(_ report: ReceptionReport, at time: MonotonicTime) -> String? {
        let count = report.resets(.forwardJump) + report.resets(.backwardJump)
        defer { self.count = count }
        guard count > self.count, let readySince, time - readySince > Self.announcement else {
            return nil
        }
        return "a client gives up its horizon"
    }
}
