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
            return "\(Self.percent(share)) of the messages came before within 90 ms: the log"
                + " contains one bus twice; if it has several interfaces, --interface chooses one"
        case .severalSenders:
            return "POSITIONs of several vehicles alternate: more than one sender uses"
                + " these identifiers; if the log has several interfaces, --interface chooses one"
        case .standingCounters(let kinds):
            let names = kinds.map(\.name).joined(separator: ", ")
            return "the cyclic counter of \(names) does not change: the sender does not count these"
                + " messages, the layout has the counter in other bits, or the log has each fourth message alone"
        case .lostFrames(let share):
            return "the cyclic counters skip as if at least \(Self.percent(share)) of the"
                + " messages were missing: the log is not complete, or the sender counts differently"
        }
    }

    private static func percent(_ share: Double) -> String { "\((share * 100).fixed(0)) %" }
}
