import Quantities
public import RoadMap
public import RoadMapWriter

extension NewProfile {
    /// The same height along the first metres of a link.
    public static func level(_ kind: ProfileKind, metres: Int32, along length: Double) -> Self {
        NewProfile(
            kind, provenance: .derived,
            spots: [
                ProfileSpot(offset: .zero, value: metres * 100),
                ProfileSpot(
                    offset: Centimetres(rounding: Metres(length)) ?? .zero, value: metres * 100),
            ])
    }
}
