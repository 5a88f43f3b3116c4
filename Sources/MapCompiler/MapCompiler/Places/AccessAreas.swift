import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Car parks, rest areas and squares that are areas in the input. They define the form of the roads
/// inside.
struct AccessAreas: Sendable {
    private var areas: [(form: FormOfWay, area: RingArea)] = []
    private var grid = AreaGrid()

    /// Adds an area within rings, and the form of way of roads in it.
    mutating func add(_ rings: [[Coordinate]], _ form: FormOfWay) {
        let area = RingArea(rings)
        guard !area.box.isEmpty else { return }
        grid.add(area.box)
        areas.append((form, area))
    }

    /// Sets the form of a link that leads into a car park or a rest area, or runs over a square.
    ///
    /// A service road has this form if it begins, ends or has its middle in such an area. Another
    /// road is part of a square if its middle and one of its ends are inside. A road with a form of
    /// its own keeps it.
    func describe(_ link: inout NewLink, along shape: Shape, length: Centimetres) {
        guard !areas.isEmpty, !link.directions.isEmpty else { return }
        let form = link.attributes.first { $0.kind == .formOfWay }
            .flatMap { FormOfWay(rawValue: UInt8(truncatingIfNeeded: $0.value)) }
        let isService = form == .serviceRoad
        guard isService || form == nil || form == .singleCarriageway else { return }
        let ends = [shape.points[0], shape.points[shape.count - 1]]
        let middle = shape.place(at: Metres(length.metres.value / 2))
        var found: FormOfWay?
        for number in grid.touching(shape.box) {
            let (kind, area) = areas[number]
            let isAccess = kind != .trafficSquare
            guard isAccess == isService else { continue }
            let isMiddleIn = area.contains(middle)
            let isEndIn = ends.contains(where: area.touches)
            guard isService ? isMiddleIn || isEndIn : isMiddleIn && isEndIn else { continue }
            // A rest area contains car parks.
            if found == nil || kind == .serviceAccess { found = kind }
        }
        guard let found else { return }
        link.attributes.removeAll { $0.kind == .formOfWay }
        link.attributes.append(
            Attribute(
                .formOfWay, UInt64(found.rawValue), provenance: .derived, from: .zero, to: length))
    }
}
