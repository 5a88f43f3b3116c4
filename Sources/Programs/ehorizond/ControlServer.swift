import CLibrary
import LinuxLoop
import Quantities
import StatusProtocol
import Supervision

/// The control socket and its connections. ``/StatusProtocol/ControlConnection`` decides what is read and kept of a
/// client, ``/Supervision/ReadPace`` how often clients are served; this does the calls.
///
/// No failure of a client ends the daemon: his connection is closed.
struct ControlServer: ~Copyable {
    /// A request that waits for its answer.
    struct Request {
        fileprivate let client: Client
        /// The request.
        let content: ControlRequest
    }

    /// A connection.
    fileprivate final class Client {
        let connection: UnixConnection
        var state: ControlConnection
        /// What the poller waits for.
        var interest = Poller.Interest.readable
        let token: UInt64

        init(_ connection: consuming UnixConnection, token: UInt64, at now: MonotonicTime) {
            state = ControlConnection(user: connection.user, at: now)
            self.connection = connection
            self.token = token
        }
    }

    /// The most connections, and those of them that subscribe.
    static let mostConnections = 16
    static let mostSubscribers = 8
    /// The most requests that are answered in one round of the loop.
    static let mostRequestsARound = 4
    private static let listening: UInt64 = 0

    private let listener: UnixListener
    private let poller: Poller
    private let rights: ControlRights
    private var clients: [Client] = []
    private var nextToken: UInt64 = 1
    private var pace = ReadPace()
    /// The state that subscribers last received.
    private var schedule = EventSchedule()
    /// The client that is served first in this round.
    private var turn = 0
    /// The numbers since the start.
    private var counts = StatusReport.Control()
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// Listens at a path; `nil` without one, or with a line where that is not possible: the horizon goes out
    /// without a control socket too.
    static func open(_ path: String?) -> ControlServer? {
        guard let path else { return nil }
        do {
            let listener = try UnixListener.open(path: path, mode: 0o660)
            let poller = try Poller()
            try poller.add(listener.descriptor, .readable, token: listening)
            return ControlServer(listener, poller)
        } catch {
            report("\(path): \(error); there is no control socket")
            return nil
        }
    }

    private init(_ listener: consuming UnixListener, _ poller: consuming Poller) {
        self.listener = listener
        self.poller = poller
        rights = ControlRights(owner: getuid())
    }

    /// Removes the name of the socket.
    func end() { listener.remove() }

    /// What the loop waits for.
    var watch: Watch { Watch(poller.number, opening: 1, reads: pace.isOpen) }

    /// When clients are served again although no descriptor reports anything; `nil` if nothing waits.
    func deadline(at now: MonotonicTime) -> MonotonicTime? {
        pace.deadline ?? (clients.contains { $0.state.hasLine } ? now : nil)
    }

    /// The numbers for a report.
    var status: StatusReport.Control {
        var status = counts
        status.connections = clients.count
        status.subscribers = clients.count { $0.state.isSubscriber }
        return status
    }

    /// Whether a client subscribes to anything.
    var hasSubscribers: Bool { clients.contains { $0.state.isSubscriber } }

    /// Whether a client subscribes to a kind of events.
    func hasSubscriber(of kind: ControlEventKind) -> Bool {
        clients.contains { $0.state.events.contains(kind) }
    }

    // MARK: Requests

    /// Accepts connections and reads requests, as many as one round's share. Returns the requests.
    mutating func receive(at now: MonotonicTime) -> [Request] {
        pace.look(at: now)
        guard pace.isOpen else { return [] }
        var tokens: [UInt64] = []
        _ = try? poller.wait(timeout: .zero) { tokens.append($0.token) }
        var work = 0
        if tokens.contains(Self.listening) { work += accept(at: now) }
        var requests: [Request] = []
        let answered = counts.requests
        // Each client is the first one in turn, so that none waits for ever behind others.
        turn = clients.isEmpty ? 0 : (turn + 1) % clients.count
        for client in clients[turn...] + clients[..<turn] {
            if tokens.contains(client.token) {
                work += 1
                send(to: client, at: now)
                read(from: client, at: now)
            }
            guard requests.count < Self.mostRequestsARound else { continue }
            if let request = next(of: client, at: now) { requests.append(request) }
        }
        // Refused ones are work too.
        work += counts.requests - answered
        pace.note(work, at: now)
        settle(at: now)
        return requests
    }

