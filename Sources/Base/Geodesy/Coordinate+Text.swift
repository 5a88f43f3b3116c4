extension Coordinate {
    /// Latitude and longitude in degrees for people: `42.5078, 1.5211`.
    public var text: String { "\(degreesText(latitudeE7)), \(degreesText(longitudeE7))" }
}

extension BoundingBox {
    /// The borders in degrees for people: `42.4280 to 42.6558, 1.4090 to 1.7869`, latitudes first.
    public var text: String {
        "\(degreesText(southE7)) to \(degreesText(northE7)),"
            + " \(degreesText(westE7)) to \(degreesText(eastE7))"
    }
}

/// Degrees × 10⁷ with four decimals, some ten metres, rounded to the nearest.
private func degreesText(_ degreesE7: Int32) -> String {
    let rounded = (Int64(degreesE7.magnitude) + 500) / 1000
    let fraction = String(rounded % 10_000)
    let zeros = String(repeating: "0", count: 4 - fraction.count)
    return "\(degreesE7 < 0 && rounded > 0 ? "-" : "")\(rounded / 10_000).\(zeros)\(fraction)"
}
