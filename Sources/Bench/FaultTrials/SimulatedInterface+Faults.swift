import CANFrames
import Quantities
import RandomNumbers
import SocketCAN

extension SimulatedInterface {
    /// Bit rates that an interface may come back with, bit/s.
    private static let bitRates = [125_000, 250_000, 1_000_000]

    /// Begins a fault of the bus; another fault changes nothing here.
    func begin(_ fault: Fault) {
        switch fault {
        case .busOff: goBusOff(isShorted: true)
        case .shortBusOff: goBusOff(isShorted: false)
        case .down: goDown()
        case .listening: listen(true)
        case .gone, .otherBitRate: disappear()
        case .blocked:
            // Half of them by a node that sends without a pause.
            block(alone: false, isFlooded: now.nanoseconds / 1_000_000 % 2 == 0)
        case .alone: block(alone: true)
        case .queueFull: others.fillsQueue = true
        case .traffic: wire.traffic = .milliseconds(5)
        case .errors: countErrors(.warning)
        case .lostConfirmations: socket.losesConfirmations = true
        case .doubledConfirmations: socket.doublesConfirmations = true
        case .failedSetUp:
            refusesSetUp = true
            // An adapter that is plugged in again is set up again.
            if exists, traits.isOwned {
                disappear()
                appear()
            }
        case .noSocket: refusesSockets = true
        case .lostLinkMessages: link.areLost = true
        default: break
        }
    }

    /// A client asks for something.
    func hearRequest(_ frame: CANFrame) {
        if exists, reachesTheBus { socket.request(frame) }
    }

    /// Ends a fault of the bus.
    func end(_ fault: Fault, _ random: inout SplitMix64) {
        switch fault {
        case .busOff, .shortBusOff: endShort()
        case .down, .flapping: bringUp()
        case .listening: listen(false)
        case .gone: appear()
        case .otherBitRate: appear(bitRate: Self.bitRates.randomElement(using: &random))
        case .blocked, .alone: unblock()
        case .queueFull: others.fillsQueue = false
        case .traffic: wire.traffic = .zero
        case .errors: countErrors(.active)
        case .lostConfirmations: socket.losesConfirmations = false
        case .doubledConfirmations: socket.doublesConfirmations = false
        case .failedSetUp: refusesSetUp = false
        case .noSocket: refusesSockets = false
        case .lostLinkMessages: link.areLost = false
        default: break
        }
    }
}
