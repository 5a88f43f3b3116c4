import CANFrames
import LinuxLoop
import SocketCAN
import Supervision
import TextFiles

/// The interface that the daemon sends frames on: its socket, its link, and the threads that wait for the kernel.
/// The adapter decides how long the kernel's answer takes; the socket and the link report the result.
struct SocketPort: BusPort, ~Copyable {
    private var connection: CANConnection
    /// The socket of the requests of clients; `nil` where none are read.
    private var requests: CANConnection?
    private var monitor: LinkMonitor
    private let change = LinkTask()
    private let question = LinkTask()

    private init(
        _ monitor: consuming LinkMonitor, _ connection: consuming CANConnection,
        _ requests: consuming CANConnection?
    ) {
        self.monitor = monitor
        self.connection = connection
        self.requests = requests
    }

    /// Opens the interface; for CAN FD frames too where the layout has some. Waits for one that does not
    /// exist yet, unless it must.
    /// - Parameters:
    ///   - identifiers: The identifiers of the horizon: confirmations, and frames of other nodes.
    ///   - requests: The identifier of requests; `nil` if none are read.
    static func open(
        interface: String, isFlexible: Bool, identifiers: [CANIdentifier],
        requests: CANIdentifier?, mustExist: Bool
    ) throws(Failure) -> SocketPort {
        var options = CANSocket.Options()
        options.isFlexible = isFlexible
        options.confirmsOwn = true
        options.filter = .only(identifiers)
        var requestOptions = CANSocket.Options()
        requestOptions.isFlexible = isFlexible
        requestOptions.receivesErrors = false
        requestOptions.filter = .only([requests].compactMap(\.self))
        // All parts are made before one is stored: compilers before 6.3 fail on an initialiser that throws
        // in between.
        return SocketPort(
            try opened(interface) { () throws(SystemError) in
                let monitor = try LinkMonitor.open(interface: interface) { _ in }
                // Nothing is sent before the answer: to a controller that is bus-off, frames would be lost.
                try monitor.question?.ask()
                return monitor
            },
            try connection(interface, options, mustExist: mustExist),
            requests == nil
                ? nil : try connection(interface, requestOptions, mustExist: mustExist))
    }

    private static func connection(
        _ interface: String, _ options: CANSocket.Options, mustExist: Bool
    ) throws(Failure) -> CANConnection {
        try opened(interface) { () throws(SocketCANError) in
            try CANConnection.open(interface: interface, options: options, mustExist: mustExist)
        }
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
    func watch(reads: Bool, wantsRoom: Bool) -> Watch? {
        connection.watch(reads: reads, wantsRoom: wantsRoom)
    }

    /// What to wait for of the socket for requests; `nil` without one.
    func watchRequests(reads: Bool) -> Watch? { requests?.watch(reads: reads) ?? nil }

    var interface: String { connection.interface }
    var isOpen: Bool { connection.isOpen }
    var isUp: Bool { monitor.isUp }
    var holdsFrames: Bool { connection.holdsFrames }
    var isChanging: Bool { change.isUnderWay }

    func send(_ frame: CANFrame) throws(SocketCANError) -> SendResult { try connection.send(frame) }

    func receive(into items: inout [CANSocket.Received]) throws(SocketCANError) {
        try connection.receive(into: &items)
    }

    mutating func receiveRequests(into items: inout [CANSocket.Received]) throws(SocketCANError) {
        try requests?.receive(into: &items)
        // The other socket and the link report it too.
        if case .gone = items.last { requests?.close() }
    }

    mutating func close() {
        connection.close()
        requests?.close()
    }

    mutating func reopen() throws(SocketCANError) {
        try connection.reopen()
        try requests?.reopen()
    }

    mutating func readLink(into events: inout [LinkEvent]) throws(SystemError) {
        try monitor.read { event in
            events.append(event)
            switch event {
            case .up, .gone: change.forgetFailure()
            case .appeared, .down, .state, .missed: break
            }
        }
    }

    func ask() {
        guard let asked = monitor.question else { return }
        question.begin { try asked.ask() }
    }

    func setUp(_ settings: LinkSettings, restarts: Bool) {
        let control = LinkControl(interface)
        change.begin { try control.setUp(settings, restarts: restarts) }
    }

    func recover() {
        let control = LinkControl(interface)
        change.begin { try control.recover() }
    }
}
