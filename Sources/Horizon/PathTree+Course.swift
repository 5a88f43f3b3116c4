import Quantities
public import RoadMap
import Routing

extension PathTree {
    /// The probability of the exit that the course takes, against all others together.
    private static var courseProbability: Double { 0.95 }

    /// Sets the links that the vehicle is expected to take, in driving order, or with none lets the
    /// junctions decide again. Where that changes the most probable path ahead, the tree follows as
    /// ``HorizonParameters/pathChange`` says.
    ///
    /// As a route it is what a navigation system has calculated, and ``route`` until the next course.
    public mutating func setCourse(
        _ links: [DirectedLink], isRoute: Bool = false
    ) throws(MapError) {
        let former = course
        course = Course(links)
        if let link = vehiclePlace?.link { course.takeUp(former, at: link) }
        let route = isRoute && !links.isEmpty ? course.links : nil
        if route != self.route {
            self.route = route
            routeNumber += 1
        }
        reweigh()
        guard !paths.isEmpty else { return }
        try follow()
    }

    /// Takes over what another tree takes the vehicle to drive by, and on: its course and its surface.
    public mutating func adoptExpectations(of other: PathTree) throws(MapError) {
        surface = other.surface
        guard !course.isSameWay(as: other.course) || route != other.route else { return }
        course = other.course
        route = other.route
        routeNumber += 1
        reweigh()
        guard !paths.isEmpty else { return }
        try follow()
    }

    /// Begins a new main path where the vehicle is, where that is asked for and the course turns off the
    /// one there is. It does so at once, or after the vehicle itself has turned off into a path that
    /// was there before the course.
    mutating func beginOnCourse() throws(MapError) {
        // What a closure asks of the tree itself would have a copy of it made.
        let course = course
        let intended = intent.turn?.exit
        guard parameters.pathChange == .newPath, let main = paths.first,
            let departure = main.departure, departure.metres > vehicleOffset,
            let from = main.links.last(where: { $0.start < departure })?.link,
            let turn = paths.first(where: {
                // No path goes on by turning back.
                $0.branch?.parent == main.id && $0.branch?.offset == departure
                    && $0.branch?.legality == .legal && $0.branch?.isBackTurn == false
                    && (course.goes(from: from, into: $0.links[0].link)
                        || $0.links[0].link == intended)
            })?.links[0].link,
            // No path goes by a link twice, a new one would not either.
            !main.links.contains(where: { $0.link == turn && $0.end.metres > vehicleOffset })
        else { return }
        try beginWhereVehicleIs()
    }

    /// Notes where on the course the vehicle is.
    mutating func moveAlongCourse() {
        guard !course.isEmpty, !paths.isEmpty else { return }
        // No closure, which would have a copy of the tree made.
        var number = paths[0].links.count - 1
        while number > 0, paths[0].links[number].start.metres > vehicleOffset { number -= 1 }
        if course.move(to: paths[0].links[number].link) { reweigh() }
    }

    /// Where the vehicle is on its link.
    var vehiclePlace: LinkPlace? {
        guard let link = paths.first?.links.last(where: { $0.start.metres <= vehicleOffset }) else {
            return nil
        }
        return LinkPlace(link.link, offset: vehicleOffset - link.start.metres)
    }

    /// Gives the exits of a junction that a link leads to the probabilities that they have with the course.
    mutating func weighExitsByCourse(after link: DirectedLink) {
        guard !course.isEmpty, exits.count > 1, let chosen = exitOnCourse(after: link) else {
            return
        }
        let prior = exits[chosen].prior
        for index in exits.indices {
            exits[index].probability = Self.probability(
                prior: exits[index].prior, isChosen: index == chosen, priorOfChosen: prior)
        }
    }

    /// The first legal exit that the course takes. A loop and `mutating`, since a closure in one that is would
    /// have a copy of the tree made.
    private mutating func exitOnCourse(after link: DirectedLink) -> Int? {
        for index in exits.indices where exits[index].legality == .legal {
            if course.goes(from: link, into: exits[index].link) { return index }
        }
        return nil
    }

    static func probability(
        prior: Double, isChosen: Bool, priorOfChosen: Double
    ) -> Double {
        if isChosen { return max(courseProbability, prior) }
        let rest = 1 - max(courseProbability, priorOfChosen)
        return priorOfChosen < 1 ? rest * prior / (1 - priorOfChosen) : 0
    }

