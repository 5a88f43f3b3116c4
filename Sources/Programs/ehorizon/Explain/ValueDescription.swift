import Geodesy
import HorizonProvider
import Quantities
import Reasons
import RoadMap
import Routing

/// The values of a link at a place, for people and scripts.
struct PlaceDescription: Encodable {
    /// The way of OpenStreetMap.
    let way: Int64
    /// The link as `ehorizon map link` takes it.
    let link: String
    /// Its block and place in this map file, which `ehorizon map link` takes too.
    let blockIndex: String
    /// The value of profile-long.link-identifier on the wire.
    let linkIdentifier: UInt32
    /// `forward` or `backward`: the driving direction against the drawn line.
    let direction: String
    /// The name or number of the road; `nil` if it has none or that is unknown.
    let name: String?
    /// From the entry of the link, in metres.
    let offset: Double
    /// The length of the link, in metres.
    let length: Double
    /// The day of the last edit of the way.
    let lastEdit: String?
    let values: [ValueDescription]

    init(_ place: PlaceValues, on map: RoadMap) throws(MapError) {
        way = place.link.way
        let id = try map.stableID(of: place.link)
        link = id.text
        blockIndex = place.link.reference.text
        linkIdentifier = id.wireIdentifier(place.place.link.direction)
        direction = Self.name(of: place.place.link.direction)
        name = try map.roadName(of: place.link)
        offset = place.place.offset.value.rounded(2)
        length = place.link.length.metres.value
        lastEdit = place.lastEdit.map(AttributeText.date)
        var values: [ValueDescription] = []
        for value in place.values {
            values.append(try ValueDescription(value, at: place, on: map))
        }
        self.values = values
    }

    static func name(of direction: Direction) -> String {
        direction == .forward ? "forward" : "backward"
    }

    /// `way 12 Ringstraße, forward, at 3 of 120 m`, and lines with the names of the link and its age.
    var title: [String] {
        let named = name.map { " \($0)" } ?? ""
        let edited = lastEdit.map { ", last edit \($0)" } ?? ""
        return [
            "way \(way)\(named), \(direction), at \(offset.fixed(0)) of \(length.fixed(0)) m",
            "  link \(link)\(edited)",
            "  \(blockIndex) in this map file, link-identifier \(linkIdentifier)",
        ]
    }
}

/// A value with its source.
struct ValueDescription: Encodable {
    /// The name of the attribute or of the profile.
    let kind: String
    /// The value in words.
    let text: String
    /// The number, of a profile in ``unit``.
    let value: Double?
    let unit: String?
    /// The error of a profile, within which nine of ten true values are, in ``unit``.
    let error: Double?
    /// A name of ``/Reasons/ValueSource``.
    let source: String
    /// `doubtful` or `rejected`; `nil` without a doubt.
    let doubt: String?
    let condition: String?
    /// The stretch of the link in driving direction, in metres; `nil` for a profile.
    let from: Double?
    let to: Double?

    init(_ value: MapValue, at place: PlaceValues, on map: RoadMap) throws(MapError) {
        source = value.source.rawValue
        doubt = value.doubt?.rawValue
        condition = value.condition.map(\.description)
        switch value.content {
        case .attribute(let attribute):
            kind = AttributeText.name(of: attribute.kind)
            text = try AttributeText.value(of: attribute, place.link, on: map)
            self.value = attribute.kind.isText ? nil : Double(attribute.value)
            unit = nil
            error = nil
            let ends = [attribute.from, attribute.to].map {
                place.link.offset($0, in: place.place.link.direction).metres.value
            }
            from = ends.min()
            to = ends.max()
        case .profile(let profile, let number, let error):
            let (unit, scale, places) = Self.unit(of: profile)
            kind = ProfileKind.named.first { $0.kind == profile }?.name ?? "\(profile.rawValue)"
            self.value = (number * scale).rounded(places)
            self.unit = unit
            self.error = error.map { ($0 * scale).rounded(places) }
            let within = error.map { " ± \(($0 * scale).fixed(places))" } ?? ""
            text = "\((number * scale).fixed(places))\(within) \(unit)"
            from = nil
            to = nil
        }
    }

    private static func unit(of kind: ProfileKind) -> (String, scale: Double, places: Int) {
        switch kind {
        case .curvature: ("1/m", 1e-5, 5)
        case .slope: ("%", 0.01, 2)
        default: ("m", 0.01, 2)
        }
    }

    /// The value in words, without those that repeat the doubt.
    private var textWithoutDoubt: Substring {
        var words = text[...]
        for word in [" rejected", " doubtful"] where words.hasSuffix(word) {
            words = words.dropLast(word.count)
        }
        return words
    }

    /// `speedLimit              50   sign`.
    var line: String {
        let padding = String(repeating: " ", count: max(1, 24 - kind.count))
        let rest = [doubt, condition.map { "only \($0)" }].compactMap { $0 }.map { ", \($0)" }
        let isLimit = kind.hasSuffix("peedLimit")
        let text = isLimit ? String(textWithoutDoubt) : text
        let isSpeed = isLimit && text.first?.isNumber == true
        let number = text.split(separator: " ", maxSplits: 1).first.map(String.init) ?? text
        let unit = isSpeed && !text.contains("mph") ? " km/h" : ""
        let shown = isSpeed ? number + unit + text.dropFirst(number.count) : text
        return kind + padding + shown + "  (" + source + rest.joined() + ")"
    }
}

extension RoadMap {
    /// The number and the name of a road; `nil` if it has none or that is unknown.
    func roadName(of link: Link) throws(MapError) -> String? {
        var name: String?
        var number: String?
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind == .name { name = try text(attribute, of: link) }
            if attribute.kind == .reference { number = try text(attribute, of: link) }
        }
        let words = [number, name].compactMap { $0 }.filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
