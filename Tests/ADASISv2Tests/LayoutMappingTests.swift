import ADASISv2
import CANDatabase
import CANFrames
import Foundation
import Quantities
import RandomNumbers
import Testing

/// A bus of a car maker's own.
private let makersBus = """
    BO_ 1540 Place_FO: 8 X
     SG_ PlTyp : 7|3@0+ (1,0) [0|7] "" X
     SG_ PlOfst : 4|13@0+ (1,0) [0|8191] "m" X
     SG_ PlShort : 16|5@1+ (1,0) [0|31] "" X
     SG_ PlSigned : 24|9@1- (1,0) [0|0] "" X
     SG_ PlCrc : 40|8@1+ (1,0) [0|255] "" X
     SG_ PlCnt : 48|4@1+ (1,0) [0|15] "" X
     SG_ PlPath : 56|6@1+ (1,0) [0|63] "" X
    BO_ 1541 Curve_FO: 8 X
     SG_ CuTyp : 0|3@1+ (1,0) [0|7] "" X
     SG_ CuPrf : 3|5@1+ (1,0) [0|31] "" X
     SG_ CuVal : 8|10@1+ (1,0) [0|1023] "" X
     SG_ CuPath : 18|6@1+ (1,0) [0|63] "" X
     SG_ CuOfst : 24|13@1+ (1,0) [0|8191] "m" X
    BO_ 1542 Rest_FO: 8 X
     SG_ ReTyp M : 0|3@1+ (1,0) [0|7] "" X
     SG_ RePrf m4 : 3|5@1+ (1,0) [0|31] "" X
     SG_ ReVal m4 : 18|10@1+ (1,0) [0|1023] "" X
     SG_ ReOther m5 : 18|10@1+ (1,0) [0|1023] "" X
     SG_ RePath : 28|6@1+ (1,0) [0|63] "" X
     SG_ ReOfst : 34|13@1+ (1,0) [0|8191] "m" X
    """

private func layout(_ mapping: String) throws -> Layout {
    try Layout(
        database: Database(parsing: makersBus),
        mapping: LayoutMapping(parsing: mapping)
    )
}

/// A profile's section without the type, and without a value too.
private let curve = curveWithoutValue + "value0 = \"CuVal\"\n"

private let curveWithoutValue = """
    [profile-short]
    message = "Curve_FO"
    pathIndex = "CuPath"
    offset = "CuOfst"

    """

@Suite("A layout from a DBC")
struct LayoutMappingTests {
    @Test("By a mapping of its names")
    func mapping() throws {
        let layout = try layout(
            """
            # Remarks, blanks and empty lines are fine.

            [ position ]  # here too
            message = "Place_FO"
              messageType = "PlTyp"   # and here
            offset= "PlOfst"
            pathIndex = "PlPath"
            checksum = "PlCrc"
            aliveCounter = "PlCnt"
            checksum-algorithm = "crc-8h2f"
            checksum-data-id = "0x1234"
            checksum-data-id-place = "last"
            checksum-bytes = "0-4"

            [profile-short]
            message = "Rest_FO"
            messageType = "ReTyp"
            profileType = "RePrf"
            value0 = "ReVal"
            pathIndex = "RePath"
            offset = "ReOfst"

            [profile-short.bends]
            message = "Curve_FO"
            types = "curvature, 17"
            messageType = "CuTyp"
            profileType = "CuPrf"
            value0 = "CuVal"
            pathIndex = "CuPath"
            offset = "CuOfst"
            """)
        #expect(layout.messages.map(\.kind) == [.position, .profileShort, .profileShort])
        var position = PositionMessage(pathIndex: .first, offset: OffsetCode(raw: 77))
        let frame = layout.encode(.position(position))
        #expect(frame.identifier == CANIdentifier(base: 1540))
        position.speed = SpeedCode(MetresPerSecond(5))
        #expect(layout.encode(.position(position)) == frame, "the speed has no signal")
        position.speed = .notAvailable
        #expect(try layout.decode(frame) == .position(position))
        let trailer = try #require(layout.messages[0].trailer)
        #expect(trailer.algorithm == .crc8H2F)
        #expect(trailer.dataIdentifier == 0x1234)
        #expect(trailer.dataIdentifierPlace == .last)
        #expect(trailer.covered == 0..<5)
        #expect(trailer.counter?.startBit == 48)
        #expect(layout.messages[2].profileTypes.numbers == [1, 17])
        #expect(layout.messages[1].profileTypes.numbers.count == 30)
        for (type, identifier) in [
            (ShortProfileType.curvature, 1541), (.slopeStep, 1542),
        ] as [(ShortProfileType, UInt32)] {
            let frame = layout.encode(IdentifierTests.short(type))
            #expect(frame.identifier.value == identifier)
            guard case .profileShort(let read)? = try layout.decode(frame) else {
                Issue.record("no PROFILE SHORT")
                continue
            }
            #expect(read.profileType == type)
        }
    }

