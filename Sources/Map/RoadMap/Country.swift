/// A country and what the wire needs of it. ADASIS v2 has no "unknown" for driving side and speed
/// unit, so a map always has one.
///
/// Sources: ISO 3166-1 (codes); the UNECE's list of left-driving countries and the Vienna Convention's
/// declarations for the driving side; miles per hour are signed in the countries listed below alone.
@frozen
public struct Country: Sendable, Hashable {
    /// ISO 3166-1 numeric, 1...999.
    public let numericCode: UInt16
    /// The side of the road one drives on.
    public let drivingSide: DrivingSide
    /// The unit of its speed limits.
    public let speedUnit: SpeedUnit

    /// A country of its parts; `nil` if the code is outside 1...999.
    @inlinable
    public init?(numericCode: UInt16, drivingSide: DrivingSide, speedUnit: SpeedUnit) {
        guard (1...999).contains(numericCode) else { return nil }
        self.numericCode = numericCode
        self.drivingSide = drivingSide
        self.speedUnit = speedUnit
    }
}
