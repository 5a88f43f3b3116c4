import Horizon
import Quantities
import RoadMap

/// The conditions that apply to all roads on the wire: the country with its speed unit, the
/// calculated route, and limits that depend on the time.
struct RoadContext {
    /// A change of these conditions.
    struct Change {
        /// The vehicle entered another country, which META-DATA reports.
        var isOtherCountry = false
        /// The new country uses another speed unit. Clients would read all transmitted speeds in
        /// the wrong unit.
        var isOtherUnit = false
        /// Transmitted values of roads may have changed.
        var areOtherRoads = false
    }

    /// The map in use.
    let map: RoadMap
    /// The country of the vehicle, or the last known one. META-DATA names it, and all speeds are in
    /// its unit.
    private(set) var country: Country
    /// The route at the time when the roads on the wire were built.
    private var routeNumber = 0
    /// The restrictions of the host at the same time.
    private var restrictionNumber = 0
    /// The stretch of the main path that lies in one country, as far as known.
    private var stretch: Stretch?

    private struct Stretch {
        let path: PathID
        let from: Centimetres
        let to: Centimetres
    }

    init(map: RoadMap) {
        self.map = map
        country = map.header.country
    }

    /// Follows the vehicle and the tree, and configures the builder of roads.
    mutating func follow(
        _ tree: borrowing PathTree, vehicleAt offset: Centimetres, _ builder: inout ItemBuilder,
        changes: inout Change
    ) throws(MapError) {
        if let entered = try countryEntered(on: tree, at: offset) {
            if entered.speedUnit != country.speedUnit {
                builder.changeUnit(to: entered.speedUnit)
                builder.setRoute(tree.route)
                builder.setRestrictions(tree.restrictions)
                changes.isOtherUnit = true
            }
            country = entered
            changes.isOtherCountry = true
        }
        if routeNumber != tree.routeNumber {
            routeNumber = tree.routeNumber
            builder.setRoute(tree.route)
            changes.areOtherRoads = true
        }
        if restrictionNumber != tree.restrictionNumber {
            restrictionNumber = tree.restrictionNumber
            builder.setRestrictions(tree.restrictions)
            changes.areOtherRoads = true
        }
        builder.setConditions(moment: tree.moment, surface: tree.surface)
        if try builder.takeChange(of: tree) { changes.areOtherRoads = true }
    }

    /// The country of the vehicle; `nil` if it is the same as before.
    private mutating func countryEntered(
        on tree: borrowing PathTree, at offset: Centimetres
    ) throws(MapError) -> Country? {
        guard let id = tree.mainID else { return nil }
        if let stretch, stretch.path == id, stretch.from <= offset, offset < stretch.to {
            return nil
        }
        stretch = nil
        guard let main = tree.mainPath,
            let number = main.links.lastIndex(where: { $0.start <= offset })
        else { return nil }
        let link = main.links[number]
        let length = link.record.length
        let place = min(max(offset - link.start, .zero), length)
        let entered = try map.country(
            of: link.record, at: link.record.offset(place, in: link.link.direction))
        if try map.isInOneCountry(link.record) {
            stretch = Stretch(path: id, from: link.start, to: link.end)
        }
        return entered == country ? nil : entered
    }
}
