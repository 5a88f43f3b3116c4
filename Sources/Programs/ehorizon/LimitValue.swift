import Quantities
import RoadMap

/// A speed limit for scripts: a number with its unit, or a word in its place.
struct LimitValue {
    let number: Int?
    /// `km/h` or `mph`.
    let unit: String?
    /// `none`, `walk`, `variable` or `unknown`.
    let word: String?

    /// A limit; `nil` is unknown.
    init(_ limit: SpeedLimit?) {
        guard case .limited(let number, let unit)? = limit else {
            (self.number, self.unit) = (nil, nil)
            word = limit.map(AttributeText.text) ?? "unknown"
            return
        }
        self.number = Int(number)
        self.unit = unit == .milesPerHour ? "mph" : "km/h"
        word = nil
    }
}
