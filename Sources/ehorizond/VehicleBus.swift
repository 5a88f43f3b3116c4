import CANFrames
import Console
import Engine
import Quantities
import SocketCAN
import VehicleSignals

/// The bus that the car tells its motion on, what the road is like, and what its driver is about to do. It
/// survives the interface going and coming back.
struct VehicleBus: ~Copyable {
    private let interface: String
    private let signals: VehicleSignals
    private let options: CANSocket.Options
    private var socket: CANSocket?
    /// Counts openings: a descriptor may have the number of one that was closed.
    private var openings = 0
    private var isDown = false
    private var nextAttempt = MonotonicTime.zero
    private static let retry = Nanoseconds.milliseconds(1000)
    private var heard: HeardSignals
    /// When it is told which signals were not heard; `nil` once that was done.
    private var hearing: MonotonicTime?
    /// A car says each of its signals several times in so long.
    private static let longestSilence = Nanoseconds.seconds(10)

    /// Opens the interface; it has to be there.
    init(
        interface: String, signals: VehicleSignals, at now: MonotonicTime
    ) throws(Failure) {
        var options = CANSocket.Options()
        options.filter = .only(signals.identifiers)
        options.receivesErrors = false
        options.isFlexible = signals.isFlexible
        self.interface = interface
        self.signals = signals
        self.options = options
        heard = HeardSignals(signals)
        hearing = now + Self.longestSilence
        do {
            socket = try CANSocket(interface: interface, options: options)
        } catch {
            throw Failure("\(error)")
        }
    }

    /// What to wait for, `nil` while the interface is gone.
    var watch: (descriptor: Int32, opening: Int)? {
        switch socket {
        case .some(let socket): (socket.descriptor, openings)
        case nil: nil
        }
    }

    /// When to look whether the interface is back; `nil` while it is there.
    var deadline: MonotonicTime? { watch == nil ? nextAttempt : nil }

    /// Reads all frames that are there.
    mutating func receive(
        at now: MonotonicTime, into events: inout [EngineEvent]
    ) throws(Failure) {
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
            case .data(let frame, _):
                isDown = false
                let (motion, surface) = (signals.motion(in: frame), signals.surface(in: frame))
                let driver = signals.driver(in: frame)
                heard.note(motion, surface, driver)
                if let motion { events.append(.vehicle(motion)) }
                if let surface { events.append(.surface(surface)) }
                if let driver { events.append(.driver(driver)) }
            case .remote, .error: continue
            case .linkDown:
                if !isDown {
                    Program.say(
                        "ehorizond: \(interface) is down; nothing of the car's own signals is heard"
                    )
                }
                isDown = true
            case .gone:
                socket = nil
                nextAttempt = now + Self.retry
                Program.say(
                    "ehorizond: \(interface) is gone; nothing of the car's own signals is heard")
                return
            }
        }
    }

    /// Says once which signals were not heard, after a while or at the end of the drive.
    mutating func tellSilent(at now: MonotonicTime, isEnd: Bool = false) {
        guard let due = hearing, now >= due || isEnd else { return }
        hearing = nil
        guard !heard.silentNames.isEmpty else { return }
        Program.say(
            "ehorizond: \(interface): not heard so far, or said to be unknown:"
                + " \(heard.silentNames.joined(separator: "; "))")
    }

    /// Opens the interface again once it is back.
    mutating func recover(at now: MonotonicTime) {
        guard watch == nil, now >= nextAttempt else { return }
        nextAttempt = now + Self.retry
        guard let opened = try? CANSocket(interface: interface, options: options) else { return }
        socket = consume opened
        openings += 1
        Program.say("ehorizond: \(interface) is back; the car's own signals are heard")
    }
}
