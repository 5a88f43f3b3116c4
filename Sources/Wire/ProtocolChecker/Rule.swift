/// How sure the protocol reference is of a rule.
public enum Confidence: String, Sendable, Hashable {
    /// Three or more independent sources, or a published frame.
    case high = "A"
    /// Two sources.
    case fair = "B"
    /// One source.
    case single = "C"
    /// Inferred.
    case inferred = "D"

    /// The meaning, for people.
    public var words: String {
        switch self {
        case .high: "three or more independent sources, or a published frame"
        case .fair: "two sources"
        case .single: "one source"
        case .inferred: "inferred"
        }
    }
}

/// A rule of the protocol. Its raw value is its id in texts.
public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The frame on one of the layout's identifiers is no message.
    case frame = "bad-frame"
    /// The bits without a meaning are 0.
    case reservedBits = "reserved-bits"
    /// No field has a number that the protocol gives no meaning.
    case reservedValue = "reserved-value"
    /// The cyclic counter of each message type goes up by one from frame to frame.
    case counter = "counter"
    /// The special path indexes stand only where they mean something, and 0 nowhere.
    case pathIndex = "path-index"
    /// An offset of 8191 goes with a POSITION off the paths, and with nothing else.
    case offset = "offset"
    /// Nothing lies farther behind the vehicle or ahead of it than a client can unwrap.
    case reach = "reach"
    /// Nothing comes before the first META-DATA.
    case metaDataFirst = "meta-data-first"
    /// META-DATA comes every five seconds.
    case metaDataInterval = "meta-data-interval"
    /// POSITION comes every 100 to 200 ms and never stops.
    case positionInterval = "position-interval"
    /// The vehicle does not move backwards on a path.
    case positionBackwards = "position-backwards"
    /// The vehicle does not jump ahead so far that clients give their horizon up.
    case positionJump = "position-jump"
    /// Offset, speed and age fit each other from one POSITION to the next.
    case positionMotion = "position-motion"
    /// The candidates 1 to 3 are on paths that were announced.
    case candidatePath = "candidate-path"
    /// A path is opened by a STUB or a POSITION before anything is said of it.
    case stubFirst = "stub-first"
    /// A path's index is given to another one only when no client can hold the old one.
    case indexReuse = "index-reuse"
    /// No path begins on itself.
    case pathLoop = "path-loop"
    /// New messages of a path are sent from near to far.
    case nearFirst = "near-first"
    /// The last STUB sent for an offset, and no other, has the flag.
    case lastStub = "last-stub"
    /// A message that is marked as retransmission was sent before with the same content.
    case retransmission = "retransmission"
    /// A message that is marked as update replaces an earlier message with other content.
    case update = "update"
    /// A message that is sent again is marked.
    case unmarked = "unmarked"
    /// A profile's values are within their range.
    case profileValue = "profile-value"
    /// The bus carries no more than allowed in any second.
    case load = "load"

    /// Where the protocol reference has the rule.
    public var reference: String {
        switch self {
        case .frame: "§1, §2"
        case .reservedBits: "§2"
        case .reservedValue: "§1, §3 to §7, the values"
        case .counter: "§3, cyclic counter"
        case .pathIndex: "§3, path index; §8, what clients do"
        case .offset: "§3, offset; §8, POSITION never stops"
        case .reach: "§8, reach and wrap"
        case .metaDataFirst, .stubFirst, .nearFirst: "§8, order"
        case .metaDataInterval, .positionInterval: "§8, cycle times"
        case .positionBackwards: "§8, U-turn, jump back, reversing"
        case .positionJump: "§8, what clients do"
        case .positionMotion: "§4, position age"
        case .candidatePath: "§4, position index; §8, order"
        case .indexReuse: "§8, path index reuse"
        case .pathLoop: "§8, a changed prediction"
        case .lastStub: "§5, last stub at offset"
        case .retransmission: "§3, retransmission"
        case .update: "§3, update"
        case .unmarked: "§3, retransmission and update"
        case .profileValue: "§6"
        case .load: "§8, bus load"
        }
    }

    /// How sure the reference is of it.
    public var confidence: Confidence {
        switch self {
        case .frame, .reservedBits, .reservedValue, .pathIndex, .offset, .metaDataInterval,
            .positionInterval, .lastStub:
            .high
        case .counter, .retransmission, .update, .unmarked, .profileValue, .load: .fair
        case .positionBackwards, .positionJump, .positionMotion: .single
        case .reach, .metaDataFirst, .stubFirst, .nearFirst, .candidatePath, .indexReuse,
            .pathLoop:
            .inferred
        }
    }
}
