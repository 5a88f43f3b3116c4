import Quantities
import RoadMap
import TextFiles

/// A profile of a link, and where along the link its value is not known.
struct LinkProfile {
    let kind: ProfileKind
    let name: String
    let spots: [ProfileSpot]
    let voids: [(from: Centimetres, to: Centimetres)]

    /// The profiles that a map has of a link.
    static func all(of link: Link, in map: RoadMap) throws(MapError) -> [LinkProfile] {
        var profiles: [LinkProfile] = []
        for (kind, name) in ProfileKind.named {
            var spots: [ProfileSpot] = []
            var voids: [(from: Centimetres, to: Centimetres)] = []
            try map.forEachSpot(of: kind, along: link) { (spot, beginsPiece) in
                let known = spots.last?.offset ?? .zero
                if beginsPiece, spot.offset > known { voids.append((known, spot.offset)) }
                spots.append(spot)
            }
            guard let last = spots.last else { continue }
            if last.offset < link.length { voids.append((last.offset, link.length)) }
            profiles.append(LinkProfile(kind: kind, name: name, spots: spots, voids: voids))
        }
        return profiles
    }

    /// Where the profiles are not known, as a member of a JSON object.
    static func unknown(_ profiles: [LinkProfile]) -> String {
        let members = profiles.filter { !$0.voids.isEmpty }.map { profile in
            let list = profile.voids.map { void in
                "{\"from_m\":\(decimalText(void.from.metres.value, places: 2)),"
                    + "\"to_m\":\(decimalText(void.to.metres.value, places: 2))}"
            }
            return "\(jsonText(profile.name)):[\(list.joined(separator: ","))]"
        }
        return "\"unknown\":{\(members.joined(separator: ","))}"
    }
}
