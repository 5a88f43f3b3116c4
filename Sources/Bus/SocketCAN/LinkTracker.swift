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
    /// Messages of the kernel were lost. What is up and what is there is reported before this; anything else has to be
    /// asked for.
    case missed
}

/// One change of an interface, as the kernel reports it.
public struct LinkMessage: Sendable, Hashable {
    /// The number of the interface.
    public var index: Int32
    /// Its name.
    public var name: String
    /// Whether it is up.
    public var isUp: Bool
    /// Whether it was removed.
    public var isDeleted: Bool
    /// The state; `nil` in a message that does not contain it.
    public var state: LinkState?

    /// A message of its parts.
    public init(index: Int32, name: String, isUp: Bool, isDeleted: Bool, state: LinkState?) {
        self.index = index
        self.name = name
        self.isUp = isUp
        self.isDeleted = isDeleted
        self.state = state
    }
}

/// Follows one interface by its name through the kernel's messages. Pure.
///
/// The configuration has the name; a socket is bound to the number. An interface that is removed
/// and added again has another number. So has an interface that takes the name of another.
public struct LinkTracker: Sendable {
    /// The name of the interface.
    public let name: String
    /// Its number; `nil` while there is none.
    public private(set) var index: Int32?
    /// Whether it is up.
    public private(set) var isUp = false

    /// Follows the interface of a name, of which nothing is known.
    public init(name: String) { self.name = name }

    /// Processes a change and reports its meaning.
    public mutating func note(_ message: LinkMessage, _ report: (LinkEvent) -> Void) {
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
    public mutating func noteMissing(_ report: (LinkEvent) -> Void) {
        if index != nil { lose(report) }
    }

    private mutating func lose(_ report: (LinkEvent) -> Void) {
        index = nil
        isUp = false
        report(.gone)
    }
}
