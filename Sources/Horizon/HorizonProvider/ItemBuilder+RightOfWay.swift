import ADASISv2
import Horizon
import Quantities
import RoadMap

extension ItemBuilder {
    /// The right of way at the end of a link, for a vehicle that arrives by the link; unknown if
    /// the map does not have it.
    ///
    /// A stop or give-way sign before the junction applies to the arriving vehicle. Without a sign,
    /// a priority road has priority over the other roads of the junction. With traffic lights, or
    /// at a crossing of two priority roads, the map does not know the yielding road.
    func rightOfWay(after arriving: PathLink) throws(MapError) -> RightOfWayCode {
        let length = arriving.record.length
        var hasLights = false
        var hasSign = false
        try map.forEachObject(of: arriving.record, arriving.link.direction) { placed in
            // A sign belongs to the nearer junction
            // (https://wiki.openstreetmap.org/wiki/Tag:highway=stop).
            guard (length - placed.offset).value * 2 <= length.value else { return }
            let kind = placed.object.kind
            hasLights = hasLights || kind == .trafficLight
            hasSign = hasSign || kind == .stopSign || kind == .giveWaySign
        }
        if hasLights { return .unknown }
        if hasSign { return .mayHaveToYield }
        var others = 0
        try map.forEachLink(
            leaving: try map.node(arriving.record.exit(arriving.link.direction))
        ) { (exit) throws(MapError) in
            guard exit != arriving.link.reversed else { return }
            if try map.isPriorityRoad(try map.link(exit.link), enteredIn: exit.direction) {
                others += 1
            }
        }
        let hasPriority = try map.isPriorityRoad(
            arriving.record, enteredIn: arriving.link.direction.reversed)
        if hasPriority { return others <= 1 ? .priority : .unknown }
        // A priority road has two arms here if it passes, and one if it begins here.
        return others > 0 ? .mayHaveToYield : .unknown
    }
}
