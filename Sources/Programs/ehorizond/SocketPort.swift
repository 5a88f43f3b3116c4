import CANFrames
import LinuxLoop
import SocketCAN
import Supervision
import TextFiles

/// The interface that the daemon sends frames on: its socket, its link, and the threads that wait for the kernel.
/// The adapter decides how long the kernel's answer takes; the socket and the link report the result.
struct SocketPort: BusPort, ~Copyable {
    private var connection: CANConnection
    private var monitor: LinkMonitor
    private let change = LinkTask()
    private let question = LinkTask()

    private init(_ monitor: consuming LinkMonitor, _ connection: consuming CANConnection) {
        self.monitor = monitor
        self.connection = connection
    }

    /// Opens the interface; for CAN FD frames too where the layout has some. Waits for one that does not
    /// exist yet, unless it must.
    /// - Parameter identifiers: The frames that are received: the horizon's own, and those of requests.
    static func open(
        interface: String, isFlexible: Bool, identifiers: [CANIdentifier], mustExist: Bool
    ) throws(Failure) -> SocketPort {
        var options = CANSocket.Options()
        options.isFlexible = isFlexible
        options.confirmsOwn = true
        options.filter = .only(identifiers)
        // All parts are made before one is stored: compilers before 6.3 fail on an initialiser that throws
        // in between.
        return SocketPort(
            try opened(interface) { () throws(SystemError) in
                let monitor = try LinkMonitor.open(interface: interface) { _ in }
                // Nothing is sent before the answer: to a controller that is bus-off, frames would be lost.
                try monitor.question?.ask()
                return monitor
            },
            try opened(interface) { [options] () throws(SocketCANError) in
                try CANConnection.open(
                    interface: interface, options: options, mustExist: mustExist)
            })
    }

    private static func opened<Opened: ~Copyable, Reason: Error>(
        _ interface: String, _ open: () throws(Reason) -> Opened
    ) throws(Failure) -> Opened {
        do {
            return try open()
        } catch {
            throw Failure(error is SocketCANError ? "\(error)" : "\(interface): \(error)")
        }
    }

    /// Readable when the kernel has a message about a link.
    var linkDescriptor: Int32 { monitor.descriptor }

    /// What to wait for of the socket; `nil` without one.
    func watch(wantsRoom: Bool) -> Watch? { connection.watch(wantsRoom: wantsRoom) }

    var interface: String { connection.interface }
    var isOpen: Bool { connection.isOpen }
    var isUp: Bool { monitor.isUp }
    var holdsFrames: Bool { connection.holdsFrames }

    func send(_ frame: CANFrame) throws(SocketCANError) -> SendResult { try connection.send(frame) }

    func next() throws(SocketCANError) -> CANSocket.Received? { try connection.next() }

    mutating func close() { connection.close() }

    mutating func reopen() -> Bool { connection.reopen() }

    mutating func readLink(into events: inout [LinkEvent]) throws(SystemError) {
        try monitor.read { events.append($0) }
    }

    func ask() throws(SystemError) {
        guard let asked = monitor.question else { return }
        try question.begin { try asked.ask() }
    }

    func setUp(_ settings: LinkSettings) throws(SystemError) {
        let control = LinkControl(interface)
        try change.begin { try control.setUp(settings) }
    }

    func recover() throws(SystemError) {
        let control = LinkControl(interface)
        try change.begin { try control.recover() }
    }
}
