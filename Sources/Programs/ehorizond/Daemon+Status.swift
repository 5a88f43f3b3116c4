import Console
import Glibc
import LinuxLoop
import Positioning
import Quantities
import Receivers
import StatusProtocol
import Supervision
import TextFiles

extension Daemon {
    /// The state for a client of the control socket.
    func statusReport(at now: MonotonicTime) -> StatusReport {
        return StatusReport(
            program: Program.version, uptime: (now - schedule.start).seconds, memory: residentMemory(),
            fix: horizon.fixStatus(at: now), place: horizon.placeStatus, tree: horizon.treeStatus,
            bus: busStatus(at: now), map: horizon.mapStatus, receiver: receiverStatus(),
            host: horizon.hostStatus, control: controlStatus())
    }

    private func controlStatus() -> StatusReport.Control {
        switch control {
        case .some(let control): control.status
        case nil: StatusReport.Control()
        }
    }

    private func busStatus(at now: MonotonicTime) -> StatusReport.Bus {
        var status = StatusReport.Bus(
            interface: bus.port.interface, state: bus.condition.statusName,
            bitRate: bus.bitsPerSecond, load: 0, loadLimit: 0)
        horizon.addFrames(to: &status, at: now)
        status.controller = bus.controllerState
        status.stalls = bus.stalls
        status.rejectedRequests = bus.rejectedRequests
        return status
    }

    private func receiverStatus() -> StatusReport.Receiver {
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
