import ADASISv2
import CANFrames
import Engine
import Horizon
import HorizonProvider
import Quantities
import RandomNumbers
import RoadMap
import SocketCAN
import Supervision
import TextFiles

/// What goes wrong around the daemon, and when.
extension SimulatedRun {
    var nextFault: MonotonicTime? {
        var earliest = EarliestDeadline()
        if faultIndex < plan.faults.count { earliest.add(plan.faults[faultIndex].start) }
        for fault in active { earliest.add(fault.end) }
        if active.contains(where: { $0.fault.isPulsed }) { earliest.add(nextPulse) }
        return earliest.time
    }

    mutating func takeFaults() throws {
        if active.contains(where: { $0.end <= now }) {
            let over = active.filter { $0.end <= now }
            active.removeAll { $0.end <= now }
            for fault in over { try end(fault.fault) }
            noteActive()
        }
        while faultIndex < plan.faults.count, plan.faults[faultIndex].start <= now {
            let fault = plan.faults[faultIndex]
            faultIndex += 1
            active.append(fault)
            noteActive()
            try begin(fault.fault)
        }
        if now >= nextPulse {
            nextPulse = now + .milliseconds(Int64.random(in: 20...500, using: &random))
            for fault in active { pulse(fault.fault) }
        }
        witness.note(bitRate: interface.wire.bitRate)
        if interface.link.areLost { witness.noteDeaf(at: now) }
    }

    /// Tells the vehicle and the disk which faults there are.
    private mutating func noteActive() {
        let faults = Set(active.map(\.fault))
        vehicle.note(faults)
        state.disk.faults = faults
    }

    private mutating func begin(_ fault: Fault) throws {
        interface.begin(fault)
        switch fault {
        case .unreadableMap: for map in maps { map.isUnreadable = true }
        case .clock:
            let hours = Bool.random(using: &random) ? 1.0 : -1
            vehicle.setClock(.seconds(3600 * hours))
        case .newMap:
            guard maps.count > 1, !maps[0].isUnreadable else { return }
            maps.swapAt(0, 1)
            guard let roads = try? RoadMap(source: maps[0]) else { return }
            daemon?.change(to: SimulatedMap(roads: roads), at: now)
        case .damagedMap: try daemon?.refuseMap(at: now)
        case .ignitionOff: daemon?.setIgnition(false, &witness, at: now)
        case .halted, .suspended: haltStart = now
        case .flippedBit:
            state.disk.flipBit(
                of: Bool.random(using: &random) ? StoredState.placeName : StoredState.turnsName)
        default:
            guard let end = fault.end else { return }
            finish(by: end)
            if fault == .powerCut { interface.powerOff() } else { interface.forgetDaemon() }
        }
    }

    private mutating func end(_ fault: Fault) throws {
        interface.end(fault, &random)
        switch fault {
        case .unreadableMap: for map in maps { map.isUnreadable = false }
        case .clock: vehicle.setClock(.zero)
        case .damagedMap where !maps[0].isUnreadable:
            daemon?.change(to: SimulatedMap(roads: try RoadMap(source: maps[0])), at: now)
        case .ignitionOff:
            let isOff = active.contains { $0.fault == .ignitionOff }
            daemon?.setIgnition(!isOff, &witness, at: now)
        case .halted, .suspended:
            if fault == .suspended { endSuspension(of: now - haltStart) }
            witness.noteHalt(of: now - haltStart, at: now)
        case .masks: unmasking.isDue = true
        case .reload: daemon?.apply(texts.first, &witness, at: now)
        default: break
        }
    }

    /// The clocks may have seconds only: they do not show a shorter suspension.
    private mutating func endSuspension(of time: Nanoseconds) {
        let isSeen = time >= .seconds(1)
        interface.loseSettings(isSeen: isSeen)
        if isSeen { daemon?.noteSuspension(of: time, at: now) }
    }

    /// Clients ask for all messages again once they are heard, and get them within a second.
    mutating func unmask() {
        guard unmasking.isDue, interface.readySince != nil, !isHalted,
            interface.socket.hasRoomForRequests
        else { return }
        unmasking = (false, now + RequestSupervision.maskInterval)
        ask(1, 0xFF)
    }

    /// A client asks for messages, for everything, or for fewer messages, in the plain layout.
    private func ask(_ first: UInt8, _ mask: UInt8) {
        var frame = CANFrame(identifier: RequestLayout.plainIdentifier, clampedLength: 2)
        (frame.bytes[0], frame.bytes[1]) = (first, mask)
        interface.hearRequest(frame)
    }

    /// Does again and again what a fault consists of.
    private mutating func pulse(_ fault: Fault) {
        switch fault {
        case .flapping:
            let isShort = Int.random(in: 0..<4, using: &random) == 0
            if interface.isUp { interface.goDown() } else { interface.bringUp() }
            if isShort { interface.bringUp() }
        case .lostLinkMessages:
            // Many changes at once are why messages are lost.
            guard interface.isUp, Int.random(in: 0..<4, using: &random) == 0 else { return }
            interface.goDown()
            interface.bringUp()
        case .forgedErrors:
            interface.socket.tell(
                Bool.random(using: &random) ? .busOff : .restarted, isLocal: true)
        case .foreignSender:
            guard let own = settings.parameters.provider.layout.identifiers.first else { return }
            interface.socket.hear(CANFrame(identifier: own, clampedLength: 8))
        case .requests:
            // Of all kinds but masks, now and then as fast as the bus carries them.
            let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...300, using: &random)
            for _ in 0..<count { ask(UInt8.random(in: 0...255, using: &random) & ~1, 0) }
        case .masks: ask(1, UInt8.random(in: 0...255, using: &random))
        case .reload: daemon?.apply(texts.random(&random), &witness, at: now)
        default: break
        }
    }
}