    @Test(
        "What is wrong with the text, and where",
        arguments: [
            ("[x]", 1, 2, "unknown section 'x'; known are position"),
            ("[position.second]", 1, 2, "unknown section"),
            ("[profile-short.]", 1, 2, "unknown section"),
            ("[profile-short.a.b]", 1, 2, "unknown section"),
            ("[position", 1, 10, "expected ']'"),
            ("[position]\n[position]", 2, 2, "position is there twice"),
            ("message = \"A\"", 1, 1, "expected a section such as [position] first"),
            ("[stub]\n = \"A\"", 2, 2, "expected '[' or a key"),
            ("[stub]\nmessage \"A\"", 2, 9, "expected '='"),
            ("[stub]\nmessage = A", 2, 11, "expected a text in double quotes"),
            ("[stub]\nmessage = \"A", 2, 13, "expected '\"'"),
            ("[stub]\nmessage = \"A\\\"", 2, 13, "a text without"),
            ("[stub]\nmessage = \"A\" x", 2, 15, "expected the end of the line"),
            ("[stub]\nspeed = \"A\"", 2, 1, "unknown key 'speed' in [stub]"),
            ("[stub]\nhello = \"A\"", 2, 1, "unknown key 'hello' in [stub]"),
            ("[stub]\ntypes = \"curvature\"", 2, 1, "unknown key 'types' in [stub]"),
            ("[stub]\noffset = \"A\"\noffset = \"B\"", 3, 1, "stub.offset is there twice"),
            (
                "[profile-long]\ntypes = \"curvature\"", 2, 9,
                "'curvature' is not the name or number"
            ),
            ("[profile-long]\ntypes = \"32\"", 2, 9, "'32' is not the name or number"),
            ("[stub]\nchecksum-algorithm = \"md5\"", 2, 22, "'md5' is not crc-8-sae-j1850"),
            ("[stub]\nchecksum-data-id = \"x\"", 2, 20, "'x' is not a number"),
            ("[stub]\nchecksum-data-id-place = \"x\"", 2, 26, "'x' is not first or last"),
            ("[stub]\nchecksum-bytes = \"9\"", 2, 18, "'9' is not the first and the last byte"),
        ] as [(String, Int, Int, String)]
    )
    func refused(text: String, line: Int, column: Int, words: String) {
        let error = #expect(throws: LayoutMappingError.self) { try LayoutMapping(parsing: text) }
        #expect(error?.line == line, "\(error?.description ?? "")")
        #expect(error?.column == column, "\(error?.description ?? "")")
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test(
        "What the DBC does not have or cannot hold is named",
        arguments: [
            ("[position]\nmessage = \"No_FO\"", "[position]: the DBC has no message 'No_FO'"),
            (
                "[position]\nmessage = \"Place_FO\"\nspeed = \"PlSpd\"",
                "[position] speed: Place_FO has no signal 'PlSpd'"
            ),
            (
                "[position]\nmessage = \"Place_FO\"\nspeed = \"PlSigned\"",
                "[position] speed: 'PlSigned' is signed or no whole number"
            ),
            (
                "[position]\nmessage = \"Place_FO\"\npathIndex = \"PlShort\"",
                "POSITION: pathIndex has 5 bits and needs 6"
            ),
            (
                "[position]\nmessage = \"Place_FO\"\noffset = \"PlOfst\"\nmessageType = \"PlOfst\"",
                "POSITION: messageType and offset share a bit"
            ),
            (
                "[profile-short]\nmessage = \"Rest_FO\"\nmessageType = \"ReTyp\"\n"
                    + "value0 = \"ReOther\"",
                "[profile-short] value0: 'ReOther' is not in every frame"
            ),
            (
                "[position]\nmessage = \"Place_FO\"\nchecksum = \"PlCrc\"",
                "[position]: aliveCounter and checksum-algorithm need each a checksum"
            ),
            (
                "[position]\nmessage = \"Place_FO\"\nchecksum-algorithm = \"xor-8\"",
                "[position]: aliveCounter"
            ),
            (
                "[position]\nmessage = \"Place_FO\"\naliveCounter = \"PlCnt\"",
                "[position]: aliveCounter"
            ),
            ("", "the layout has no message"),
        ])
    func unfit(mapping: String, words: String) {
        let error = #expect(throws: LayoutSourceError.self) { try layout(mapping) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    private static let incomplete: [(mapping: String, words: String)] = [
        (
            "[position]\nmessage = \"Place_FO\"",
            "[position]: pathIndex is missing, and without it the message says nothing"
        ),
        (
            "[position]\nmessage = \"Place_FO\"\npathIndex = \"PlPath\"",
            "[position]: offset is missing"
        ),
        (
            "[stub]\nmessage = \"Place_FO\"\npathIndex = \"PlPath\"\noffset = \"PlOfst\"",
            "[stub]: subPathIndex is missing"
        ),
        (curve, "[profile-short]: profileType is missing"),
        ("\(curve)types = \"curvature slope-step\"", "[profile-short]: profileType is missing"),
        ("\(curve)types = \"\"", "[profile-short]: profileType is missing"),
        ("\(curveWithoutValue)types = \"curvature\"", "[profile-short]: value0 is missing"),
        (
            curveWithoutValue.replacingOccurrences(of: "short]", with: "long]")
                + "profileType = \"CuPrf\"", "[profile-long]: value is missing"
        ),
    ]

    @Test("What a message cannot be without is named", arguments: incomplete.indices)
    func missing(number: Int) {
        let (mapping, words) = Self.incomplete[number]
        let error = #expect(throws: LayoutSourceError.self) { try layout(mapping) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test("Where one type travels alone, it needs no field that says so")
    func theOnlyType() throws {
        var layout = try layout(curve + "types = \"curvature\"")
        var message = ProfileShortMessage(
            profileType: .curvature, pathIndex: .first, offset: OffsetCode(raw: 30))
        message.value0 = ProfileValueCode(raw: 600)
        let frame = layout.encode(.profileShort(message))
        guard case .profileShort(let read)? = try layout.decode(frame) else {
            Issue.record("no PROFILE SHORT")
            return
        }
        #expect(read.profileType == .curvature && read.value0 == message.value0)
        // A second type on the same way could not be told from it.
        layout.setIdentifier(try #require(CANIdentifier(base: 1541)), of: .slopeStep)
        let error = #expect(throws: LayoutError.missingField(.profileShort, .profileType)) {
            try layout.check()
        }
        #expect(error?.description.contains("several types travel one way") == true)
    }

    @Test("Automatically, where the names are ours", arguments: LayoutPreset.allCases)
    func automatic(preset: LayoutPreset) throws {
        var layouts = [Layout(preset)]
        layouts.append(try layouts[0].placing(at: 24, frameLength: 48, isFD: true))
        layouts.append(layouts[0])
        layouts[2].setIdentifier(CANIdentifier(truncatingBase: 0x310), of: .curvature)
        layouts[2].setIdentifier(CANIdentifier(truncatingBase: 0x311), of: .altitude)
        layouts.append(layouts[0])
        // The message type lies in one place only where bytes are not reversed by message.
        for kind in MessageKind.standard {
            layouts[3].setIdentifier(CANIdentifier(truncatingBase: 0x320), of: kind)
        }
        for layout in layouts {
            let text = try layout.database().dbc
            let read = try Layout(database: Database(parsing: text))
            #expect(read.messages.map(\.kind) == layout.messages.map(\.kind))
            var generator = SplitMix64(seed: 8)
            for message in layout.messages {
                for _ in 0..<100 {
                    let frame = RandomFrame(message, using: &generator).frame
                    #expect(try read.decode(frame) == layout.decode(frame))
                    let decoded = try #require(try read.decode(frame))
                    #expect(read.encode(decoded) == layout.encode(decoded))
                }
            }
            #expect(
                try read.database().messages.map(\.name) == layout.database().messages.map(\.name))
        }
    }

    @Test("Without a name of ours there is no automatic layout")
    func noName() throws {
        let database = try Database(parsing: makersBus)
        let error = #expect(throws: LayoutSourceError.noNameOfOurs) {
            try Layout(database: database)
        }
        #expect(error?.description.contains("a mapping of its names is needed") == true)
    }
}
