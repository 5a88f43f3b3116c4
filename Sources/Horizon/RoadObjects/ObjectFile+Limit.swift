import JSONReading
import Quantities
import RoadMap

extension ObjectFile {
    /// The property `limit`: a number in km/h, a text such as `30 mph`, or `none`.
    static func limit(
        _ properties: [String: Value]
    ) throws(JSONReader.Failure) -> SpeedLimit? {
        guard let value = properties["limit"] else { return nil }
        if value.text == "none" { return .unlimited }
        let isMiles = value.text.hasSuffix(" mph")
        let number = UInt16(isMiles ? value.text.dropLast(4) : value.text[...])
        guard let number, (5...250).contains(number) else {
            throw JSONReader.Failure(
                expected: "a limit of 5 to 250 in km/h, such as 50 or \"30 mph\", or \"none\"",
                at: value.at)
        }
        return .limited(number, isMiles ? .milesPerHour : .kilometresPerHour)
    }
}
