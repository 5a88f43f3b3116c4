public import Quantities
public import RoadMap
public import Routing

extension PathTree {
    /// The result of an update.
    @frozen
    public enum Change: Sendable, Hashable {
        /// The vehicle drove along the main path.
        case moved
        /// It turned off; the side path is now the main path.
        case turnedOff
        /// It was not in the tree; a new tree began.
        case reset
    }
}

// Queries of a tree.
extension PathTree {
    /// Its paths, parents before their children. The first one is the main path. Empty while the
    /// vehicle is on no road.
    ///
    /// `tree.paths[number]` reads a path in place. `for path in tree.paths` copies each path, which costs a
    /// retain and a release of its links: prefer the numbers, or ``withPath(_:_:)``.
    @inlinable
    public var paths: [HorizonPath] { store.paths }

    /// The main path, `nil` off road. A copy; ``mainID`` is enough for its name.
    @inlinable
    public var mainPath: HorizonPath? { store.paths.first }

    /// The name of the main path, `nil` off road.
    @inlinable
    public var mainID: PathID? { store.paths.isEmpty ? nil : store.paths[0].id }

    /// The number of a path in ``paths``. Logarithmic time.
    @inlinable
    public func index(of id: PathID) -> Int? { store.index(of: id) }

    /// A copy of a path. Logarithmic time.
    @inlinable
    public func path(_ id: PathID) -> HorizonPath? { store.index(of: id).map { store.paths[$0] } }

    /// The result of `body`, which borrows a path; `nil` if the tree has no such path. Logarithmic
    /// time.
    @inlinable
    public func withPath<Result, Failure: Error>(
        _ id: PathID, _ body: (borrowing HorizonPath) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let index = store.index(of: id) else { return nil }
        return try body(store.paths[index])
    }

    /// The vehicle's place on its link; `nil` off road, and before the first link that the tree keeps.
    public var vehiclePlace: LinkPlace? { store.place(of: vehicle.offset) }
    /// The vehicle's offset on the main path.
    public var vehicleOffset: Metres { vehicle.offset }
    /// The distance that the vehicle has driven along the trees since the first one; driving back
    /// does not count.
    public var odometer: Metres { vehicle.odometer }
    /// How far the vehicle has come along the trees since the first one; driving back takes off. So it is never more than
    /// the distance to a place that the vehicle has passed.
    public var progress: Metres { vehicle.progress }
    /// The time of the last advance, in seconds since 1970; `nil` if unknown.
    public var moment: Int64? { turns.moment }
    /// The links of the calculated route; `nil` without one. A new value has a new ``routeNumber``.
    public var route: LinkSet? { course.route }
    /// Incremented whenever the route changes.
    public var routeNumber: Int { course.routeNumber }
    /// The reason why the tree has begun; `nil` before the first one.
    public var beginning: TreeBeginning? { store.beginning }
    /// The restrictions of the host. A new list has a new ``restrictionNumber``.
    public var restrictions: RoadRestrictions { turns.restrictions.list }
    /// Incremented whenever the restrictions of the host change.
    public var restrictionNumber: Int { turns.restrictions.number }
    /// The exit ahead that the driver is about to take in place of the course; `nil` for none.
    public var intendedTurn: IntendedTurn? { intent.turn }
    /// Incremented whenever a path is added, grows, is removed, or gets another probability, level
    /// or departure. A movement of the vehicle along the paths does not count.
    public var revision: Int { store.revision }
    /// Incremented whenever existing links get other probabilities.
    var weighing: Int { store.weighing }

    /// The reason for a new tree at a place.
    func reasonToBegin(at place: LinkPlace) -> TreeBeginning {
        store.paths.isEmpty ? .firstPlace : locate(place) == nil ? .offTree : .jump
    }

    /// The position of a place in the tree: on the main path, or else on the side path that is
    /// nearest through the tree; `nil` if it is on none.
    public func locate(_ place: LinkPlace) -> (path: PathID, offset: Metres)? {
        if let main = mainID,
            let offset = store.offsetOnMainPath(of: place, near: vehicle.offset)
        {
            return (main, offset)
        }
        return store.placeOnSidePath(of: place).map { (store.paths[$0.index].id, $0.offset) }
    }

    /// The distance from the vehicle to a place through the tree: on the main path, or else on the
    /// nearest side path; `nil` if it is on none. Behind the vehicle it is negative. A main path
    /// may return to a place that a side path reaches directly: distances that are no `candidate`
    /// do not count.
    public func way(
        to place: LinkPlace, where candidate: (Metres) -> Bool = { _ in true }
    ) -> (path: PathID, distance: Metres)? {
        if let main = mainID,
            let offset = store.offsetOnMainPath(of: place, near: vehicle.offset),
            candidate(offset - vehicle.offset)
        {
            return (main, offset - vehicle.offset)
        }
        guard let (index, offset) = store.placeOnSidePath(of: place) else { return nil }
        let distance = store.paths[index].startDistance.metres + offset
        return candidate(distance) ? (store.paths[index].id, distance) : nil
    }

    /// The probability that a vehicle drives along the main path from one offset to a later one.
    public func probabilityOfExits(from start: Metres, to end: Metres) -> Double {
        store.probabilityOfExits(from: start, to: end)
    }
}