    /// Gives the junctions that the tree has already the probabilities that they have now.
    private mutating func reweigh() {
        weighing += 1
        for path in paths.indices {
            for link in paths[path].links.indices.dropFirst() {
                let offset = paths[path].links[link].start
                let from = paths[path].links[link - 1].link
                let behind = linksBehind(path, link - 1)
                var hasSides = false
                var chosen: Int?
                let goesOn = course.goes(
                    from: from, into: paths[path].links[link].link, behind: behind)
                for side in paths.indices where leaves(side, path, at: offset) {
                    hasSides = true
                    guard !goesOn, chosen == nil, paths[side].isFollowed else { continue }
                    if course.goes(from: from, into: paths[side].links[0].link, behind: behind) {
                        chosen = side
                    }
                }
                guard hasSides else { continue }
                var prior: Double?
                if goesOn {
                    prior = paths[path].links[link].prior
                } else if let chosen {
                    prior = paths[chosen].branch?.prior
                }
                func weighed(_ own: Double, _ isChosen: Bool) -> Double {
                    guard let prior else { return own }
                    return Self.probability(prior: own, isChosen: isChosen, priorOfChosen: prior)
                }
                paths[path].links[link].probability = weighed(
                    paths[path].links[link].prior, goesOn)
                for side in paths.indices where leaves(side, path, at: offset) {
                    guard let own = paths[side].branch?.prior else { continue }
                    paths[side].branch?.probability = weighed(own, side == chosen)
                }
            }
        }
    }

    /// Finds where the course turns off each path, and what level that makes of all others.
    mutating func followCourse() {
        for index in paths.indices {
            paths[index].departure = nil
            paths[index].departureReason = nil
        }
        var parent = 0
        for index in paths.indices {
            guard let branch = paths[index].branch, findParent(branch.parent, from: &parent)
            else {
                paths[index].level = 0
                continue
            }
            let departure = paths[parent].departure
            var reason: DepartureReason?
            // Side paths stand in the order in which they leave: the first turn is the one. No `&&`:
            // what stands behind it would have a copy of the tree made for it.
            if departure == nil, branch.legality == .legal {
                if let turn = intent.turn, turn.offset == branch.offset, turn.path == branch.parent
                {
                    if turn.exit == paths[index].links[0].link { reason = .driver(turn.evidence) }
                } else if !course.isEmpty {
                    if courseLeaves(parent, into: index, at: branch.offset) {
                        reason = route == nil ? .course : .route
                    }
                }
            }
            if let reason {
                paths[parent].departure = branch.offset
                paths[parent].departureReason = reason
            }
            let isBeyond = departure.map { branch.offset > $0 } ?? false
            paths[index].level = paths[parent].level + (reason != nil ? 0 : isBeyond ? 2 : 1)
        }
    }

    /// Whether a path leaves another one at an offset. `mutating`, as is what is called for each path, since
    /// otherwise a copy of the tree would be made for it.
    private mutating func leaves(_ side: Int, _ path: Int, at offset: Centimetres) -> Bool {
        guard let branch = paths[side].branch else { return false }
        return branch.parent == paths[path].id && branch.offset == offset
    }

    /// Whether the course leaves a path for a side path instead of going on along it.
    private mutating func courseLeaves(
        _ path: Int, into side: Int, at offset: Centimetres
    ) -> Bool {
        var number = paths[path].links.count - 1
        while number >= 0, paths[path].links[number].start >= offset { number -= 1 }
        guard number >= 0 else { return false }
        let from = paths[path].links[number].link
        let behind = linksBehind(path, number)
        guard course.goes(from: from, into: paths[side].links[0].link, behind: behind) else {
            return false
        }
        guard number + 1 < paths[path].links.count else { return true }
        return !course.goes(
            from: from, into: paths[path].links[number + 1].link, behind: behind)
    }

    /// How many links behind that of the vehicle a link of a path lies. `mutating` as above.
    private mutating func linksBehind(_ path: Int, _ number: Int) -> Int {
        guard path == 0 else { return 0 }
        var next = number + 1
        while next < paths[0].links.count, paths[0].links[next].start.metres <= vehicleOffset {
            next += 1
        }
        return next - number - 1
    }
}
