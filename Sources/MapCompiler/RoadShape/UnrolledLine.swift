import Geodesy

/// A line rolled out flat: the heading of a line integrated over its length, at each of its points.
///
/// What was a curve in two dimensions is a function of one, `y(s)`, whose second derivative is the
/// curvature: straights are linear, arcs quadratic, clothoids cubic in it, however far they turn. The
/// chord of an arc has the heading of the arc's middle, so an arc drawn in chords is rolled out
/// exactly. A point's distance from the true road across it is an error of its `y` alone.
struct UnrolledLine {
    /// The way along the curve to each point, in metres: longer than the chords, by what an arc is.
    private(set) var along: [Double] = []
    /// The integral of the heading, in metres; positive to the right.
    private(set) var across: [Double] = []
    /// The heading of each chord in radians, clockwise from north, without jumps of a whole turn.
    private(set) var headings: [Double] = []
    /// The length of each chord in metres.
    private(set) var chords: [Double] = []

    var count: Int { along.count }

    /// Takes a line's points, no two neighbours the same.
    mutating func take(_ points: [PlanarVector]) {
        headings.removeAll(keepingCapacity: true)
        chords.removeAll(keepingCapacity: true)
        along.removeAll(keepingCapacity: true)
        across.removeAll(keepingCapacity: true)
        for index in points.indices.dropFirst() {
            let chord = points[index] - points[index - 1]
            var heading = arcTangent(chord.x, chord.y)
            if let last = headings.last {
                heading = last + normalizedAngle(heading - last)
            }
            headings.append(heading)
            chords.append(chord.length)
        }
        along.append(0)
        across.append(0)
        for index in headings.indices {
            // How far the curve turns on the chord: half of each neighbouring turn.
            let before = index > 0 ? headings[index] - headings[index - 1] : 0
            let after = index + 1 < headings.count ? headings[index + 1] - headings[index] : 0
            let turn = before * after > 0 ? (before + after) / 2 : 0
            let half = min(abs(turn) / 2, 1)
            // An angle over its sine, to the fourth order.
            let stretch = 1 + half * half / 6 + 7 * half * half * half * half / 360
            let length = chords[index] * stretch
            along.append(along[index] + length)
            across.append(across[index] + length * headings[index])
        }
    }
}

/// An angle in radians brought into -π ... π.
func normalizedAngle(_ angle: Double) -> Double {
    let turns = (angle / (2 * .pi)).rounded()
    return angle - turns * 2 * .pi
}
