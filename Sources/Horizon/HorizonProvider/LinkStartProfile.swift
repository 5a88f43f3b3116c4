import ADASISv2
import Horizon
import Quantities

/// A numeric profile with one value at the start of each link. A new profile needs one more entry
/// in ``all``.
struct LinkStartProfile {
    /// The type on the wire; its record has the unit and the scale.
    let type: ShortProfileType
    /// The value in the unit of the record; with `nil`, nothing is sent.
    let value: @Sendable (PathLink) -> Double?

    /// All profiles of this kind, in the order of their types.
    static let all: [LinkStartProfile] = [
        // At a sharp turn the heading changes by the angle into the next link. Curvature is finite
        // and cannot express this. Below half a step of the scale there is no change.
        LinkStartProfile(type: .headingChange) {
            $0.turnAngle.value.magnitude < 0.25 ? nil : $0.turnAngle.value
        }
    ]
}

extension ItemBuilder {
    /// Adds the values at the start of a link.
    func appendLinkStart(of link: PathLink, to path: inout WirePath) {
        for profile in LinkStartProfile.all {
            guard let value = profile.value(link) else { continue }
            path.append(profile.type, profile.type.code(value), at: wireMetres(link.start))
        }
    }
}
