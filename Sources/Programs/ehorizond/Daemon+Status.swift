import CLibrary
import Configuration
import Console
import Engine
import LinuxLoop
import Positioning
import Quantities
import Receivers
import StatusProtocol
import Supervision
import TextFiles

// The functions are mutating although they change nothing: the compiler checks the parts of a noncopyable type that
// is borrowed one by one, which takes minutes here.
extension Daemon {
    /// The state for a client of the control socket.
    mutating func statusReport(at now: MonotonicTime) -> StatusReport {
        let engine = horizon.engine
        return StatusReport(
            program: Program.version, uptime: (now - schedule.start).seconds,
            memory: residentMemory(),
            fix: engine.fixStatus(at: now), place: engine.placeStatus, tree: engine.treeStatus,
            bus: busStatus(at: now), map: mapStatus(at: engine.lastArrival?.fix.time),
            receiver: receiverStatus(),
            host: hostStatus(), control: controlStatus())
    }

    /// The answer to a client of the control socket that asks for the path tree.
    mutating func treeAnswer(_ request: ControlRequest) -> [UInt8] {
        let map = horizon.maps.current
        let engine = horizon.engine
        let isWaiting: Bool =
            switch control {
            case .some(let control): control.hasUnreadTree
            case nil: false
            }
        return ControlAnswer.tree(request, links: engine.linksOfTree, isWaiting: isWaiting) {
            engine.treeReport(on: map)
        }
    }

    /// The state for the service manager.
    mutating func serviceState() -> ServiceNotices.State {
        ServiceNotices.State(
            interface: bus.port.interface, bus: bus.condition, hasMap: horizon.mapBounds != nil,
            positionsSent: horizon.positionsSent, position: positions.words(horizon.match))
    }

    /// The faults that have the ring buffer written.
    mutating func faults(isFailing: Bool) -> RingFaults {
        RingFaults(
            isOffRoad: positions.hasLeftRoads, isBusOff: bus.condition == .busOff,
            isFailing: isFailing)
    }

    private mutating func controlStatus() -> StatusReport.Control {
        switch control {
        case .some(let control): return control.status
        case nil: return StatusReport.Control()
        }
    }

    private mutating func mapStatus(at drive: UTCTime?) -> StatusReport.Map {
        let map = horizon.maps.current
        return map.status(named: horizon.mapFiles.name, at: drive)
    }

    private mutating func hostStatus() -> StatusReport.Host {
        let (route, objects) = (horizon.route, horizon.objects.list)
        let hasRoute = horizon.engine.hasRoute
        return StatusReport.Host(
            route: route.hasRoute ? route.choice.name : nil, hasRoute: hasRoute,
            objects: objects.status)
    }

    private mutating func busStatus(at now: MonotonicTime) -> StatusReport.Bus {
        var status = StatusReport.Bus(
            interface: bus.port.interface, state: bus.condition.statusName,
            bitRate: bus.bitsPerSecond, load: 0, loadLimit: 0)
        let (engine, sent) = (horizon.engine, horizon.sent)
        engine.addMask(to: &status)
        sent.add(to: &status, at: now)
        status.controller = bus.controllerState
        status.stalls = bus.stalls
        status.rejectedRequests = bus.rejectedRequests
        return status
    }

    private mutating func receiverStatus() -> StatusReport.Receiver {
        var tally = feed.tally
        tally?.drop(positions.thinned, as: "fixes that came too fast")
        return StatusReport.Receiver(
            source: feed.name, isConnected: feed.isConnected,
            read: (tally?.read ?? []).map { StatusReport.Count($0.kind, $0.count) },
            rejected: (tally?.dropped ?? []).map { StatusReport.Count($0.kind, $0.count) })
    }

    /// The resident memory by proc_pid_statm(5), bytes; `nil` where /proc is not there.
    private func residentMemory() -> Int? {
        guard let text = try? Files.read("/proc/self/statm", atMost: 4096) else { return nil }
        let numbers = String(decoding: text, as: UTF8.self).split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
