/// A change of a network interface.
public enum LinkEvent: Sendable, Hashable {
    /// The interface was added, with that number. Its state, up or down, follows.
    case appeared(index: Int32)
    /// The interface is up: its sockets work.
    case up
    /// The interface is down: its sockets wait.
    case down
    /// The interface was removed, and its sockets no longer work.
    case gone
    /// The interface is up, and the kernel reports this state. It comes with each message of the
    /// kernel, also where nothing changed.
    case state(LinkState)
}

/// One change of an interface, as the kernel reports it.
struct LinkMessage {
    var index: Int32
    var name: String
    var isUp: Bool
    var isDeleted: Bool
    /// The state; `nil` in a message that does not contain it.
    var state: LinkState?
}

/// Follows one interface by its name through the kernel's messages. Pure.
///
/// The configuration has the name; a socket is bound to the number. An interface that is removed
/// and added again has another number. So has an interface that takes the name of another.
struct LinkTracker {
    let name: String
    private(set) var index: Int32?
    private(set) var isUp = false

    init(name: String) { self.name = name }

    /// Processes a change and reports its meaning.
    mutating func note(_ message: LinkMessage, _ report: (LinkEvent) -> Void) {
        let isOurs = message.index == index
        let hasName = message.name == name
        if isOurs, message.isDeleted || !hasName {
            lose(report)
            return
        }
        guard hasName, !message.isDeleted else { return }
        if !isOurs {
            // The message about the removal was lost.
            if index != nil { lose(report) }
            index = message.index
            report(.appeared(index: message.index))
        }
        if message.isUp != isUp {
            isUp = message.isUp
            report(isUp ? .up : .down)
        }
        if isUp, let state = message.state { report(.state(state)) }
    }

    /// Processes the answer that there is no interface of the name.
    mutating func noteMissing(_ report: (LinkEvent) -> Void) {
        if index != nil { lose(report) }
    }

    private mutating func lose(_ report: (LinkEvent) -> Void) {
        index = nil
        isUp = false
        report(.gone)
    }
}
