import CANDatabase
import CANFrames
import Positioning
import Quantities
import Testing
import VehicleSignals

/// What the road's surface is like, by the names and numbers of a DBC.
@Suite struct SurfaceSignalTests {
    private static let text = """
        VERSION "made for this test"
        BU_: ESP
        BO_ 600 Road: 8 ESP
         SG_ RoadState : 0|4@1+ (1,0) [0|15] "" ESP
         SG_ Unnamed : 4|4@1+ (0.5,3) [0|0] "" ESP
         SG_ Speed : 8|16@1+ (0.01,0) [0|300] "km/h" ESP
         SG_ Friction : 32|32@1- (1,0) [0|1] "" ESP
        BO_ 601 Pages: 2 ESP
         SG_ Page M : 0|8@1+ (1,0) [0|255] "" ESP
         SG_ Rain m1 : 8|3@1- (1,0) [-4|3] "" ESP
         SG_ Beyond : 16|3@1+ (1,0) [0|7] "" ESP
        SIG_VALTYPE_ 600 Friction : 1;
        VAL_ 600 RoadState 0 "Road_Dry" 1 "RoadWet" 2 "SNOW" 3 "Ice-covered" 4 "NotWet" 5 "SnowOrIce"
             6 "Rain" 7 "icy" 8 "Gravel" 15 "SNA" ;
        VAL_ 601 Rain 0 "NoRain" 1 "LightRain" 2 "HeavyRain" ;

        """

    private static func signals(
        _ surface: SurfaceSource?, _ motion: [VehicleQuantity: MotionSource] = [:]
    ) throws -> VehicleSignals {
        var parser = DatabaseParser()
        try parser.push(Array(text.utf8).span)
        return try VehicleSignals(try parser.finish(), motion: motion, surface: surface)
    }

    private static func frame(
        _ identifier: UInt32, _ bytes: [UInt8], length: Int = 8
    ) throws -> CANFrame {
        let name = try #require(CANIdentifier(base: identifier))
        var frame = try #require(CANFrame(identifier: name, length: length))
        for (index, byte) in bytes.enumerated() { frame.bytes[index] = byte }
        return frame
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let signals = try Self.signals(SurfaceSource(name: "Road.RoadState"), [.speed: "Speed"])
        for condition in SurfaceCondition.allCases {
            #expect(signals.canRepresent(condition))
            let frames = signals.frames(
                of: VehicleMotion(speed: MetresPerSecond(10)), on: condition)
            #expect(frames.map(signals.surface) == [condition])
            #expect(frames.map { signals.motion(in: $0)?.speed } == [MetresPerSecond(10)])
        }
        let pages = try Self.signals(SurfaceSource(name: "Rain"))
        #expect(!pages.canRepresent(.dry) && !pages.canRepresent(.ice))
        #expect(pages.frames(of: VehicleMotion(), on: .wet).map(pages.surface) == [.wet])
        #expect(try !Self.signals(nil).canRepresent(.wet))
    }

    @Test func numbersAreReadByTheirNames() throws {
        let signals = try Self.signals(SurfaceSource(name: "Road.RoadState"))
        #expect(signals.identifiers.map(\.value) == [600])
        let expected: [SurfaceCondition] = [
            .dry, .wet, .snow, .ice, .unknown, .unknown, .wet, .ice,
        ]
        for raw in UInt8(0)..<16 {
            let surface = signals.surface(in: try Self.frame(600, [0xF0 | raw]))
            #expect(surface == (raw < 8 ? expected[Int(raw)] : .unknown), "\(raw)")
        }
        #expect(signals.surface(in: try Self.frame(601, [0])) == nil)
        #expect(signals.motion(in: try Self.frame(600, [1])) == nil)
        #expect(try Self.signals(nil).surface(in: try Self.frame(600, [1])) == nil)
    }

    @Test func numbersThatAreGivenGoBeforeNames() throws {
        let values = [
            SurfaceValue(raw: 0, .wet), SurfaceValue(raw: 7, .snow), SurfaceValue(raw: 8, .dry),
        ]
        // Factor and offset play no part.
        for (name, shift) in [("RoadState", 0), ("Unnamed", 4)] {
            let signals = try Self.signals(SurfaceSource(name: name, values: values))
            for (raw, expected) in [(0, .wet), (7, .snow), (8, .dry), (1, .unknown)]
                as [(UInt8, SurfaceCondition)]
            {
                let frame = try Self.frame(600, [raw << UInt8(shift)])
                #expect(signals.surface(in: frame) == expected)
            }
        }
    }

    @Test func aFrameMayReportMotionAndSurface() throws {
        let signals = try Self.signals(SurfaceSource(name: "RoadState"), [.speed: "Speed"])
        #expect(signals.identifiers.map(\.value) == [600])
        let frame = try Self.frame(600, [1, 0x10, 0x0E])
        #expect(signals.surface(in: frame) == .wet)
        #expect(signals.motion(in: frame)?.speed == MetresPerSecond(3600 * 0.01 / 3.6))
    }

    @Test func whatIsNotInTheFrameIsNotSaid() throws {
        let signals = try Self.signals(SurfaceSource(name: "Rain"))
        #expect(signals.surface(in: try Self.frame(601, [1, 2], length: 2)) == .wet)
        // That it does not rain is not that the road is dry.
        #expect(signals.surface(in: try Self.frame(601, [1, 0], length: 2)) == .unknown)
        #expect(signals.surface(in: try Self.frame(601, [2, 2], length: 2)) == nil)
        #expect(signals.surface(in: try Self.frame(601, [1], length: 1)) == nil)
    }

    @Test(
        arguments: [
            ("Rein", [], "there is no signal Rein"),
            (
                "Unnamed", [],
                "no value of the signal Unnamed has a name that means dry, wet, snow or ice;"
                    + " give the meaning of its values"
            ),
            ("RoadState", [16], "the signal RoadState has too few bits for the value 16"),
            ("Friction", [1], "the signal Friction is no whole number"),
            ("Beyond", [1], "the signal Beyond lies beyond the end of Pages"),
        ] as [(String, [UInt64], String)])
    func whatTheDBCDoesNotGiveIsALine(_ name: String, _ raws: [UInt64], _ line: String) throws {
        let source = SurfaceSource(name: name, values: raws.map { SurfaceValue(raw: $0, .wet) })
        let error = #expect(throws: VehicleSignalError.self) { try Self.signals(source) }
        #expect(error?.description == line)
    }
}
