/// What has become of a network interface.
public enum LinkEvent: Sendable, Hashable {
    /// It is there (again), with that number; whether it is up is told after it.
    case appeared(index: Int32)
    /// It is up: its sockets work.
    case up
    /// It is down: its sockets wait.
    case down
    /// It is gone, and its sockets are of no use any more.
    case gone
}

/// One change of an interface as the kernel reports it.
struct LinkMessage {
    var index: Int32
    var name: String
    var isUp: Bool
    var isDeleted: Bool
}

/// Follows one interface by its name through the kernel's messages. Pure.
///
/// The name is what a person configured; the number is what a socket is bound to. One that is deleted
/// and made again has another number, and so has, for us, one that takes the name of another.
struct LinkTracker {
    let name: String
    private(set) var index: Int32?
    private(set) var isUp = false

    init(name: String) { self.name = name }

    /// Takes note of a change and tells what it means.
    mutating func note(_ message: LinkMessage, _ tell: (LinkEvent) -> Void) {
        let isOurs = message.index == index
        let hasName = message.name == name
        if isOurs, message.isDeleted || !hasName {
            lose(tell)
            return
        }
        guard hasName, !message.isDeleted else { return }
        if !isOurs {
            // A message about the old one was lost.
            if index != nil { lose(tell) }
            index = message.index
            tell(.appeared(index: message.index))
        }
        guard message.isUp != isUp else { return }
        isUp = message.isUp
        tell(isUp ? .up : .down)
    }

    /// Takes note that there is no interface of the name.
    mutating func noteMissing(_ tell: (LinkEvent) -> Void) {
        if index != nil { lose(tell) }
    }

    private mutating func lose(_ tell: (LinkEvent) -> Void) {
        index = nil
        isUp = false
        tell(.gone)
    }
}
