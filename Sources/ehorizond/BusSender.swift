import ADASISv2
import CANFrames
import Console
import LinuxLoop
import Quantities
import SocketCAN

/// The interface that frames go to: its socket, what stops it and what the kernel says of it. It
/// survives the interface going down, being deleted and coming back; a controller that is off the bus
/// is restarted if the interface is the daemon's to set up.
struct BusSender: ~Copyable {
    private let interface: String
    private let options: CANSocket.Options
    private var socket: CANSocket?
    private var monitor: LinkMonitor
    private var pacer = SendPacer()
    private var window: SendWindow
    /// Whether the interface is the daemon's to set up.
    private let isOwner: Bool
    private var restarts = RestartSchedule()
    private let attempt = RestartAttempt()
    private var isBusOff = false
    private var isDown = false
    private var openings = 0
    private var clientsLost = false
    /// How many frames the kernel has taken.
    private(set) var framesSent = 0

    /// Opens the interface, for CAN FD frames too where the layout has some; it has to be there.
    init(
        interface: String, isFlexible: Bool, layout: Layout, bitRate: Int, isOwner: Bool
    ) throws(Failure) {
        var options = CANSocket.Options()
        options.isFlexible = isFlexible
        options.confirmsOwn = true
        options.filter = .only(layout.identifiers)
        self.options = options
        window = SendWindow(bitRate: bitRate)
        let monitor = try Self.opened(interface) { () throws(SystemError) in
            try LinkMonitor(interface: interface) { _ in }
        }
        let socket = try Self.opened(interface) { () throws(SocketCANError) in
            try CANSocket(interface: interface, options: options)
        }
        self.interface = interface
        self.isOwner = isOwner
        let isUp = monitor.isUp
        self.monitor = consume monitor
        self.socket = consume socket
        if !isUp { noteDown(at: monotonicNow()) }
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

    /// Tells of links coming and going.
    var linkDescriptor: Int32 { monitor.descriptor }

    /// What to wait for of the socket, `nil` where there is none. A socket that was opened later has
    /// another number of opening, though its descriptor may have the number of a closed one.
    var watch: (descriptor: Int32, opening: Int, wantsRoom: Bool)? {
        switch socket {
        case .some(let socket): (socket.descriptor, openings, pacer.wantsRoom)
        case nil: nil
        }
    }

    /// When to try again without being told.
    var deadline: MonotonicTime? {
        guard let restart = restarts.deadline else { return pacer.deadline }
        return min(pacer.deadline ?? restart, restart)
    }

    /// When the frames that the kernel has are through without a further word of it, `nil` where it has
    /// none.
    func windowDeadline(at now: MonotonicTime) -> MonotonicTime? { window.deadline(at: now) }

    /// Whether a frame can be tried now: where a POSITION waits, behind the one that may be under way,
    /// else only once that is through. A bus that is off takes frames and loses them, so none is.
    func isOpen(isPositionDue: Bool, at now: MonotonicTime) -> Bool {
        !isBusOff && pacer.isOpen(at: now) && window.isOpen(isPosition: isPositionDue, at: now)
    }

    /// Whether clients may have lost what they held since the last call.
    mutating func takeClientsLost() -> Bool {
        defer { clientsLost = false }
        return clientsLost
    }

    /// Tries a frame. Says whether the kernel took it; where not, it is to be tried again once
    /// ``isOpen(isPositionDue:at:)`` says so.
    mutating func send(_ frame: CANFrame, at now: MonotonicTime) throws(Failure) -> Bool {
        let result: SendResult
        do {
            switch socket {
            case .some(let socket): result = try socket.send(frame)
            case nil: result = .gone
            }
        } catch {
            throw Failure("\(error)")
        }
        pacer.note(result, at: now)
        switch result {
        case .sent:
            framesSent += 1
            window.noteSent(frame, at: now)
        case .gone: close(at: now)
        case .linkDown: noteDown(at: now)
        case .wouldBlock, .queueFull: break
        }
        return result == .sent
    }

    /// Reads what the socket has to say: room, confirmations, and error frames.
    mutating func receive(at now: MonotonicTime) throws(Failure) {
        pacer.noteRoom()
        while true {
            let received: CANSocket.Received
            do {
                switch socket {
                case .some(let socket): received = try socket.receive()
                case nil: return
                }
            } catch {
                throw Failure("\(error)")
            }
            switch received {
            case .nothing: return
            case .data(_, let receipt):
                if receipt.isOwn { window.noteConfirmed(at: now) }
            case .remote: continue
            case .error(let frame, _): note(frame, at: now)
            case .linkDown: noteDown(at: now)
            case .gone:
                close(at: now)
                return
            }
        }
    }

    /// Follows the interface as the kernel tells of it.
    mutating func readLink(at now: MonotonicTime) throws(SystemError) {
        var events: [LinkEvent] = []
        try monitor.read { events.append($0) }
        for event in events {
            switch event {
            case .appeared: break
            case .down: noteDown(at: now)
            case .gone: close(at: now)
            case .up: reopen(at: now)
            }
        }
    }

    /// Restarts a controller that is off the bus, when it is time. The kernel's answer may take as long
    /// as the adapter does, so another thread waits for it; what comes of it the socket and the link tell.
    mutating func recover(at now: MonotonicTime) throws(SystemError) {
        guard let deadline = restarts.deadline, now >= deadline else { return }
        restarts.noteAttempt(at: now)
        try attempt.begin(of: LinkControl(interface))
    }

    private mutating func note(_ frame: ErrorFrame, at now: MonotonicTime) {
        if frame.kinds.contains(.busOff), !isBusOff {
            isBusOff = true
            if isOwner { restarts.noteBusOff(at: now) }
            Program.say(
                "ehorizond: \(interface) is bus-off; nothing is sent until it has restarted")
        }
        if frame.kinds.contains(.restarted), isBusOff {
            isBusOff = false
            window.reset()
            restarts.noteBusOn(at: now)
            clientsLost = true
            Program.say("ehorizond: \(interface) has restarted; the horizon is sent again")
        }
    }

    /// The socket, the kernel's word of links and a refused frame all tell of it, in any order.
    private mutating func noteDown(at now: MonotonicTime) {
        pacer.noteLinkDown(at: now)
        guard !isDown else { return }
        isDown = true
        Program.say("ehorizond: \(interface) is down; waiting for it to come up")
    }

    private mutating func close(at now: MonotonicTime) {
        guard socket != nil else { return }
        socket = nil
        pacer.noteGone(at: now)
        restarts.noteGone()
        Program.say("ehorizond: \(interface) is gone; waiting for it to come back")
    }

    /// A link that came up went down before, and the socket may not have told of that yet. Told later,
    /// it would pass for news, and nothing be sent any more.
    private mutating func forgetWhatIsPast(at now: MonotonicTime) {
        while true {
            let received: CANSocket.Received?
            switch socket {
            case .some(let socket): received = try? socket.receive()
            case nil: return
            }
            switch received {
            case .data, .remote, .error, .linkDown: continue
            case .gone: return close(at: now)
            case .nothing, nil: return
            }
        }
    }

    /// After the interface was down or gone nobody knows what the clients hold.
    private mutating func reopen(at now: MonotonicTime) {
        if socket != nil { forgetWhatIsPast(at: now) }
        if socket == nil {
            guard let opened = try? CANSocket(interface: interface, options: options) else {
                return
            }
            socket = consume opened
            openings += 1
        }
        isBusOff = false
        window.reset()
        restarts.noteBusOn(at: now)
        isDown = false
        pacer.noteLinkUp()
        clientsLost = true
        Program.say("ehorizond: \(interface) is up; the horizon is sent again")
    }
}
