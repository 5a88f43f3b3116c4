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
    static let all: [LinkStartProfile] = []
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
