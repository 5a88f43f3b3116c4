/// The time of the records of a channel group: its master channel.
struct MDF4Clock {
    let channel: MDF4Channel
    /// The conversion from the stored number to seconds.
    private let factor: Double
    private let offset: Double
    /// Nanoseconds of one step and of step 0, where both are whole numbers: integers stay exact.
    private let step: (length: Int64, origin: Int64)?

    /// `nil` where the channel's form or conversion is none that times have.
    init?(_ channel: MDF4Channel) {
        switch channel.form {
        case .float: guard channel.bitCount == 32 || channel.bitCount == 64 else { return nil }
        case .unsigned, .signed:
            guard (1...64).contains(channel.bitCount) else { return nil }
        case .index: break
        case .bytes, .other: return nil
        }
        switch channel.conversion {
        case .none: (factor, offset) = (1, 0)
        case .linear(let factor, let offset): (self.factor, self.offset) = (factor, offset)
        case .unsupported: return nil
        }
        self.channel = channel
        if channel.form != .float, let length = MDF4Clock.wholeNanoseconds(factor),
            let origin = MDF4Clock.wholeNanoseconds(offset)
        {
            step = (length, origin)
        } else {
            step = nil
        }
    }

    /// The nanoseconds of a number of seconds, where they are whole but for the rounding of `Double`.
    private static func wholeNanoseconds(_ seconds: Double) -> Int64? {
        let exact = seconds * 1e9
        let whole = exact.rounded()
        guard (exact - whole).magnitude <= 1e-12 * whole.magnitude else { return nil }
        return Int64(exactly: whole)
    }

    /// The record's time in nanoseconds since the start of the log, `nil` where none is.
    func nanoseconds(of record: MDF4Record) -> Int64? {
        if let bit = channel.invalidationBit, record.isInvalid(bit: bit) { return nil }
        if let step {
            guard let number = channel.integer(of: record) else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: step.length)
            let (sum, isTooFar) = product.addingReportingOverflow(step.origin)
            return isTooLarge || isTooFar ? nil : sum
        }
        let seconds = channel.number(of: record) * factor + offset
        return Int64(exactly: (seconds * 1e9).rounded())
    }
}
