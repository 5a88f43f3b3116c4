/// The members of gpsd's JSON that are read.
///
/// Source: gpsd_json(5), gpsd 3.22, "TPV", "SKY", "ATT", "DEVICE".
enum GPSDMember: Int, CaseIterable {
    case reportClass, device, message
    /// The version of the protocol.
    case major, minor
    /// 0 unknown, 1 no fix, 2 2D, 3 3D.
    case mode
    /// ISO 8601 UTC.
    case time
    /// Degrees.
    case latitude, longitude
    /// Degrees from true north.
    case track
    /// Metres per second.
    case speed
    /// Metres.
    case errorEast, errorNorth, errorHorizontal
    /// Metres above mean sea level; the first one before gpsd 3.20.
    case altitude, altitudeMSL
    /// 2 differential, 3 and 4 RTK, 5 and 6 dead reckoning, 8 simulated.
    case status
    /// The horizontal dilution.
    case dilution
    /// Satellites in view.
    case satellites
    /// Degrees from true north.
    case heading
    /// Of a device.
    case path, activated

    /// Its key in the JSON.
    var key: String {
        switch self {
        case .reportClass: "class"
        case .device: "device"
        case .message: "message"
        case .major: "proto_major"
        case .minor: "proto_minor"
        case .mode: "mode"
        case .time: "time"
        case .latitude: "lat"
        case .longitude: "lon"
        case .track: "track"
        case .speed: "speed"
        case .errorEast: "epx"
        case .errorNorth: "epy"
        case .errorHorizontal: "eph"
        case .altitude: "alt"
        case .altitudeMSL: "altMSL"
        case .status: "status"
        case .dilution: "hdop"
        case .satellites: "nSat"
        case .heading: "heading"
        case .path: "path"
        case .activated: "activated"
        }
    }

    /// Whether its value is a string; otherwise it is a number.
    var isText: Bool {
        switch self {
        case .reportClass, .device, .message, .time, .path: true
        default: false
        }
    }
}
