import ADASISv2
import HorizonProvider
import RoadMap

/// Whether values of a continuous profile keep their bound against the map's.
struct LineComparison {
    private let source: MapProfile
    /// The allowed error of a profile in steps; the others have theirs at each spot of the map.
    private let stepBound: Double?
    private let isCurvature: Bool

    init(_ kind: ProfileType, _ reduction: ReductionParameters) {
        switch kind {
        case .short(.curvature): source = .curvature
        case .long(.altitude): source = .altitude
        default: source = .slope
        }
        stepBound = kind == .short(.slopeStep) ? reduction.slopeStepError : nil
        isCurvature = source == .curvature
    }

    /// Whether a client may have a value at a metre, or none: what the map says within a metre and a
    /// half is right, for offsets are rounded to whole metres and a value that jumps does so one metre
    /// later.
    func agrees(_ transmitted: Double?, at metres: Int, _ facts: PathFacts) -> Bool {
        let from = Double(metres) - 1.5
        let to = Double(metres) + 1.5
        let line = facts.lines[source]
        var window = line?.window(from, to) ?? FactLine.Window()
        guard let transmitted else { return line == nil || window.hasVoid }
        if isCurvature {
            for arc in facts.arcs where from <= arc.to + 1 && arc.from - 1 <= to {
                window.lowest = min(window.lowest, arc.curvature, 0)
                window.highest = max(window.highest, arc.curvature, 0)
                window.bound = max(window.bound, arc.bound)
            }
        }
        let bound = (stepBound ?? window.bound) + 1e-9
        return window.lowest - bound <= transmitted && transmitted <= window.highest + bound
    }
}
