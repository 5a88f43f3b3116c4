import Quantities
import RoadMap

/// The expected course of the vehicle, and its changes of a tree: the probabilities of exits, and
/// the departures of the most probable path.
struct CoursePolicy {
    /// Empty without one.
    private(set) var course = Course()
    /// The links of the calculated route; `nil` without one. A new value has a new ``routeNumber``.
    private(set) var route: LinkSet?
    /// Incremented whenever the route changes.
    private(set) var routeNumber = 0

    init() {}

    /// No course, for the successor of another tree.
    init(after other: CoursePolicy) {
        routeNumber = other.routeNumber + (other.route == nil ? 0 : 1)
    }

    /// Sets links in driving order; the vehicle is on a link.
    mutating func set(_ links: [DirectedLink], isRoute: Bool, vehicle link: DirectedLink?) {
        let former = course
        course = Course(links)
        if let link { course.takeUp(former, at: link) }
        let route = isRoute && !links.isEmpty ? course.links : nil
        if route != self.route {
            self.route = route
            routeNumber += 1
        }
    }

    /// Copies the course of another tree. Returns whether it differs.
    mutating func adopt(_ other: CoursePolicy) -> Bool {
        guard !course.isSameWay(as: other.course) || route != other.route else { return false }
        course = other.course
        route = other.route
        routeNumber += 1
        return true
    }

    /// Stores the vehicle's link. Returns whether the course turns off differently from now on.
    mutating func move(to link: DirectedLink) -> Bool {
        course.isEmpty ? false : course.move(to: link)
    }
}

// Probabilities.
extension CoursePolicy {
    /// The probability of the exit that the course takes, against all others together.
    private static var courseProbability: Double { 0.95 }

    private static func probability(
        prior: Double, isChosen: Bool, priorOfChosen: Double
    ) -> Double {
        if isChosen { return max(courseProbability, prior) }
        let rest = 1 - max(courseProbability, priorOfChosen)
        return priorOfChosen < 1 ? rest * prior / (1 - priorOfChosen) : 0
    }

    /// Sets the probabilities of a junction's exits with the course. A link leads to the junction.
    func weigh(_ exits: inout [Exit], after link: DirectedLink) {
        guard !course.isEmpty, exits.count > 1,
            let chosen = exits.indices.first(where: {
                exits[$0].legality == .legal && course.goes(from: link, into: exits[$0].link)
            })
        else { return }
        let prior = exits[chosen].prior
        for index in exits.indices {
            exits[index].weigh(
                Self.probability(
                    prior: exits[index].prior, isChosen: index == chosen, priorOfChosen: prior))
        }
    }

    /// Sets the expected probabilities of a junction's exits ahead with the course. Without a
    /// course, the main path is expected to continue.
    func expect(_ junction: inout JunctionExits, in store: PathStore) {
        let number = max(store.paths[0].number(before: junction.offset), 0)
        let from = store.paths[0].links[number].link
        var usual = junction.exits.firstIndex { course.goes(from: from, into: $0.link) }
        let prior =
            usual.map { junction.exits[$0].expected }
            ?? priorOfUTurn(at: junction.offset, after: from, in: store)
        if let prior {
            for index in junction.exits.indices {
                junction.expect(
                    Self.probability(
                        prior: junction.exits[index].expected, isChosen: index == usual,
                        priorOfChosen: prior),
                    ofExit: index)
            }
        } else {
            usual = junction.exits.firstIndex { $0.side == nil }
        }
        if let usual { junction.setOnCourse(usual) }
    }

    /// The prior of the U-turn at a junction of the main path, if the course makes it. It does not
    /// reduce the other exits.
    private func priorOfUTurn(
        at offset: Centimetres, after link: DirectedLink, in store: PathStore
    ) -> Double? {
        var prior: Double?
        for side in store.paths.indices.dropFirst()
        where store.paths[side].leaves(store.paths[0].id, at: offset) {
            guard let branch = store.paths[side].branch, branch.isUTurn,
                store.paths[side].isFollowed,
                course.goes(from: link, into: store.paths[side].links[0].link)
            else { continue }
            prior = branch.prior
        }
        return prior
    }

    /// Sets the probabilities with the course at the junctions that the tree already has.
    func weigh(_ store: inout PathStore, vehicle: Metres) {
        store.beginWeighing()
        // A tree may have a thousand side paths: they are sorted once by the place that they leave.
        let sides = store.paths.indices
            .compactMap { side in
                store.paths[side].branch.map { (parent: $0.parent, offset: $0.offset, side: side) }
            }
            .sorted { ($0.parent, $0.offset, $0.side) < ($1.parent, $1.offset, $1.side) }
        var begin = 0
        while begin < sides.count {
            let (parent, offset, first) = sides[begin]
            var end = begin + 1
            while end < sides.count, sides[end].parent == parent, sides[end].offset == offset {
                end += 1
            }
            var path = first
            if store.findPath(parent, near: &path) {
                weigh(
                    path, at: offset, sides[begin..<end].map(\.side), in: &store, vehicle: vehicle)
            }
            begin = end
        }
    }

    /// Sets the probabilities of a path and of the side paths that leave it at an offset.
    private func weigh(
        _ path: Int, at offset: Centimetres, _ sides: [Int], in store: inout PathStore,
        vehicle: Metres
    ) {
        let before = store.paths[path].number(before: offset)
        let number = before + 1
        guard before >= 0, number < store.paths[path].links.count,
            store.paths[path].links[number].start == offset
        else { return }
        let from = store.paths[path].links[before].link
        let behind = store.linksBehind(vehicle, path, before)
        let goesOn = course.goes(
            from: from, into: store.paths[path].links[number].link, behind: behind)
        let chosen =
            goesOn
            ? nil
            : sides.first {
                store.paths[$0].isFollowed
                    && course.goes(
                        from: from, into: store.paths[$0].links[0].link, behind: behind)
            }
        let own = store.paths[path].links[number].prior
        let prior = goesOn ? own : chosen.flatMap { store.paths[$0].branch?.prior }
        func weighed(_ own: Double, _ isChosen: Bool) -> Double {
            guard let prior else { return own }
            return Self.probability(prior: own, isChosen: isChosen, priorOfChosen: prior)
        }
        store.weighLink(number, of: path, weighed(own, goesOn))
        for side in sides {
            guard let own = store.paths[side].branch?.prior else { continue }
            store.weighBranch(of: side, weighed(own, side == chosen))
        }
    }
}
