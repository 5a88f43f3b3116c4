/// META-DATA: country, driving side, unit, versions.
///
/// Driving side and unit have no unknown on the wire, so they have to be given. Everything else is
/// unknown or not available until it is set.
public struct MetaDataMessage: Sendable, Hashable {
    /// Counts META-DATAs.
    public var cyclicCounter = CyclicCounter.zero
    /// The country.
    public var countryCode: CountryCode
    /// The region within the country.
    public var regionCode = RegionCode.unknown
    /// The side that traffic drives on.
    public var drivingSide: DrivingSideCode
    /// The unit of all effective speed limits.
    public var speedUnit: SpeedUnitCode
    /// The protocol's version, first number. Confidence B, as are the two that follow.
    public var majorProtocolVersion: NumberCode<2> = 2
    /// The protocol's version, second number.
    public var minorProtocolVersion: NumberCode<4> = 0
    /// The protocol's version, third number: the sources describe 2.0.5.
    public var minorProtocolSubVersion: NumberCode<3> = 5
    /// The version of the sender's hardware; 0 where it has none.
    public var hardwareVersion: NumberCode<9> = 0
    /// The supplier of the map.
    public var mapProvider = MapProviderCode.notAvailable
    /// The year of the map.
    public var mapVersionYear = MapYearCode.notAvailable
    /// The quarter of the year of the map; without meaning where the year is not available.
    public var mapVersionQuarter = MapQuarterCode(raw: 0)

    /// The META-DATA of a country.
    public init(
        countryCode: CountryCode,
        drivingSide: DrivingSideCode,
        speedUnit: SpeedUnitCode
    ) {
        self.countryCode = countryCode
        self.drivingSide = drivingSide
        self.speedUnit = speedUnit
    }
}
