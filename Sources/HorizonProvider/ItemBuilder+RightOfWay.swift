import ADASISv2
import Horizon
import Quantities
import RoadMap

extension ItemBuilder {
    /// Who has to yield at the junction where a link ends, for who comes by the link; unknown where the
    /// map does not say it.
    ///
    /// A stop or give-way sign before the junction is for those who come by; where there is none, a
    /// priority road has priority over the others that meet it. Lights decide by themselves, and where
    /// two priority roads cross the map does not say which one has to yield.
    func rightOfWay(after arriving: PathLink) throws(MapError) -> RightOfWayCode {
        let isForward = arriving.link.direction == .forward
        let length = arriving.record.length
        var hasLights = false
        var hasSign = false
        try map.forEachAttribute(of: arriving.record) { (attribute) throws(MapError) in
            guard attribute.kind == .roadObject,
                attribute.directions.contains(arriving.link.direction),
                let object = RoadObject(attributeValue: attribute.value)
            else { return }
            // A sign belongs to the nearer junction
            // (https://wiki.openstreetmap.org/wiki/Tag:highway=stop).
            let left = isForward ? length - attribute.from : attribute.from
            guard left.value * 2 <= length.value else { return }
            hasLights = hasLights || object.kind == .trafficLight
            hasSign = hasSign || object.kind == .stopSign || object.kind == .giveWaySign
        }
        if hasLights { return .unknown }
        if hasSign { return .mayHaveToYield }
        var others = 0
        try map.forEachLink(
            leaving: try map.node(arriving.record.exit(arriving.link.direction))
        ) { (exit) throws(MapError) in
            let atStart = exit.direction == .forward
            if exit != arriving.link.reversed,
                try isPriorityRoad(try map.link(exit.link), atStart: atStart)
            {
                others += 1
            }
        }
        let hasPriority = try isPriorityRoad(arriving.record, atStart: !isForward)
        if hasPriority { return others <= 1 ? .priority : .unknown }
        // A priority road that passes has two arms here, or one where it begins.
        return others > 0 ? .mayHaveToYield : .unknown
    }

    /// Whether a road has priority where it meets one of its nodes.
    private func isPriorityRoad(_ link: Link, atStart: Bool) throws(MapError) -> Bool {
        var isPriority = false
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.kind == .priorityRoad, attribute.value == 1 else { return }
            let reaches = atStart ? attribute.from == .zero : attribute.to >= link.length
            if reaches { isPriority = true }
        }
        return isPriority
    }
}
