public import RoadMap

/// What an object of the host restricts on the roads of a map, for the engine's event `restrictions`.
public struct ObjectRestrictions: Sendable, Hashable {
    /// The restrictions: closures of ``CustomObject/Kind/closure``, and limits of ``CustomObject/limit``.
    public let list: [RoadRestriction]
    /// The number of stretches of road that the object lies on.
    public let stretches: Int

    /// Finds the roads of an object.
    public init(of object: CustomObject, on map: RoadMap) throws(ObjectError) {
        let found = try ObjectMatcher(map: map).stretches(of: object.geometry)
        stretches = found.count
        var list: [RoadRestriction] = []
        for stretch in found {
            if object.kind == .closure {
                list.append(
                    RoadRestriction(stretch.link, from: stretch.from, to: stretch.to, .closed))
            }
            if let limit = object.limit {
                list.append(
                    RoadRestriction(
                        stretch.link, from: stretch.from, to: stretch.to, .limit(limit)))
            }
        }
        self.list = list
    }
}
