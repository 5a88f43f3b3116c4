import ADASISv2
import Quantities

/// Something that was sent for a place of a path.
struct SentMessage {
    let metres: Int
    let kind: MessageKind
    let profileType: UInt8
    /// Without counter and flags.
    let content: Message
    /// Which META-DATA it was sent under.
    let metaDataGeneration: Int
    /// When.
    let time: MonotonicTime

    /// The first field in which this differs from what was sent before, for people.
    func difference(from old: SentMessage) -> String {
        let before = old.content.rawTexts
        for (name, value) in content.rawTexts {
            guard let other = before.first(where: { $0.name == name })?.value, other != value
            else { continue }
            return ", \(name) \(other) is now \(value)"
        }
        return ""
    }
}
