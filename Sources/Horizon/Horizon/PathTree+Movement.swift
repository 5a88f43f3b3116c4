public import Quantities
public import RoadMap
public import Routing

// Movements for callers that treat all errors alike.
extension PathTree {
    /// Moves the vehicle and updates the tree.
    ///
    /// A move along a path by more than `longestMove`, or back by more than ``HorizonParameters/longestMoveBack``, is
    /// assumed to be a jump: a new tree begins. If roads ahead cannot be read, the vehicle has moved all the same, and
    /// the tree stays correct but may be shorter.
    ///
    /// Conditional turn restrictions apply as of `moment` (seconds since 1970) and on ``surface``. Without a moment,
    /// restrictions at times do not apply. When a turn ahead opens or closes later, a new main path begins.
    @discardableResult
    public mutating func advance(
        to place: LinkPlace, longestMove: Metres = Metres(200), at moment: Int64? = nil
    ) throws(MapError) -> Change {
        let back = Metres.zero - parameters.longestMoveBack
        guard let way = way(to: place, where: { $0 <= longestMove && $0 >= back }) else {
            try begin(at: place, moment: moment)
            return .reset
        }
        return try move(by: way.distance, along: way.path, at: moment).change
    }

    /// As ``move(by:along:at:noting:)``. It throws the first error after the vehicle has moved.
    @discardableResult
    public mutating func move(
        by distance: Metres, along id: PathID? = nil, at moment: Int64? = nil
    ) throws(MapError) -> Movement {
        var errors = FirstError<MapError>()
        let movement = move(by: distance, along: id, at: moment, noting: &errors)
        try errors.rethrow()
        return movement
    }

    /// As ``begin(at:moment:noting:)``. It also throws if roads ahead cannot be read: the tree has begun then.
    public mutating func begin(at place: LinkPlace, moment: Int64?) throws(MapError) {
        var errors = FirstError<MapError>()
        try begin(at: place, moment: moment, noting: &errors)
        try errors.rethrow()
    }
}
