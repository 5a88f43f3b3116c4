import CANFrames
import CLibrary
import LinuxLoop
import SocketCAN
import Supervision

/// The daemon's side of a simulated interface.
struct SimulatedPort: BusPort, ~Copyable {
    let simulated: SimulatedInterface
    private(set) var isOpen: Bool

    init(_ simulated: SimulatedInterface) {
        self.simulated = simulated
        isOpen = simulated.exists
    }

    var interface: String { SimulatedLink.name }
    var isUp: Bool { simulated.link.isUp }
    var holdsFrames: Bool { simulated.holdsFrames }
    var isChanging: Bool { simulated.answers.isChanging }

    func send(_ frame: CANFrame) -> SendResult { isOpen ? simulated.send(frame) : .gone }

    func receive(into items: inout [CANSocket.Received]) {
        guard isOpen else { return }
        let count = min(simulated.socket.received.count, CANConnection.mostItems)
        items += simulated.socket.received.prefix(count)
        simulated.socket.received.removeFirst(count)
    }

    func receiveRequests(into items: inout [CANSocket.Received]) {
        guard isOpen else { return }
        let count = min(simulated.socket.requests.count, CANConnection.mostItems)
        items += simulated.socket.requests.prefix(count)
        simulated.socket.requests.removeFirst(count)
    }

    mutating func close() {
        isOpen = false
        // The socket of an interface that has disappeared has nothing more to report.
        simulated.socket.received.removeAll()
        simulated.socket.requests.removeAll()
    }

    mutating func reopen() throws(SocketCANError) {
        guard !isOpen else { return }
        guard simulated.exists else { throw .noInterface(interface) }
        guard simulated.givesSocket() else {
            throw .system(interface: interface, SystemError("socket", ENFILE))
        }
        isOpen = true
    }

    mutating func readLink(into events: inout [LinkEvent]) {
        events += simulated.link.takeEvents(simulated.message)
    }

    func ask() { simulated.ask() }
    func setUp(_ settings: LinkSettings, restarts: Bool) {
        simulated.setUp(settings.bitRate, restarts: restarts)
    }
    func recover() { simulated.recover() }
}
