import CANDatabase
import CANFrames
import Positioning
import Quantities
import Testing
import VehicleSignals

/// Turn indicator and lane, by the names and numbers of a DBC.
@Suite struct DriverSignalTests {
    private static let text = """
        VERSION "made for this test"
        BU_: BCM
        BO_ 700 Stalk: 8 BCM
         SG_ Turn : 0|3@1+ (1,0) [0|7] "" BCM
         SG_ Bare : 3|2@1+ (1,0) [0|3] "" BCM
         SG_ Left : 8|1@1+ (1,0) [0|1] "" BCM
         SG_ Right : 9|1@1+ (1,0) [0|1] "" BCM
         SG_ Lane : 16|4@1+ (1,0) [0|14] "" BCM
         SG_ Wetness : 24|2@1+ (1,0) [0|3] "" BCM
         SG_ Near : 32|2@1+ (1,0) [0|3] "" BCM
         SG_ Off : 34|2@1+ (1,0) [0|3] "" BCM
        BO_ 701 Other: 1 BCM
         SG_ RightLamp : 0|1@1+ (1,0) [0|1] "" BCM
         SG_ Beyond : 8|1@1+ (1,0) [0|1] "" BCM
        VAL_ 700 Turn 0 "Turn_Off" 1 "TurnLeft" 2 "RIGHT" 3 "Hazard" 4 "NotLeft" 5 "SNA" 6 "NoIndication"
             7 "LeftAndRight" ;
        VAL_ 700 Near 0 "Dark" 1 "Lit" 3 "SNA" ;
        VAL_ 700 Off 0 "Dark" 1 "Lit" 3 "NotAvailable" ;

        """

    private static func signals(
        _ indicator: DriverSource.Indicator?, lane: String? = nil, first: RoadSide = .left
    ) throws -> VehicleSignals {
        var parser = DatabaseParser()
        try parser.push(Array(text.utf8).span)
        var driver = DriverSource()
        driver.indicator = indicator
        driver.lane = lane
        driver.firstLane = first
        return try VehicleSignals(try parser.finish(), motion: [:], driver: driver)
    }

    private static func frame(_ bytes: [UInt8], _ identifier: UInt32 = 700) throws -> CANFrame {
        let name = try #require(CANIdentifier(base: identifier))
        var frame = try #require(CANFrame(identifier: name, length: identifier == 700 ? 8 : 1))
        for (index, byte) in bytes.enumerated() { frame.bytes[index] = byte }
        return frame
    }

    @Test func numbersAreReadByTheirNames() throws {
        let signals = try Self.signals(.named(NamedSource(name: "Stalk.Turn")))
        #expect(signals.identifiers.map(\.value) == [700])
        let expected: [TurnIndicator] = [
            .off, .left, .right, .both, .unknown, .unknown, .off, .both,
        ]
        for raw in UInt8(0)..<8 {
            let said = signals.driver(in: try Self.frame([raw]))
            #expect(said == DriverSignals(indicator: expected[Int(raw)]), "\(raw)")
        }
        #expect(signals.driver(in: try Self.frame([1], 701)) == nil)
        #expect(try Self.signals(nil).driver(in: try Self.frame([1])) == nil)
    }

    @Test func numbersThatAreGivenGoBeforeNames() throws {
        let values = [IndicatorValue(raw: 0, .right), IndicatorValue(raw: 3, .left)]
        for (name, shift) in [("Turn", 0), ("Bare", 3)] {
            let signals = try Self.signals(.named(NamedSource(name: name, values: values)))
            for (raw, expected) in [(0, .right), (3, .left), (1, .unknown)]
                as [(UInt8, TurnIndicator)]
            {
                let said = signals.driver(in: try Self.frame([raw << UInt8(shift)]))
                #expect(said?.indicator == expected)
            }
        }
    }

    @Test func twoSignalsReportASideEach() throws {
        let signals = try Self.signals(.sides(left: "Left", right: "Stalk.Right"))
        for (raw, expected) in [(0, .off), (1, .left), (2, .right), (3, .both)]
            as [(UInt8, TurnIndicator)]
        {
            #expect(signals.driver(in: try Self.frame([0, raw]))?.indicator == expected)
        }
    }

    /// A number that means no value is no indicator that is on.
    @Test func aSideThatIsNotAvailableIsUnknown() throws {
        let signals = try Self.signals(.sides(left: "Stalk.Near", right: "Stalk.Off"))
        for (left, right, expected) in [
            (0, 0, .off), (1, 0, .left), (0, 2, .right), (2, 1, .both), (3, 0, .unknown),
            (0, 3, .unknown), (3, 1, .unknown), (3, 3, .unknown),
        ] as [(UInt8, UInt8, TurnIndicator)] {
            let frame = try Self.frame([0, 0, 0, 0, left | right << 2])
            #expect(signals.driver(in: frame)?.indicator == expected, "\(left) \(right)")
        }
    }

    @Test func lanesAreCountedFromOneSide() throws {
        let left = try Self.signals(nil, lane: "Lane")
        let right = try Self.signals(nil, lane: "Lane", first: .right)
        for (raw, number) in [(1, 1), (14, 14), (0, nil), (15, nil)] as [(UInt8, UInt8?)] {
            let frame = try Self.frame([0, 0, raw])
            #expect(
                left.driver(in: frame)
                    == DriverSignals(lane: number.map { .fromLeft($0) } ?? .unknown))
            #expect(
                right.driver(in: frame)
                    == DriverSignals(lane: number.map { .fromRight($0) } ?? .unknown))
        }
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        for indicator: DriverSource.Indicator in [
            .named(NamedSource(name: "Turn")), .sides(left: "Left", right: "Right"),
        ] {
            let signals = try Self.signals(indicator, lane: "Lane")
            for points in TurnIndicator.allCases where signals.canRepresent(points) {
                for lane in [DrivenLane.unknown, .fromLeft(3)] {
                    let said = DriverSignals(indicator: points, lane: lane)
                    let frames = signals.frames(of: VehicleMotion(), driver: said)
                    #expect(frames.map(signals.driver) == [said])
                }
            }
            #expect(signals.canRepresent(.left) && signals.canRepresent(.off))
        }
        #expect(try !Self.signals(nil).canRepresent(.left))
    }

    @Test(
        arguments: [
            (.named(NamedSource(name: "Turm")), nil, "there is no signal Turm"),
            (
                .named(NamedSource(name: "Wetness")), nil,
                "no value of the signal Wetness has a name that means off, left, right or both;"
                    + " give the meaning of its values"
            ),
            (
                .named(NamedSource(name: "Turn", values: [IndicatorValue(raw: 8, .left)])), nil,
                "the signal Turn has too few bits for the value 8"
            ),
            (
                .sides(left: "Left", right: "RightLamp"), nil,
                "the signal Left is in Stalk and RightLamp in Other; both must be in one message"
            ),
            (nil, "Beyond", "the signal Beyond lies beyond the end of Other"),
        ] as [(DriverSource.Indicator?, String?, String)])
    func whatTheDBCDoesNotGiveIsALine(
        _ indicator: DriverSource.Indicator?, _ lane: String?, _ line: String
    ) throws {
        let error = #expect(throws: VehicleSignalError.self) {
            try Self.signals(indicator, lane: lane)
        }
        #expect(error?.description == line)
    }
}
