public import Quantities
import RoadMap

// The reasons for the probabilities of exits. Nothing is estimated anew: the tree has kept the features and the
// evidence, and the model's own functions evaluate them with some reasons and without the others.
extension PathTree {
    /// Whether the tree keeps reasons (``keepReasons()``).
    public var keepsReasons: Bool { reasonLog != nil }

    /// The junctions ahead with the reasons for the probability of each exit: those of the main path near before far,
    /// then those of each side path. Empty unless ``keepsReasons``.
    ///
    /// The logit's weight of an exit is a product, its probability a share. So the part of a reason depends on the
    /// reasons before it. The reasons count in the order of ``ExitFactor``, always the same one: the step of a reason
    /// is the probability with it and all reasons before, without those behind. The parts of an exit, from the first
    /// one, sum to its probability.
    public func reasons() -> [JunctionReasons] {
        var found: [JunctionReasons] = []
        for path in paths {
            let start = path.branch == nil ? Metres.zero - vehicleOffset : path.startDistance.metres
            for link in path.links where start + link.end.metres > .zero {
                if let junction = reasons(at: link.end, of: path.id) { found.append(junction) }
            }
        }
        return found
    }

    /// The reasons at a junction; `nil` where the path has no junction there, or nobody has kept them.
    public func reasons(at offset: Centimetres, of id: PathID) -> JunctionReasons? {
        guard let log = reasonLog, let junction = log.junction(at: offset, of: id),
            let path = path(id), !junction.exits.isEmpty
        else { return nil }
        let chains = JunctionChain(
            junction, log.intent(at: offset, of: id), coefficients: turns.coefficients,
            byCourse: course.course.isEmpty ? nil : route == nil ? .course : .route)
        var exits: [ExitReasons] = []
        for (number, exit) in junction.exits.enumerated() {
            guard let (target, probability) = target(of: exit, from: path, at: offset) else {
                continue
            }
            var reasons = ExitReasons(
                path: target, link: exit.link, record: exit.record, turnAngle: exit.turnAngle,
                legality: exit.legality, isUTurn: exit.isUTurn, timesTaken: exit.taken,
                probability: probability)
            reasons.steps = chains.steps(ofExit: number, endingIn: probability)
            exits.append(reasons)
        }
        let start = path.branch == nil ? Metres.zero - vehicleOffset : path.startDistance.metres
        return JunctionReasons(
            path: id, offset: offset, distance: start + offset.metres, exits: exits)
    }

    /// The path that takes an exit, and its probability in the tree; `nil` if the tree has no path there any more.
    private func target(
        of exit: Exit, from path: HorizonPath, at offset: Centimetres
    ) -> (PathID, Double)? {
        for link in path.links.dropFirst() where link.start == offset && link.link == exit.link {
            return (path.id, link.probability)
        }
        for side in paths where side.links[0].link == exit.link {
            guard let branch = side.branch, branch.parent == path.id, branch.offset == offset,
                branch.isUTurn == exit.isUTurn
            else { continue }
            return (side.id, branch.probability)
        }
        return nil
    }
}
