import Console
import RoadMap
import TextFiles

/// A value that `ehorizon map why` can explain: those that come from the tags of the way.
struct WhyValue {
    /// The name of its attribute.
    let name: String
    /// Its attributes.
    let kinds: [AttributeKind]

    private static let known: [AttributeKind] = [
        .speedLimit, .functionalRoadClass, .formOfWay, .lanes, .tunnel, .bridge, .layer,
        .dividedRoad, .builtUpArea, .restrictedAccess, .priorityRoad, .surface, .vehicleAccess,
        .toll, .routeNumberClass, .lit,
    ]

    /// The names as options write them: `speed-limit`.
    static let names = known.compactMap { $0.record.map { hyphenated($0.name) } }

    /// The names of overlays, where they differ.
    private static let ofOverlays = ["limit": "speed-limit", "class": "functional-road-class"]

    /// Reads a name: `speed-limit`, `speedLimit`, or the `limit` of an overlay.
    init(_ name: String) throws(UsageFailure) {
        let text = Self.ofOverlays[name] ?? name
        for kind in Self.known {
            guard let record = kind.record,
                text == record.name || text == Self.hyphenated(record.name)
            else { continue }
            self.name = record.name
            kinds = kind == .speedLimit ? [.speedLimit, .particularSpeedLimit] : [kind]
            return
        }
        let near = NearestName.words(for: text, among: Self.names)
        throw UsageFailure(
            "\(text): not a value that comes from tags"
                + (near.isEmpty ? "; the values: \(Self.names.joined(separator: ", "))" : near))
    }

    private static func hyphenated(_ name: String) -> String {
        var text = ""
        for character in name {
            if character.isUppercase { text += "-" }
            text += character.lowercased()
        }
        return text
    }
}
