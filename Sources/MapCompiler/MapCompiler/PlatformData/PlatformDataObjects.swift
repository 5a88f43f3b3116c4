import PlatformDataExtension
import Quantities
import RoadMap
import RoadMapWriter

/// Adds the signs along a link, at its end in driving direction. A sign belongs to the first link
/// of its list. Returns the number of entries that are no objects of a road.
func addSigns(of link: PlatformDataLink, to new: inout NewLink, length: Centimetres) -> Int {
    var others = 0
    for sign in link.signs where sign.order == 0 {
        guard let passage = sign.passages.first, let (kind, text) = object(of: sign) else {
            others += 1
            continue
        }
        let driven = DirectionSet(passage.direction).intersection(new.directions)
        for (direction, place) in [(DirectionSet.forward, length), (.backward, .zero)]
        where driven.isSuperset(of: direction) {
            new.attributes.append(
                Attribute(
                    .roadObject,
                    RoadObject(kind, hasStatedDirection: true).attributeValue,
                    directions: direction,
                    provenance: .tagged,
                    from: place,
                    to: place
                )
            )
            guard let text else { continue }
            new.texts.append(NewText(.signText, text, directions: direction, at: place))
        }
    }
    return others
}

/// The object of an entry, with the sign's code in the source's own numbers.
private func object(of sign: TrafficSign) -> (RoadObjectKind, String?)? {
    switch sign.condition {
    case 16: (.trafficLight, nil)
    case 17: (.trafficSign, sign.type.map { "HERE:\($0)" })
    case 18: (.levelCrossing, nil)
    case 11: (.variableSpeedSign, nil)
    // No overtaking: the layer has a condition of its own for this sign.
    case 19: (.trafficSign, "HERE:condition \(sign.condition)")
    default: nil
    }
}
