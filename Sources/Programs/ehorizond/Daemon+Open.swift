import Configuration
import Horizon
import LinuxLoop
import Quantities
import Recording
import RoadMap
import Supervision
import TextFiles
import VehicleSignals

// Parts of the daemon that its settings ask for.
extension Daemon {
    static func vehicleBus(
        _ settings: Settings, otherwise interface: String
    ) throws(Failure) -> VehicleBus? {
        guard let signals = settings.vehicle.signals else { return nil }
        return try VehicleBus.open(
            interface: settings.vehicle.interface ?? interface, signals: signals,
            mustExist: settings.daemon.requiresInterface, at: monotonicNow())
    }

    /// What records the run by the settings.
    static func recorders(
        _ loaded: LoadedSettings, _ map: OpenedMap, _ learned: LearnedTurns?
    ) -> RunRecorders {
        let header = RecordingHeader(
            start: monotonicNow(), startUTC: systemNow(), map: map.roads.identity,
            configuration: Array(loaded.toml.utf8), learnedTurns: learned?.bytes ?? [])
        let settings = loaded.settings.daemon
        return RunRecorders(
            file: recorder(settings, header), ring: ring(settings.ring, header),
            limits: LimitLog.open(settings, map.roads))
    }

    /// The recorder of the settings. If it cannot create its file, the daemon transmits without a recording.
    private static func recorder(
        _ settings: DaemonSettings, _ header: RecordingHeader
    ) -> EventRecorder<RecordingFile>? {
        guard let path = settings.record else { return nil }
        do {
            return EventRecorder(
                to: try RecordingFile(path: path, header: header), path: path,
                limit: settings.recordLimit << 20, header: header, say: report)
        } catch {
            report("\(error); nothing is recorded")
            return nil
        }
    }

    /// The ring buffer of the settings. If its folder cannot be used, the daemon transmits without it.
    private static func ring(
        _ settings: RingSettings, _ header: RecordingHeader
    ) -> RingRecorder<RingFile>? {
        guard let folder = settings.folder else { return nil }
        do {
            // The ring, and a copy of it while that is written.
            try MemoryRoom.check(RingFile.memory(of: settings.capacity << 20))
            let ring = RecordRing(
                length: .seconds(Double(settings.length)), capacity: settings.capacity << 20)
            let store = RingStore(ring, header: header, watchdog: ServiceManager.watchdog())
            return RingRecorder(
                try RingFile(
                    folder, store: store, capacity: settings.capacity << 20,
                    mostFiles: settings.mostFiles),
                start: header.start)
        } catch {
            report("\(error); there is no ring buffer")
            return nil
        }
    }
}
