import Geodesy
import Quantities

extension AdasAttributes {
    /// Centimetres: from the deepest place that a road has to above the highest, and more.
    static let heightRange: ClosedRange<Int64> = -1_000_000...1_500_000
    /// Thousandths of a degree, an angle below the vertical.
    private static let slopeRange: ClosedRange<Int64> = -89_999...89_999
    /// Thousandths of a degree.
    private static let headingRange: ClosedRange<Int64> = -360_000...360_000
    /// Millionths of 1/m: radii down to 10 cm.
    private static let curvatureRange: ClosedRange<Int64> = -10_000_000...10_000_000

    /// Reads a row of ADAS_ATTRIB; `nil` if its line has fewer than two points.
    init?(_ row: TileRow) throws(PlatformDataError) {
        let degree: Int64 = 10_000_000
        guard let longitudes = try row.wholeRelativeList("HPX", in: -180 * degree...180 * degree),
            let latitudes = try row.wholeRelativeList(
                "HPY",
                in: -90 * degree...90 * degree,
                count: longitudes.count
            )
        else { return nil }
        points = []
        for (longitude, latitude) in zip(longitudes, latitudes) {
            guard
                let point = Coordinate(
                    latitudeE7: Int32(latitude),
                    longitudeE7: Int32(longitude)
                )
            else { throw row.failure("HPX", "a line on Earth") }
            points.append(point)
        }
        guard points.count >= 2 else { return nil }
        let count = points.count
        heights = try row.perPoint("HPZ", in: Self.heightRange, count: count).map { height in
            height.map { Metres(Double($0) / 100) }
        }
        slopes = try row.perPoint("SLOPES", in: Self.slopeRange, count: count).map { angle in
            angle.map { Degrees(Double($0) / 1000).slopePercent }
        }
        headings = try row.perPoint("HEADINGS", in: Self.headingRange, count: count - 2).map {
            heading in heading.map { Degrees(Double($0) / 1000).normalized }
        }
        curvatures = try row.perPoint("CURVATURES", in: Self.curvatureRange, count: count - 2).map {
            curvature in curvature.map { -PerMetre(Double($0) * 1e-6) }
        }
        startCurvatures = try row.nodeCurvatures("REFNODE_LINKCURVHEADS", Self.curvatureRange)
        endCurvatures = try row.nodeCurvatures("NREFNODE_LINKCURVHEADS", Self.curvatureRange)
        isBuiltUp = try row.flag("BUA_ROAD")
        accuracy = row["LINK_ACCURACY"]
    }
}

extension TileRow {
    fileprivate func perPoint(
        _ column: String,
        in range: ClosedRange<Int64>,
        count: Int
    ) throws(PlatformDataError) -> [Int64?] {
        // The whole list is missing where its text is the mark alone.
        if self[column] == "\(Self.missing)", count != 1 { return [] }
        // An empty text is the value 0 of one point, and otherwise no list.
        if count != 1, self[column] == nil { return [] }
        return try relativeList(column, in: range, count: count) ?? []
    }

    /// `link:curvature:heading`, one for each neighbouring link.
    fileprivate func nodeCurvatures(
        _ column: String,
        _ range: ClosedRange<Int64>
    ) throws(PlatformDataError) -> [AdasAttributes.NodeCurvature] {
        guard let elements = elements(column), elements != [""] else { return [] }
        var curvatures: [AdasAttributes.NodeCurvature] = []
        for element in elements {
            let parts = element.split(separator: ":", omittingEmptySubsequences: false)
                .map(trimmed)
            guard parts.count == 3, let neighbour = LinkPassage(parts[0]) else {
                throw failure(column, "a list of link:curvature:heading")
            }
            func number(_ text: Substring, _ range: ClosedRange<Int64>)
                throws(PlatformDataError) -> Int64?
            {
                if text.isEmpty || text == "null" { return nil }
                guard let number = Int64(text) else {
                    throw failure(column, "a list of link:curvature:heading")
                }
                if number == Self.missing { return nil }
                guard range.contains(number) else {
                    throw failure(column, "a list of values within their ranges")
                }
                return number
            }
            let curvature = try number(parts[1], range)
            let heading = try number(parts[2], -360_000...360_000)
            curvatures.append(
                AdasAttributes.NodeCurvature(
                    neighbour: neighbour,
                    curvature: curvature.map { -PerMetre(Double($0) * 1e-6) },
                    heading: heading.map { Degrees(Double($0) / 1000).normalized }
                )
            )
        }
        return curvatures
    }
}

extension Degrees {
    /// The slope of a road at this angle to the horizontal, in per cent.
    fileprivate var slopePercent: Double {
        let (sine, cosine) = sineAndCosine(value / degreesPerRadian)
        return 100 * sine / cosine
    }
}
