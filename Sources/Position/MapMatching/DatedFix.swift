import Geodesy
import Positioning
import Quantities

/// A fix with its number, its time, and a frame around it that all models share.
struct DatedFix {
    let fix: Fix
    let number: Int
    let time: MonotonicTime
    let frame: LocalFrame

    init(_ fix: Fix, number: Int, time: MonotonicTime) {
        self.fix = fix
        self.number = number
        self.time = time
        frame = LocalFrame(around: fix.place)
    }
}
