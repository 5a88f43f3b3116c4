import ADASISv2
import Horizon
import Quantities
import Testing

/// What the numeric profiles are at the start of a link, worked out apart from the provider: the
/// random drives compare what clients hold with it.
struct LinkStartFact: Sendable {
    let type: ShortProfileType
    /// The number on the wire, `nil` where nothing is sent.
    let raw: @Sendable (PathLink) -> UInt32?

    static let all: [LinkStartFact] = []
}
