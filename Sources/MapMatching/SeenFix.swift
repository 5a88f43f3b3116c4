import Geodesy
import Positioning
import Quantities

/// A fix, its number, its time, and a frame around it that all who look at it share.
struct SeenFix {
    let fix: Fix
    let number: Int
    let time: MonotonicTime
    let frame: LocalFrame

    init(fix: Fix, number: Int, time: MonotonicTime) {
        self.fix = fix
        self.number = number
        self.time = time
        frame = LocalFrame(around: fix.place)
    }
}