    /// Accepts connections. Returns the work that it was.
    private mutating func accept(at now: MonotonicTime) -> Int {
        for number in 0..<Self.mostRequestsARound {
            do throws(SystemError) {
                guard let connection = try listener.accept() else { return number }
                guard clients.count < Self.mostConnections else {
                    counts.refused += 1
                    _ = connection.write(
                        ControlAnswer.refused("there are \(Self.mostConnections) connections")[...])
                    continue
                }
                let client = Client(connection, token: nextToken, at: now)
                nextToken += 1
                try poller.add(client.connection.descriptor, .readable, token: client.token)
                clients.append(client)
            } catch {
                // Too many open files: the connection waits.
                return ReadPace.mostFrames + 1
            }
        }
        return Self.mostRequestsARound
    }

    private mutating func read(from client: Client, at now: MonotonicTime) {
        guard client.state.reads else { return }
        switch client.connection.read(into: &buffer) {
        case .success(0): client.state.noteEndOfInput()
        case .success(let count): client.state.receive(buffer[..<count])
        case .failure(EAGAIN): break
        case .failure: client.state.end()
        }
    }

    /// The next request of a client that he may make; all others are answered here.
    private mutating func next(of client: Client, at now: MonotonicTime) -> Request? {
        let line: [UInt8]
        switch client.state.nextLine(at: now) {
        case nil: return nil
        case .tooLong:
            client.state.end(
                with: ControlAnswer.refused(
                    "a line has at most \(ControlRequest.longestLine) bytes"))
            send(to: client, at: now)
            return nil
        case .line(let bytes): line = bytes
        }
        counts.requests += 1
        let request: ControlRequest
        do throws(ControlRequestError) {
            request = try ControlRequest(parsing: line)
        } catch {
            answer(client, ControlAnswer.refused(error), at: now)
            return nil
        }
        if let refusal = rights.refusal(of: request.name, by: client.state.user) {
            answer(client, ControlAnswer.refused(request, refusal), at: now)
            return nil
        }
        guard case .subscribe(let kinds) = request.content else {
            return Request(client: client, content: request)
        }
        guard client.state.isSubscriber || status.subscribers < Self.mostSubscribers else {
            let reason = "there are \(Self.mostSubscribers) subscribers"
            answer(client, ControlAnswer.refused(request, reason), at: now)
            return nil
        }
        client.state.subscribe(to: kinds)
        answer(client, ControlAnswer.done(request), at: now)
        return nil
    }

    /// Whether a client has not taken all of its tree.
    var hasUnreadTree: Bool { clients.contains { $0.state.hasUnreadTree } }

    /// Answers a request.
    mutating func answer(_ request: Request, _ line: [UInt8], at now: MonotonicTime) {
        request.client.state.answer(line, isTree: request.content.content == .tree)
        send(to: request.client, at: now)
        settle(at: now)
    }

    private func answer(_ client: Client, _ line: [UInt8], at now: MonotonicTime) {
        client.state.answer(line)
        send(to: client, at: now)
    }

    // MARK: Events

    /// The events about place and bus that are due at a tick.
    mutating func dueEvents(
        _ place: StatusReport.Place, _ interface: String, _ bus: String, at now: MonotonicTime
    ) -> [ControlEvent] {
        schedule.look(place, interface, bus, at: now)
    }

    /// Hands an event to its subscribers. Those that do not read lose it.
    mutating func publish(_ event: ControlEvent, at now: MonotonicTime) {
        guard let kind = event.kind, hasSubscriber(of: kind) else { return }
        let line = event.line
        for client in clients {
            if !client.state.add(line, of: kind, at: now) { counts.lostEvents += 1 }
            send(to: client, at: now)
        }
        settle(at: now)
    }

    // MARK: Connections

    private func send(to client: Client, at now: MonotonicTime) {
        guard client.state.hasOutput else { return }
        switch client.connection.write(client.state.waiting) {
        case .success(let count): client.state.noteSent(count, at: now)
        case .failure(EAGAIN): break
        case .failure:
            // The other side is gone, and takes nothing any more.
            client.state.end()
            client.state.noteSent(client.state.waiting.count, at: now)
        }
    }

    /// Closes what is over, and waits for what is wanted of the others.
    mutating func settle(at now: MonotonicTime) {
        clients.removeAll { client in
            guard client.state.isOver(at: now) else { return false }
            try? poller.remove(client.connection.descriptor)
            return true
        }
        for client in clients {
            var interest: Poller.Interest = []
            if client.state.reads { interest.insert(.readable) }
            if client.state.hasOutput { interest.insert(.writable) }
            guard interest != client.interest else { continue }
            client.interest = interest
            try? poller.change(client.connection.descriptor, interest, token: client.token)
        }
    }
}
