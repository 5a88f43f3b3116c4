import ADASISv2
import CANFrames
import Configuration
import ProtocolChecker

extension WholesaleFault {
    /// The fault and what to do, in a clause for people.
    func words(for layout: Layout) -> String {
        switch self {
        case .exchangedIdentifiers(let exchanges):
            let found = exchanges.map { "\($0.found.name) in the place of \($0.expected.name)" }
            let options = exchanges.compactMap { exchange in
                layout.messages.first { $0.kind == exchange.expected }.map {
                    "--can-id \(exchange.found.maskName)=0x\($0.identifier.text)"
                }
            }
            return "the identifiers of messages are exchanged: \(found.joined(separator: ", "));"
                + " try \(options.joined(separator: " "))"
        case .repeatedFrames(let share):
            return "\(Self.percent(share)) of the messages are the message before once more:"
                + " the log has one bus twice; --interface chooses one of several"
        case .severalSenders:
            return "POSITIONs of several vehicles come in turn: more than one sender uses"
                + " these identifiers; --interface chooses one of several buses"
        case .lostFrames(let share):
            return "at least \(Self.percent(share)) of the messages are missing, by their cyclic"
                + " counters: the log is not complete, or the counters skip"
        }
    }

    private static func percent(_ share: Double) -> String { "\((share * 100).fixed(0)) %" }
}
