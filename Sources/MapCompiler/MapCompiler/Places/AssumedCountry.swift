import Geodesy
public import Quantities
import RoadMapWriter

/// The roads whose country is only assumed, and where they lie by the coarse table.
public struct AssumedCountry: Sendable {
    private let code: String
    private var table = CoarseCountries()
    private var lengths: [String: Centimetres] = [:]

    /// Of no road, in a map of a country.
    init(_ code: String) { self.code = code }

    /// The other country in which most of these roads lie, ISO 3166-1 alpha-2, with their length; `nil` if there is
    /// none. Roads near a border count for no country.
    public var elsewhere: (country: String, length: Centimetres)? {
        let most = lengths.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return most.map { ($0.key, $0.value) }
    }

    /// Adds a road by its middle.
    mutating func add(_ link: NewLink, length: Centimetres) {
        let middle = link.points[link.points.count / 2]
        table.add(middle)
        guard let country = table.country(at: middle), country != code else { return }
        lengths[country, default: .zero] += length
    }
}
