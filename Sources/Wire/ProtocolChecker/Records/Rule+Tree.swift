// Rules for the position of the vehicle.
extension Rule {
    var positionRecord: RuleRecord {
        switch self {
        case .reach:
            RuleRecord(
                "No message is farther ahead of the vehicle or behind it than the look-ahead and the trailing length."
                    + " Together they are 7,900 m at most.",
                effect:
                    "Offsets repeat after 8,191 m. The control unit puts the message at another place.",
                remedy:
                    "Limit the horizon. For a sender with a longer trailing length give --trailing-length."
            )
        case .positionBackwards:
            RuleRecord(
                "The vehicle does not move back on a path by more than a small jump (50 m).",
                effect:
                    "The control unit drops its horizon, or warns of what is behind the vehicle.",
                remedy: "After a U-turn, a jump back or reversing open another path.")
        case .positionJump:
            RuleRecord(
                "The vehicle does not jump ahead by more than 200 m from one POSITION to the next.",
                effect: "The control unit drops its horizon.",
                remedy: "After a jump open another path and send its horizon again.")
        case .positionMotion:
            RuleRecord(
                "The distance between two POSITIONs is speed by time, with 50 m of tolerance. The time of an offset is"
                    + " the time of the frame less the position age.",
                effect:
                    "The control unit extrapolates the position by speed and age, and reacts too early or too"
                    + " late.",
                remedy:
                    "Compute the position age when the frame goes to the bus. Check the unit of the speed."
            )
        case .candidatePath:
            RuleRecord(
                "A candidate of POSITION (index 1 to 3) is on a path that was opened.",
                effect: "The control unit drops the candidate.",
                remedy: "Send the STUB of the path before the candidate.")
        default: treeRecord
        }
    }
}

// Rules for the path tree.
extension Rule {
    var treeRecord: RuleRecord {
        switch self {
        case .stubFirst:
            RuleRecord(
                "A STUB opens a path before any other message of the path. The path of the vehicle needs none.",
                effect:
                    "The control unit does not know where the path begins. It drops the messages of the path.",
                remedy:
                    "Send the STUB first. If the counter of STUB jumps nearby, the STUB was lost.")
        case .indexReuse:
            RuleRecord(
                "A path index gets a new path only when no control unit can hold the old one: a POSITION left it"
                    + " behind after a message last named it, and no message named it for 10 s.",
                effect: "The control unit mixes attributes of the old path and of the new one.",
                remedy:
                    "Take the index that is free for the longest time. Wait 10 s before it is used again."
            )
        case .pathLoop:
            RuleRecord(
                "No path begins on itself or on a path that it leads to.",
                effect: "The path tree of the control unit has a loop. A search in it may not end.",
                remedy: "Where the road comes back to itself, open another path.")
        case .nearFirst:
            RuleRecord(
                "New messages of a path come from near to far, each message type and profile type separately.",
                effect:
                    "The control unit assumes that the distance up to the last message is complete.",
                remedy:
                    "Sort the queue by the distance from the vehicle. Mark repetitions as retransmissions."
            )
        case .lastStub:
            RuleRecord(
                "The last STUB for an offset has the flag last stub at offset, and no other STUB has it. More than 50 m"
                    + " behind the vehicle nobody waits for the last one.",
                effect:
                    "Without the flag the control unit waits for further STUBs. With two flags it takes half of a"
                    + " junction for the whole.",
                remedy:
                    "Set the flag on the last STUB of each junction. Before another STUB follows, send the former"
                    + " last one again without the flag.")
        default: flagRecord
        }
    }
}

// Rules for retransmissions and updates.
extension Rule {
    var flagRecord: RuleRecord {
        switch self {
        case .retransmission:
            RuleRecord(
                "A message with the flag retransmission was sent before with the same content.",
                effect: "A control unit that skips retransmissions never gets the content.",
                remedy:
                    "Set the flag only for a message that is unchanged. Send changes with the flag update."
            )
        case .update:
            RuleRecord(
                "A message with the flag update replaces an earlier message that has other content.",
                effect:
                    "The control unit computes again without a change, or replaces a message that it does not"
                    + " have.",
                remedy:
                    "Compare with the content that was sent last for this place. Send the first message without"
                    + " the flag.")
        default:
            RuleRecord(
                "A message that is sent again has the flag retransmission, or update if its content is another one.",
                effect: "The control unit has two values for one place, and may keep the old one.",
                remedy:
                    "Set the flags when the frame goes to the bus, by what was sent for this place before."
            )
        }
    }
}
