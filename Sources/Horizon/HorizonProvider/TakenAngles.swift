import ADASISv2

/// The turn angles of the roads that branch off at one metre of a path. For a road without an index,
/// clients distinguish it by the angle alone.
struct TakenAngles {
    private var isTaken = [256 of Bool](repeating: false)

    /// Notes the angle of a road.
    mutating func insert(_ angle: AngleCode) { isTaken[Int(angle.raw)] = true }

    /// An angle, or the next one that no other road has. Steps are 1.4 degrees.
    func distinct(from angle: AngleCode) -> AngleCode {
        guard case .known = angle.reading else { return angle }
        var free = angle
        repeat {
            if !isTaken[Int(free.raw)] { return free }
            free = AngleCode(raw: (free.raw + 1) % 254)
        } while free != angle
        return angle
    }
}
