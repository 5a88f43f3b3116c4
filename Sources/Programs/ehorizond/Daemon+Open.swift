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

    /// The recorder of the settings. If it cannot create its file, the daemon transmits without a recording.
    static func recorder(
        _ loaded: LoadedSettings, _ map: OpenedMap, _ learned: LearnedTurns?
    ) -> EventRecorder<RecordingFile>? {
        let settings = loaded.settings.daemon
        guard let path = settings.record else { return nil }
        let header = RecordingHeader(
            start: monotonicNow(), startUTC: systemNow(), map: map.roads.identity,
            configuration: Array(loaded.toml.utf8), learnedTurns: learned?.bytes ?? [])
        do {
            return EventRecorder(
                to: try RecordingFile(path: path, header: header), path: path,
                limit: settings.recordLimit << 20, header: header, say: report)
        } catch {
            report("\(error); nothing is recorded")
            return nil
        }
    }
}
