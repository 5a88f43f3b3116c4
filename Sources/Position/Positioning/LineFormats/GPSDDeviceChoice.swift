import Quantities

/// The choice of one of gpsd's devices.
///
/// Two receivers are metres apart, and a position that alternates between them would move the car.
/// So the reader stays with the first device that has a fix. It changes to another one that has a
/// fix
/// - when gpsd reports that the device is gone,
/// - when the device has reported twice in a row that it has no fix, or
/// - when the others have reported so many fixes, over such a time, that the device must be disconnected. By their
///   number alone, a receiver of 10 Hz would take the place of one of 1 Hz.
struct GPSDDeviceChoice {
    /// The number of fixes of others without one of this device.
    static let patience = 10
    /// The time that these fixes cover, where they are dated.
    static let patienceTime = Nanoseconds.milliseconds(3000)

    /// The configured device; `nil` for the first one.
    private let wanted: String?
    private var current: [UInt8] = []
    private var others = 0
    /// The time of the first of these fixes.
    private var othersBegan: Int64?
    /// How often another device was chosen.
    private(set) var changes = 0
    /// The last device whose fixes were not used; empty before one.
    private(set) var other: [UInt8] = []
    /// The number of these devices, where one that alternates with another counts again.
    private(set) var otherChanges = 0
    /// The number of reports in a row that it has no fix.
    private var losses = 0
    /// A single one may be a broken report.
    private static let leastLosses = 2

    init(wanted: String?) { self.wanted = wanted }

    /// Whether a report is of the device that is read.
    func isChosen(_ device: Range<Int>?, _ bytes: Span<UInt8>) -> Bool {
        // Before 3.0 and in some logs reports do not name their device.
        guard let device else { return true }
        if let wanted { return bytes.holds(wanted, at: device) }
        guard !current.isEmpty else { return true }
        guard device.count == current.count else { return false }
        for index in current.indices where bytes[device.lowerBound + index] != current[index] {
            return false
        }
        return true
    }

    /// Whether a TPV is to be used.
    mutating func takes(
        _ device: Range<Int>?, _ bytes: Span<UInt8>, _ event: PositionEvent
    ) -> Bool {
        guard wanted == nil, let device else { return takesWanted(device, bytes, event) }
        if !current.isEmpty, isChosen(device, bytes) {
            if event.isFix { others = 0 }
            losses = event.isFix ? 0 : losses + 1
            return true
        }
        // Before the first fix a report without a fix of any device counts.
        guard event.isFix else { return current.isEmpty }
        if !current.isEmpty {
            noteOther(device, bytes, event)
            guard isMissed(at: event) || losses >= Self.leastLosses else { return false }
        }
        others = 0
        losses = 0
        choose(device, bytes)
        return true
    }

    /// Whether a TPV of the only device that is used, or without a device, is to be used.
    private mutating func takesWanted(
        _ device: Range<Int>?, _ bytes: Span<UInt8>, _ event: PositionEvent
    ) -> Bool {
        guard isChosen(device, bytes) else { return false }
        if let device, event.isFix, current.isEmpty { choose(device, bytes) }
        return true
    }

    private mutating func choose(_ device: Range<Int>, _ bytes: Span<UInt8>) {
        current.removeAll(keepingCapacity: true)
        for index in device { current.append(bytes[index]) }
        changes += 1
    }

    private mutating func noteOther(
        _ device: Range<Int>, _ bytes: Span<UInt8>, _ event: PositionEvent
    ) {
        if others == 0 { othersBegan = event.time?.nanoseconds }
        others += 1
        var isKnown = device.count == other.count
        if isKnown {
            for index in other.indices where bytes[device.lowerBound + index] != other[index] {
                isKnown = false
            }
        }
        guard !isKnown else { return }
        other.removeAll(keepingCapacity: true)
        for index in device { other.append(bytes[index]) }
        otherChanges += 1
    }

    /// Whether the others have reported long enough without the device.
    private func isMissed(at event: PositionEvent) -> Bool {
        guard others >= Self.patience else { return false }
        guard let begin = othersBegan, let now = event.time?.nanoseconds else { return true }
        let (time, overflows) = now.subtractingReportingOverflow(begin)
        // Times that go back, or leap, are of several clocks.
        return overflows || time < 0 || time >= Self.patienceTime.value
    }

    /// The device that is used; `nil` before its first fix, and where reports do not name it.
    var name: String? { current.isEmpty ? nil : String(decoding: current, as: UTF8.self) }

    /// gpsd reports that a device is gone.
    mutating func lose(_ device: Range<Int>?, _ bytes: Span<UInt8>) {
        guard device != nil, isChosen(device, bytes) else { return }
        current.removeAll(keepingCapacity: true)
        others = 0
        losses = 0
    }
}
