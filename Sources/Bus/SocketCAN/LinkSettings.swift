public import Quantities

/// The settings of a CAN interface.
public struct LinkSettings: Sendable, Hashable {
    /// The bit rate of the arbitration phase, bit/s.
    public var bitRate: Int
    /// The sample point of the arbitration phase as a share of the bit, 0 to 1 (ISO 11898-1); `nil` leaves it to the
    /// kernel, which takes 0.875 up to 500 kbit/s (CiA 301), 0.8 up to 800 kbit/s and 0.75 above.
    public var samplePoint: Double?
    /// The delay of the driver's automatic restart after bus-off (restart-ms), whole milliseconds; 0 for none, `nil`
    /// leaves it as it is.
    public var restartDelay: Nanoseconds?
    /// The bit rate of CAN FD's data phase, bit/s; `nil` leaves the interface as it is.
    public var dataBitRate: Int?

    /// An interface with a bit rate, bit/s.
    public init(bitRate: Int) { self.bitRate = bitRate }
}
