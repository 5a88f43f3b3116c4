import Geodesy
import Quantities
import RoadMapWriter

/// A sample of the roads of a map whose country its user has named, and where those without a border lie by the coarse
/// table.
public struct AssumedCountry: Sendable {
    /// Countries that are in the table and do not cover their roads there: they are too small, or claimed by another one.
    private static let uncovered: Set = ["MC", "SO", "VA"]
    /// Each road up to this number is taken, and then one of so many.
    private static let (first, step) = (1000, 16)

    private let code: String
    private var table = CoarseCountries()
    private var roads = 0
    private var sum = 0.0
    private var lengths: [String: Double] = [:]

    /// Of no road; `nil` for a country of which the table knows nothing.
    init?(_ code: String) {
        guard CoarseBorders.table.has(code), !Self.uncovered.contains(code) else { return nil }
        self.code = code
    }

    /// The other country in which more than half of the roads lie, ISO 3166-1 alpha-2, with their share, 0 to 1; `nil`
    /// if there is none. Roads near a border count for no country.
    public var elsewhere: (country: String, share: Double)? {
        lengths.first { $0.value > sum / 2 }.map { ($0.key, $0.value / sum) }
    }

    /// Adds a road by its middle. Its own country may be known.
    mutating func add(_ link: NewLink, length: Centimetres, isAssumed: Bool) {
        roads += 1
        guard roads <= Self.first || roads % Self.step == 0 else { return }
        sum += length.metres.value
        guard isAssumed else { return }
        let middle = link.points[link.points.count / 2]
        table.add(middle)
        guard let country = table.country(at: middle), country != code else { return }
        lengths[country, default: 0] += length.metres.value
    }
}
