import Geodesy
import PlatformDataExtension
import Quantities
import Testing

@Suite("Links of the Platform Data Extension")
struct PlatformDataLinkTests {
    @Test func geometry() throws {
        let link = try link([
            "ROAD_GEOM_FC2": ["LAT": "5000000,10,-20", "LON": "1000000,,5", "ZLEVEL": ",-1,2"]
        ])
        #expect(
            link.points == [
                Coordinate(latitudeE7: 500_000_000, longitudeE7: 100_000_000),
                Coordinate(latitudeE7: 500_001_000, longitudeE7: 100_000_000),
                Coordinate(latitudeE7: 499_999_000, longitudeE7: 100_000_500),
            ])
        // Levels are no differences.
        #expect(link.levels == [0, -1, 2])
        #expect(link.attributes.functionalClass == 2)
    }

    /// A point that repeats the one before says nothing; what is left may be too little for a line.
    @Test func repeatedPoints() throws {
        #expect(try link(["ROAD_GEOM": ["LAT": "1,,", "LON": "1,,"]]).points.count == 1)
        #expect(try link(["ROAD_GEOM": ["LAT": "1,,1", "LON": "1,,"]]).points.count == 2)
        #expect(try link(["ROAD_GEOM": ["LAT": nil, "LON": nil]]).points.isEmpty)
        #expect(try link(["ROAD_GEOM": ["LAT": "", "LON": ""]]).points.isEmpty)
        // Without ROAD_GEOM the layer LINK has the line too.
        #expect(try link(["LINK": ["LAT": "1,1", "LON": "1,1"]]).points.count == 2)
    }

    @Test func nodesAndNeighbours() throws {
        let link = try link([
            "LINK_FC1": [
                "REF_NODE_ID": "5", "NONREF_NODE_ID": "6", "REF_NODE_NEIGHBOR_LINKS": "-3,4",
                "NONREF_NODE_NEIGHBOR_LINKS": "[ ]",
            ]
        ])
        #expect(link.referenceNode == 5)
        #expect(link.otherNode == 6)
        #expect(
            link.referenceNeighbours == [
                LinkPassage(3, .toReference), LinkPassage(4, .fromReference),
            ])
        #expect(link.otherNeighbours.isEmpty)
    }

    @Test func names() throws {
        let link = try link([
            "ROAD_GEOM": [
                "NAME": "Rue A", "NAMES": "fr:Rue A,GER:Straße A: Nord,A 4", "TUNNEL": "Y",
            ]
        ])
        #expect(link.name == "Rue A")
        #expect(
            link.names == [
                RoadName(language: "fr", text: "Rue A"),
                RoadName(language: "ger", text: "Straße A: Nord"),
                RoadName(language: nil, text: "A 4"),
            ])
        #expect(link.isTunnel == true)
        #expect(link.isBridge == nil)
    }

    @Test func attributes() throws {
        let attributes = try link([
            "LINK_ATTRIBUTE_FC4": [
                "FUNCTIONAL_CLASS": "3", "TRAVEL_DIRECTION": "T", "TO_REF_NUM_LANES": "2",
                "URBAN": "N", "RAMP": "Y", "DIVIDER": "A", "FERRY_TYPE": "H",
                "INTERSECTION_CATEGORY": "2", "ISO_COUNTRY_CODE": "AND",
            ]
        ]).attributes
        #expect(attributes.functionalClass == 3)
        #expect(attributes.directions == .toReference)
        #expect(attributes.lanesToReference == 2)
        #expect(attributes.lanesFromReference == nil)
        #expect(attributes.isUrban == false)
        #expect(attributes.isRamp == true)
        #expect(attributes.hasDivider == nil)
        #expect(attributes.isFerry == false)
        #expect(attributes.intersectionCategory == 2)
        #expect(attributes.countryCode == "AND")
    }

    static let limits:
        [(number: String?, unit: String?, speed: LinkSpeedLimit.Speed?, signed: Int?)] = [
            ("50", "K", .limited(50), 50), ("48", "M", .limited(48), 30),
            ("113", "M", .limited(113), 70),
            ("97", "M", .limited(97), 60), ("32", "M", .limited(32), 20),
            ("100", nil, .limited(100), 100),
            ("999", "K", .unlimited, nil), ("998", "K", nil, nil), ("0", "K", nil, nil),
            (nil, "M", nil, nil), ("", "K", nil, nil),
        ]

    /// The number is always in kilometres per hour, the unit is that of the sign.
    @Test(arguments: limits)
    func speedLimits(
        number: String?, unit: String?, speed: LinkSpeedLimit.Speed?, signed: Int?
    ) throws {
        let link = try link([
            "SPEED_LIMITS_FC3": [
                "TO_REF_SPEED_LIMIT": number, "SPEED_LIMIT_UNIT": unit, "SPEED_LIMIT_SOURCE": "2",
            ]
        ])
        #expect(link.speedLimits.map(\.speed) == [speed].compactMap(\.self))
        #expect(link.speedLimits.first?.signedNumber == signed)
        for limit in link.speedLimits {
            #expect(limit.direction == .toReference)
            #expect(limit.isPosted == false)
        }
    }

    @Test func theLowestHolds() throws {
        let link = try link([
            "SPEED_LIMITS": ["FROM_REF_SPEED_LIMIT": "999", "TO_REF_SPEED_LIMIT": "50"],
            "SPEED_LIMITS_FC1": ["FROM_REF_SPEED_LIMIT": "130", "TO_REF_SPEED_LIMIT": "70"],
            "TRUCK_SPEED_LIMITS_FC1": ["FROM_REF_SPEED_LIMIT": "80"],
            "SPEED_LIMITS_COND_FC1": ["FROM_REF_SPEED_LIMIT": "30"],
        ])
        func limit(_ kind: LinkSpeedLimit.Kind, _ direction: TravelDirection) -> LinkSpeedLimit
            .Speed?
        {
            link.speedLimits.first { $0.kind == kind && $0.direction == direction }?.speed
        }
        #expect(limit(.general, .fromReference) == .limited(130))
        #expect(limit(.general, .toReference) == .limited(50))
        #expect(limit(.truck, .fromReference) == .limited(80))
        #expect(limit(.conditional, .fromReference) == .limited(30))
        #expect(link.speedLimits.count == 4)
    }

    @Test func terrain() throws {
        let terrain = try link([
            "BASIC_HEIGHT": [
                "DTM_REF_ZCOORD": "-120", "DTM_NONREF_ZCOORD": "1000000000", "DTM_AVG_HEIGHT": "35",
            ]
        ]).terrain
        #expect(terrain?.atReference == Metres(-1.2))
        #expect(terrain?.atOther == nil)
        #expect(terrain?.mean == Metres(0.35))
        #expect(terrain?.lowest == nil)
    }

    @Test func references() {
        #expect(LinkPassage("12") == LinkPassage(12, .fromReference))
        #expect(LinkPassage("-12") == LinkPassage(12, .toReference))
        #expect(LinkPassage("B-12") == LinkPassage(12, .both))
        #expect(LinkPassage("9223372036854775807")?.link == .max)
        for text in ["", "0", "B", "-9223372036854775808", "1.5", "--1"] {
            #expect(LinkPassage(text) == nil)
        }
        for text in ["12", "-12", "B12"] { #expect(LinkPassage(text)?.text == text) }
    }

    static let broken: [(layer: String, columns: [String: String?], complaint: String)] = [
        (
            "ROAD_GEOM", ["LAT": "1,2", "LON": "1"],
            "column LON: \"1\" is not as long as LAT (1, not 2)"
        ),
        ("ROAD_GEOM", ["LAT": "9000001", "LON": "1"], "column LAT:"),
        (
            "ROAD_GEOM", ["LAT": "1,1", "LON": "1,1", "ZLEVEL": "1"],
            "column ZLEVEL: \"1\" is not a list of 2"
        ),
        ("ROAD_GEOM", ["BRIDGE": "yes"], "column BRIDGE: \"yes\" is not Y or N"),
        ("LINK", ["REF_NODE_ID": "x"], "column REF_NODE_ID: \"x\" is not a whole number"),
        (
            "LINK_ATTRIBUTE", ["FUNCTIONAL_CLASS": "6"],
            "column FUNCTIONAL_CLASS: \"6\" is not a whole number of 1 to 5"
        ),
        (
            "LINK_ATTRIBUTE", ["TRAVEL_DIRECTION": "X"],
            "column TRAVEL_DIRECTION: \"X\" is not F, T or B"
        ),
        ("SPEED_LIMITS", ["FROM_REF_SPEED_LIMIT": "1000"], "column FROM_REF_SPEED_LIMIT:"),
        (
            "SPEED_LIMITS", ["SPEED_LIMIT_UNIT": "mph"],
            "column SPEED_LIMIT_UNIT: \"mph\" is not K or M"
        ),
        ("BASIC_HEIGHT", ["DTM_REF_ZCOORD": "99999999"], "column DTM_REF_ZCOORD:"),
        ("TRAFFIC_SIGN", ["LINK_IDS": "7"], "column CONDITION_TYPE: null is not a number"),
    ]

    @Test(arguments: broken)
    func whatIsBroken(layer: String, columns: [String: String?], complaint expected: String) {
        let words = complaint { _ = try link(["\(layer)": columns]) }
        #expect(words?.contains(expected) ?? false, "\(words ?? "nothing")")
        #expect(words?.hasPrefix("\(layer).json: \(layer), row 1, ") ?? false)
    }
}
