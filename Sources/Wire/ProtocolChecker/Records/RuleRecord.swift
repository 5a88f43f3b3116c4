/// A rule in words for people: one entry of the page of rules.
public struct RuleRecord: Sendable, Hashable {
    /// The rule, in a sentence.
    public let statement: String
    /// The effect of a violation on a control unit that receives the messages.
    public let effect: String
    /// What to change in the sender, or in the recording of the log.
    public let remedy: String

    init(_ statement: String, effect: String, remedy: String) {
        self.statement = statement
        self.effect = effect
        self.remedy = remedy
    }
}

extension Rule {
    /// The rule in words.
    public var record: RuleRecord {
        switch self {
        case .frame, .reservedBits, .reservedValue, .pathIndex, .offset, .profileValue:
            contentRecord
        case .counter, .metaDataFirst, .metaDataInterval, .positionInterval, .load: timingRecord
        case .positionBackwards, .positionJump, .positionMotion, .candidatePath, .reach:
            positionRecord
        case .stubFirst, .indexReuse, .pathLoop, .nearFirst, .lastStub: treeRecord
        case .retransmission, .update, .unmarked: flagRecord
        }
    }
}
