import Horizon
import Quantities
import RoadMap

/// What holds of a path tree after every update. It is told the trees one after the other, for what a
/// path once went by decides where it may go on.
struct TreeInvariants {
    /// What besides the model's prediction the tree goes by.
    enum Expectation {
        /// Nothing.
        case none
        /// A course of the host: paths of this time go by it, and stay lines when it is taken back.
        case course
        /// What driver or destinations tell, which turns a path off where it is sure enough.
        case evidence
    }

    /// Every link that each path has had.
    private var links: [PathID: Set<DirectedLink>] = [:]
    /// Paths that were there when there was a course.
    private var onCourse: Set<PathID> = []

    /// What does not hold, a line each.
    mutating func problems(of tree: PathTree, expecting expectation: Expectation) -> [String] {
        var problems: [String] = []
        if expectation == .course { onCourse.formUnion(tree.paths.map(\.id)) }
        if tree.paths.count > tree.parameters.maximumPaths { problems.append("too many paths") }
        if tree.paths.reduce(0, { $0 + $1.links.count }) > tree.parameters.maximumLinks {
            problems.append("too many links")
        }
        for path in tree.paths { links[path.id, default: []].formUnion(path.links.map(\.link)) }
        if tree.paths.map(\.id) != tree.paths.map(\.id).sorted() { problems.append("disorder") }
        var branches: [PathID: [HorizonPath]] = [:]
        let behind = Centimetres.zero - tree.parameters.trailing
        for path in tree.paths {
            let name = "path \(path.id.number)"
            for (link, next) in zip(path.links, path.links.dropFirst())
            where link.end != next.start {
                problems.append("\(name): links do not join")
            }
            for (link, next) in zip(path.links, path.links.dropFirst()) {
                if next.link == link.link.reversed { problems.append("\(name): turns back") }
                if !next.record.directions.contains(next.link.direction) {
                    problems.append("\(name): goes on where no car may drive")
                }
            }
            guard let branch = path.branch else {
                if path.id != tree.mainPath?.id { problems.append("\(name): no parent") }
                if path.startDistance != Centimetres(rounding: Metres.zero - tree.vehicleOffset) {
                    problems.append("\(name): the vehicle is elsewhere")
                }
                if path.links.count > 1, path.startDistance + path.links[0].end < behind {
                    problems.append("\(name): a link wholly behind")
                }
                continue
            }
            branches[branch.parent, default: []].append(path)
            guard let parent = tree.path(branch.parent), parent.id < path.id else {
                problems.append("\(name): its parent is not there")
                continue
            }
            if path.startDistance != parent.startDistance + branch.offset {
                problems.append("\(name): offsets do not add up")
            }
            if branch.legality == .legal {
                if !path.links[0].record.directions.contains(path.links[0].link.direction) {
                    problems.append("\(name): may not be driven")
                }
            } else if branch.probability != 0 || path.length > path.links[0].end {
                problems.append("\(name): may not be driven and is likely or goes on")
            }
            let asked = tree.parameters
            if branch.isUTurn && !asked.showsUTurns
                || branch.legality != .legal && !asked.showsIllegalExits
            {
                problems.append("\(name): was not asked for")
            }
            if path.startDistance < behind { problems.append("\(name): begins wholly behind") }
            // What turns off is no deeper than what it turns off from, and the tree says why it does.
            let turnsOff = parent.departure == branch.offset && parent.departureReason != nil
            let isSame = turnsOff && path.level == parent.level
            if !isSame, path.level != parent.level + 1, parent.departure == nil {
                problems.append("\(name): level")
            }
        }
        // The most probable way reaches as far as it can.
        if let last = tree.line().last.flatMap({ tree.path($0.path) }), last.end == .open,
            last.endDistance < tree.parameters.lookAhead[0],
            tree.paths.count < tree.parameters.maximumPaths / 2,
            tree.parameters.maximumLinks > 1000
        {
            problems.append("path \(last.id.number): ends at \(last.endDistance)")
        }
        for path in tree.paths {
            problems += exitProblems(
                of: path, branches[path.id] ?? [],
                isByModel: expectation != .evidence && !onCourse.contains(path.id))
        }
        return problems
    }

    /// Exits sum to 1, and a path goes on by its likeliest one that does not lead into itself.
    private func exitProblems(
        of path: HorizonPath, _ branches: [HorizonPath], isByModel: Bool
    ) -> [String] {
        var problems: [String] = []
        var sums: [Centimetres: Double] = [:]
        for child in branches {
            guard let branch = child.branch else { continue }
            // A road that ends where no exit is legal has no probability to share out.
            let isAlone = path.end == .deadEnd && branch.offset == path.length
            if isAlone, branch.legality != .legal, sums[branch.offset] == nil { continue }
            sums[branch.offset, default: 0] += branch.probability
            let onward = path.links.first { $0.start == branch.offset }
            guard isByModel, let onward, !branch.isUTurn,
                branch.probability > onward.probability,
                !(links[path.id]?.contains(child.links[0].link) ?? false)
            else { continue }
            problems.append("path \(path.id.number): does not go on by its likeliest exit")
        }
        for (offset, sum) in sums {
            let onward = path.links.first { $0.start == offset }?.probability ?? 0
            if abs(sum + onward - 1) > 1e-9 {
                problems.append("path \(path.id.number) at \(offset): exits sum to \(sum + onward)")
            }
        }
        return problems
    }

    /// Forgets paths that are gone.
    mutating func forget(notIn tree: PathTree) {
        links = links.filter { tree.path($0.key) != nil }
        onCourse = onCourse.filter { tree.path($0) != nil }
    }
}
