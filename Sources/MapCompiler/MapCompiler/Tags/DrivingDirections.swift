import RoadMap

/// The directions along a way that traffic rules allow for cars, without access tags.
///
/// `oneway:motorcar`, `oneway:motor_vehicle` and `oneway:vehicle` come before `oneway`; exceptions for
/// others, such as `oneway:bicycle`, say nothing about cars. Without any of them a roundabout and a
/// motorway (not its ramps) are one-way (https://wiki.openstreetmap.org/wiki/Key:oneway). A road whose
/// direction changes (`reversible`, `alternating`) is driven in both.
func drivingDirections(_ tags: Tags, _ roadClass: RoadClass, isLink: Bool) -> DirectionSet {
    for key in [TagKey.onewayMotorcar, .onewayMotorVehicle, .onewayVehicle, .oneway] {
        switch tags[key] {
        case "yes", "true", "1": return .forward
        case "-1", "reverse": return .backward
        case "no", "false", "0", "reversible", "alternating": return .both
        default: break
        }
    }
    if isRoundabout(tags) || (roadClass == .motorway && !isLink) { return .forward }
    return .both
}
