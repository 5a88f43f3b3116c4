/// Decides whether frames are sent by the ignition of the vehicle (terminal 15). Off ends the transmission, on begins
/// it again, and clients have lost their horizon. Until the signal is received, and while it is not, nothing changes:
/// unknown is not off, and a bus that sleeps carries no signal.
struct BusSleep: Sendable {
    /// Whether nothing is sent.
    private(set) var isAsleep = false
    private var hasWoken = false

    /// A vehicle whose ignition is not known.
    init() {}

    /// Takes note of the ignition. Returns the change to report.
    mutating func note(isOn: Bool) -> BusReport? {
        guard isAsleep == isOn else { return nil }
        isAsleep = !isOn
        hasWoken = isOn
        return isOn ? .awake : .asleep
    }

    /// Whether clients have lost their horizon since the last call.
    mutating func takeWakeup() -> Bool {
        defer { hasWoken = false }
        return hasWoken
    }
}
