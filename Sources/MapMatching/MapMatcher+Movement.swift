import Geodesy
import Positioning
import Quantities

// What a fix says of how the car has moved.
extension MapMatcher {
    /// Whether a fix says no more than that the car has not moved.
    func isStanding(_ fix: Fix, _ motion: Motion) -> Bool {
        // Where the car counts its way, that tells how far it has come, however much fixes jump about.
        if let driven = motion.driven,
            driven.distance - 2 * driven.deviation >= standingLimit(motion)
        {
            return false
        }
        if let stand, !stand.hasMoved(to: fix.place, noise: motion.noise, parameters) {
            return true
        }
        guard motion.distance < parameters.standingDrift.value else { return false }
        if let driven = motion.driven?.distance {
            return driven < parameters.minimumMovement.value
        }
        guard let speed = fix.speed, let said = said(by: fix, motion) else { return false }
        return speed < parameters.minimumCourseSpeed
            && (stand?.said ?? 0) + said < parameters.minimumMovement.value
    }

    /// A car that has come farther than this by its own signals has moved, metres: farther than noise could
    /// make it seem to have.
    private func standingLimit(_ motion: Motion) -> Double {
        max(parameters.minimumMovement.value, parameters.standingDeviations * motion.noise)
    }

    /// How far the car has come since the fix before by the speed that a fix says, metres; `nil` where it
    /// says none.
    func said(by fix: Fix, _ motion: Motion) -> Double? {
        guard let speed = fix.speed else { return nil }
        return speed < parameters.standingSpeed ? 0 : speed.value * motion.unseen
    }

    /// Whether a fix is too far from the last one for the speed that the car had, for the first time. One
    /// that is much too far is a jump, which needs no second.
    mutating func isDoubted(
        _ seen: SeenFix, since last: (frame: LocalFrame, time: MonotonicTime)
    ) -> Bool {
        let seconds = (seen.time - last.time).seconds
        guard !hasDoubted, let speed, let emission, seconds <= parameters.noiseSpan else {
            hasDoubted = false
            return false
        }
        let driven =
            ego.distance.map { $0.value.magnitude + 3 * ego.deviation.value }
            ?? max(speed, seen.fix.speed?.value ?? 0) * seconds
            + parameters.usualAcceleration * seconds * seconds
        let excess = last.frame.project(seen.fix.place).length - driven
        hasDoubted =
            excess > parameters.doubtDeviations * emission.deviation
            && excess < parameters.jumpDistance.value
        return hasDoubted
    }
}
