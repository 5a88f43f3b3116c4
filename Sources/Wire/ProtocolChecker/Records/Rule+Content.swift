// Rules for the content of a message.
extension Rule {
    var contentRecord: RuleRecord {
        switch self {
        case .frame:
            RuleRecord(
                "A frame on an identifier of the layout is a message of the layout: its length, its message type and"
                    + " its trailer are right.",
                effect:
                    "The control unit drops the frame. The content is missing until the next repetition.",
                remedy:
                    "Compare identifier, length and trailer with the layout. If other frames of the bus have the"
                    + " identifier, change it with --can-id.")
        case .reservedBits:
            RuleRecord(
                "Bits without a meaning are 0.",
                effect: "A control unit of a later version of the protocol may read a value there.",
                remedy:
                    "Set the bits to 0. If all messages have other bits there, the log has another layout: try"
                    + " --layout.")
        case .reservedValue:
            RuleRecord(
                "A field has no value that the protocol reserves: current lane 6, form of way 6 and 7, unnamed profile"
                    + " types, a country code above 999.",
                effect: "The control unit ignores the value, or reads it as another one.",
                remedy: "Send the value for unknown or not available in place of the reserved one.")
        case .pathIndex:
            RuleRecord(
                "A path index below 8 is sent only where it has a meaning: 1 to 3 in POSITION, 4 in SEGMENT, 5 and 6 as"
                    + " the sub-path of a STUB. 0 and 7 are never sent.",
                effect: "The control unit drops the message.",
                remedy: "Give paths the indexes 8 to 63.")
        case .offset:
            RuleRecord(
                "The offset 8191 (not available) is sent only in a POSITION that is on no path.",
                effect: "The control unit drops the message: it has no place.",
                remedy: "Send the offset modulo 8191, which is 0 to 8190.")
        case .profileValue:
            RuleRecord(
                "A profile value is within the range of its type.",
                effect: "The control unit uses a wrong value, or drops the profile.",
                remedy:
                    "Check the coding of the profile type: factor, offset, and the value for not available."
            )
        default: timingRecord
        }
    }
}

// Rules for times and counters.
extension Rule {
    var timingRecord: RuleRecord {
        switch self {
        case .counter:
            RuleRecord(
                "Each message type has its own cyclic counter. It increases by 1 with each frame: 0, 1, 2, 3, 0.",
                effect:
                    "The control unit assumes that frames were lost. It may request them again, or drop its"
                    + " horizon.",
                remedy:
                    "If the log has lost frames, record it again with a larger receive buffer. Otherwise set the"
                    + " counter when the frame goes to the bus, not when the message is queued.")
        case .metaDataFirst:
            RuleRecord(
                "META-DATA comes before all other messages, if the sender sends it at all.",
                effect:
                    "The control unit does not know the unit of speeds. It drops speed limits, or reads them in"
                    + " the wrong unit.",
                remedy:
                    "Send META-DATA as the first message after the start and after a reset. For a log that begins"
                    + " later use --joins-late.")
        case .metaDataInterval:
            RuleRecord(
                "META-DATA comes every 5 s.",
                effect: "A control unit that starts later waits for the unit of speeds.",
                remedy: "Send META-DATA by a timer. Give it a share of the bus load.")
        case .positionInterval:
            RuleRecord(
                "POSITION comes every 100 to 200 ms and never stops, also where the vehicle is on no path.",
                effect: "The position of the control unit is old. After 2 s it has no horizon.",
                remedy:
                    "Send POSITION by a timer, with the highest priority of the sender's messages.")
        case .load:
            RuleRecord(
                "The sender keeps the limits of --max-frames and --max-bits in each second.",
                effect: "Messages of other senders are late. The control unit may lose frames.",
                remedy: "Send fewer messages, a shorter horizon, or fewer repetitions.")
        default: positionRecord
        }
    }
}
