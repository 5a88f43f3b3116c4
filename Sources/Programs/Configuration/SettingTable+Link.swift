import HorizonProvider
import Quantities

// The CAN interface, as far as the daemon sets it up.
extension SettingTable {
    /// The names of those that need a bit rate.
    static let linkNames = [samplePoint, restart, dataBitRate].map(\.name)

    private static let bitRateText = Setting.text(
        Double(PaceParameters.bitRates.lowerBound)...Double(PaceParameters.bitRates.upperBound),
        "bit/s")

    static let bitRate = Setting(
        path: ["daemon", "bitrate"], range: bitRateText,
        meaning: "The bit rate to set, bit/s; the daemon then also restarts the interface after"
            + " bus-off. Without it the interface is not changed"
    ) {
        $0.daemon.bitRate.map { .integer($0) }
    } set: { settings, value in
        rate(value) { settings.daemon.bitRate = $0 }
    }

    static let dataBitRate = Setting(
        path: ["daemon", "data_bitrate"], range: bitRateText,
        meaning:
            "The bit rate of CAN FD's data phase to set, bit/s; the interface is then set to CAN FD."
            + " Needs daemon.bitrate"
    ) {
        $0.daemon.dataBitRate.map { .integer($0) }
    } set: { settings, value in
        rate(value) { settings.daemon.dataBitRate = $0 }
    }

    private static func rate(_ value: SettingValue, _ set: (Int) -> Void) -> ValueProblem? {
        guard case .integer(let number) = value else {
            return Setting.wrongType("a whole number", value)
        }
        guard PaceParameters.bitRates.contains(number) else { return ValueProblem(bitRateText) }
        set(number)
        return nil
    }

    private static let samplePointText = Setting.text(0.5...0.95, "of the bit")

    static let samplePoint = Setting(
        path: ["daemon", "sample_point"], range: samplePointText,
        meaning: "The sample point to set. If it is not set, the kernel takes 0.875 up to 500000"
            + " bit/s. Needs daemon.bitrate"
    ) {
        $0.daemon.samplePoint.map { .number($0) }
    } set: { settings, value in
        guard let number = value.asNumber else { return Setting.wrongType("a number", value) }
        guard (0.5...0.95).contains(number) else { return ValueProblem(samplePointText) }
        settings.daemon.samplePoint = number
        return nil
    }

    private static let restartText = Setting.text(0...3600, "s")

    static let restart = Setting(
        path: ["daemon", "restart_s"], range: restartText,
        meaning:
            "The restart-ms to set: so long after bus-off the driver restarts the controller, and"
            + " the daemon does not. 0: the daemon alone restarts it. Needs daemon.bitrate"
    ) {
        $0.daemon.restartDelay.map { .number($0.seconds) }
    } set: { settings, value in
        guard let number = value.asNumber else { return Setting.wrongType("a number", value) }
        guard (0...3600).contains(number) else { return ValueProblem(restartText) }
        // The kernel counts milliseconds.
        let delay = Nanoseconds.milliseconds(Int64((number * 1000).rounded()))
        guard number == 0 || delay > .zero else { return ValueProblem("the least is 0.001 s") }
        settings.daemon.restartDelay = delay
        return nil
    }
}
