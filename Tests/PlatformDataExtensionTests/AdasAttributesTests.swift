import Geodesy
import PlatformDataExtension
import Quantities
import Testing

/// Units and signs of ADAS_ATTRIB. The expected values are worked out by hand.
@Suite("ADAS attributes")
struct AdasAttributesTests {
    /// Five points eastwards, with lists of five points and of three inner ones.
    private func adas(_ columns: [String: String?]) throws -> AdasAttributes {
        var row: [String: String?] = [
            "HPX": "100000000,1000,1000,1000,1000", "HPY": "500000000,,,,",
        ]
        row.merge(columns) { $1 }
        return try #require(try link(["ADAS_ATTRIB_FC3": row]).adas)
    }

    @Test func differencesAreSummed() throws {
        let adas = try adas(["HPZ": "35000,100,-50,,7"])
        #expect(
            adas.points.map(\.longitudeE7) == [
                100_000_000, 100_001_000, 100_002_000, 100_003_000, 100_004_000,
            ])
        #expect(adas.points.map(\.latitudeE7) == Array(repeating: 500_000_000, count: 5))
        #expect(adas.heights == [350, 351, 350.5, 350.5, 350.57].map { Metres($0) })
    }

    /// 1000 is one degree, tan 1° = 1.7455 %, and not one per mille.
    @Test func slopesAreAngles() throws {
        let slopes = try adas(["SLOPES": "1000,1000,-4000,2000,"]).slopes.map { $0 ?? .nan }
        for (slope, expected) in zip(slopes, [1.74551, 3.49208, -3.49208, 0, 0]) {
            #expect(abs(slope - expected) < 1e-5)
        }
        let steep = try adas(["SLOPES": "45000,,,,"]).slopes[0] ?? .nan
        #expect(abs(steep - 100) < 1e-9)
    }

    /// The layer counts left positive, ADASIS and this program right.
    @Test func curvaturesTurnTheirSign() throws {
        let curvatures = try adas(["CURVATURES": "-2000,-1000,4000"]).curvatures
        let expected = [0.002, 0.003, -0.001]
        for (curvature, expected) in zip(curvatures, expected) {
            #expect(abs((curvature?.value ?? .nan) - expected) < 1e-12)
        }
    }

    @Test func headings() throws {
        let headings = try adas(["HEADINGS": "90000,-100000,360000"]).headings
        #expect(headings == [90, 350, 350].map { Degrees($0) })
    }

    /// Both ways of writing a missing value: as a value among the differences, and in the place of
    /// one.
    @Test(
        arguments: [
            ("35000,100,999964900,-999964800,10", [350, 351, nil, 352, 352.1]),
            ("35000,100,1000000000,100,10", [350, 351, nil, 352, 352.1]),
            ("35000,100,null,100,10", [350, 351, nil, 352, 352.1]),
            ("1000000000,-999965000,100,,", [nil, 350, 351, 351, 351]),
            ("1000000000,,,,", [nil, nil, nil, nil, nil]),
            ("1000000000,35000,,,", [nil, 350, 350, 350, 350]),
            ("35000,999965000,,,", [350, nil, nil, nil, nil]),
            ("[35000, 100, , , ]", [350, 351, 351, 351, 351]),
            ("1000000000", []), ("", []), (nil, []),
        ] as [(String?, [Double?])])
    func missingValues(list: String?, expected: [Double?]) throws {
        #expect(try adas(["HPZ": list]).heights == expected.map { $0.map { Metres($0) } })
    }

    /// 100° east is 1000000000 too, and a place.
    @Test func theMarkIsALongitude() throws {
        let adas = try adas(["HPX": "999999000,1000,1000,1000,1000"])
        #expect(adas.points[1].longitudeE7 == 1_000_000_000)
    }

    @Test func curvatureThroughNodes() throws {
        let adas = try adas([
            "REFNODE_LINKCURVHEADS": "-8:5000:90000, 9:1000000000:null",
            "NREFNODE_LINKCURVHEADS": "[10:-2500:271500]",
        ])
        #expect(
            adas.startCurvatures.map(\.neighbour) == [
                LinkPassage(8, .toReference), LinkPassage(9, .fromReference),
            ])
        #expect(abs((adas.startCurvatures[0].curvature?.value ?? .nan) + 0.005) < 1e-12)
        #expect(adas.startCurvatures[0].heading == Degrees(90))
        #expect(adas.startCurvatures[1].curvature == nil)
        #expect(adas.startCurvatures[1].heading == nil)
        #expect(abs((adas.endCurvatures[0].curvature?.value ?? .nan) - 0.0025) < 1e-12)
    }

    /// Driven the other way, order and signs turn over.
    @Test func drivenTheOtherWay() throws {
        let adas = try adas([
            "HPZ": "100,100,100,100,100", "SLOPES": "1000,,,,1000",
            "CURVATURES": "1000,1000,1000000000", "HEADINGS": "90000,1000,1000",
            "REFNODE_LINKCURVHEADS": "8:5000:90000",
        ])
        let back = adas.reversed
        #expect(back.points == adas.points.reversed())
        #expect(back.heights.map { $0?.value } == [5, 4, 3, 2, 1])
        #expect(abs((back.slopes[0] ?? .nan) + 3.49208) < 1e-5)
        #expect(abs((back.slopes[4] ?? .nan) + 1.74551) < 1e-5)
        #expect(back.curvatures[0] == nil)
        #expect(abs((back.curvatures[1]?.value ?? .nan) - 0.002) < 1e-12)
        #expect(back.headings == [272, 271, 270].map { Degrees($0) })
        #expect(back.startCurvatures.isEmpty)
        #expect(abs((back.endCurvatures[0].curvature?.value ?? .nan) - 0.005) < 1e-12)
        #expect(back.reversed == adas)
    }

    /// One inner point whose value is 0 is an empty text.
    @Test func anEmptyElementIsZero() throws {
        let adas = try #require(
            try link(["ADAS_ATTRIB": ["HPX": "0,10,10", "HPY": "0,,", "CURVATURES": ""]]).adas)
        #expect(adas.curvatures == [PerMetre(0)])
    }

    static let broken: [(columns: [String: String?], complaint: String)] = [
        (["HPZ": "1,2,3"], "column HPZ: \"1,2,3\" is not a list of 5 numbers, it has 3"),
        (
            ["SLOPES": "90000,,,,"],
            "column SLOPES: \"90000,,,,\" is not a relative list of -89999 to"
        ),
        (["SLOPES": "80000,80000,,,"], "(element 2 comes to 160000)"),
        (["CURVATURES": "1,,1e3"], "column CURVATURES: \"1,,1e3\" is not a list of differences"),
        (["CURVATURES": "9223372036854775807,1,"], "column CURVATURES:"),
        (["HPX": "1,2"], "column HPY:"),
        (["HPX": "1800000001,,,,"], "column HPX:"),
        (
            ["HPX": "null,1,1,1,1"],
            "column HPX: \"null,1,1,1,1\" is not a relative list without gaps"
        ),
        (["BUA_ROAD": "?"], "column BUA_ROAD: \"?\" is not Y or N"),
        (["REFNODE_LINKCURVHEADS": "1:2"], "is not a list of link:curvature:heading"),
        (["REFNODE_LINKCURVHEADS": "0:2:3"], "is not a list of link:curvature:heading"),
    ]

    @Test(arguments: broken)
    func whatIsBroken(columns: [String: String?], complaint expected: String) {
        let words = complaint { _ = try adas(columns) }
        #expect(words?.contains(expected) ?? false, "\(words ?? "nothing")")
        #expect(words?.hasPrefix("ADAS_ATTRIB_FC3.json: ADAS_ATTRIB_FC3, row 1, ") ?? false)
    }
}
