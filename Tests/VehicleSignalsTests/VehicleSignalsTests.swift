import CANDatabase
import CANFrames
import Positioning
import Quantities
import Testing
import VehicleSignals

/// The motion of the car, read with a DBC in the style of car makers.
@Suite struct VehicleSignalsTests {
    private static let text = """
        VERSION "made for this test"
        BU_: ESP KOMBI
        BO_ 513 Speed: 8 ESP
         SG_ VehicleSpeed : 7|16@0+ (0.01,0) [0|300] "km/h" KOMBI
         SG_ WheelSpeed : 23|16@0+ (0.01,0) [0|300] "km/h" KOMBI
         SG_ Miles : 32|8@1+ (1,0) [0|200] "MPH" KOMBI
         SG_ Plain : 40|16@1+ (0.01,0) [0|0] "m/s" KOMBI
        BO_ 514 Dynamics: 8 ESP
         SG_ YawRate : 0|16@1- (0.01,0) [-327|327] "deg/s" KOMBI
         SG_ YawRadians : 16|16@1- (0.001,0) [-32|32] "rad/s" KOMBI
         SG_ Odd : 32|8@1+ (1,0) [0|255] "furlong" KOMBI
         SG_ Bare : 40|8@1+ (1,0) [0|255] "" KOMBI
         SG_ Stuck : 40|8@1+ (0,0) [0|255] "km/h" KOMBI
         SG_ WheelSpeed : 48|16@1+ (0.01,0) [0|300] "km/h" KOMBI
        BO_ 515 Counters: 8 KOMBI
         SG_ Page M : 0|8@1+ (1,0) [0|255] "" ESP
         SG_ Odometer m1 : 8|32@1+ (0.1,0) [0|1000000] "km" ESP
         SG_ Trip m2 : 8|32@1+ (1,0) [0|1000000] "m" ESP
        VAL_ 513 VehicleSpeed 12345 "Signal_Not_Available" 0 "Standstill" 1000 "Default"
             20000 "definite" 20001 "InitValue" 20002 "NotAvail" ;

        """

    private static func database() throws -> Database {
        var parser = DatabaseParser()
        try parser.push(Array(text.utf8).span)
        return try parser.finish()
    }

    private static func frame(_ identifier: UInt32, _ bytes: [UInt8]) throws -> CANFrame {
        let name = try #require(CANIdentifier(base: identifier))
        var frame = try #require(CANFrame(identifier: name, length: 8))
        for (index, byte) in bytes.enumerated() { frame.bytes[index] = byte }
        return frame
    }

    @Test(
        arguments: [
            // 36.00 km/h are 10 m/s.
            ("VehicleSpeed", [0x0E, 0x10], 10.0),
            ("Speed.WheelSpeed", [0, 0, 0x0E, 0x10], 10.0),
            // 100 mph by the international mile of 1609.344 m.
            ("Miles", [0, 0, 0, 0, 100], 44.704),
            ("Plain", [0, 0, 0, 0, 0, 0xE8, 0x03], 10.0),
            // A named number that is a measurement.
            ("VehicleSpeed", [0, 0], 0.0),
            ("VehicleSpeed", [0x03, 0xE8], 10 / 3.6), ("VehicleSpeed", [0x4E, 0x20], 200 / 3.6),
            ("VehicleSpeed", [0x4E, 0x21], nil), ("VehicleSpeed", [0x4E, 0x22], nil),
            // The end of the range belongs to it.
            ("VehicleSpeed", [0x75, 0x30], 300 / 3.6),
            // A code for no value, a value beyond the range, and all ones without a range.
            ("VehicleSpeed", [0x30, 0x39], nil), ("VehicleSpeed", [0xFF, 0xFE], nil),
            ("Plain", [0, 0, 0, 0, 0, 0xFF, 0xFF], nil),
        ] as [(String, [UInt8], Double?)])
    func speedIsReadInItsUnit(_ name: String, _ bytes: [UInt8], _ expected: Double?) throws {
        let signals = try VehicleSignals(try Self.database(), motion: [.speed: MotionSource(name)])
        let motion = signals.motion(in: try Self.frame(513, bytes))
        let speed = motion?.speed?.value
        #expect((speed == nil) == (expected == nil))
        #expect(abs((speed ?? 0) - (expected ?? 0)) < 1e-9)
    }

    @Test(
        arguments: [
            ["VehicleSpeed", "YawRate"], ["Miles", "YawRadians"], ["Speed.WheelSpeed", "YawRate"],
            ["Plain", "YawRadians"],
        ])
    func whatIsWrittenIsRead(_ names: [String]) throws {
        let signals = try VehicleSignals(
            try Self.database(),
            motion: [
                .speed: MotionSource(names[0]), .yawRate: MotionSource(names[1]),
                .odometer: "Odometer",
            ])
        let motion = VehicleMotion(
            speed: MetresPerSecond(13.9), yawRate: DegreesPerSecond(-12.34),
            odometer: Metres(45_678_900))
        let frames = signals.frames(of: motion)
        #expect(frames.map(\.identifier) == signals.identifiers)
        var read = VehicleMotion()
        for frame in frames {
            let part = try #require(signals.motion(in: frame))
            read.speed = part.speed ?? read.speed
            read.yawRate = part.yawRate ?? read.yawRate
            read.odometer = part.odometer ?? read.odometer
        }
        // Within half a step of each signal: 1 mph, 0.001 rad/s, 100 m.
        #expect(abs(try #require(read.speed).value - 13.9) < 0.23)
        #expect(abs(try #require(read.yawRate).value + 12.34) < 0.03)
        #expect(abs(try #require(read.odometer).value - 45_678_900) < 51)
    }

    @Test func aValueOutsideOfTheRangeIsLimited() throws {
        let signals = try VehicleSignals(
            try Self.database(), motion: [.speed: "VehicleSpeed", .yawRate: "YawRate"])
        let frames = signals.frames(
            of: VehicleMotion(speed: MetresPerSecond(500), yawRate: DegreesPerSecond(9999)))
        let speed = try #require(signals.motion(in: frames[0])?.speed).value
        #expect(abs(speed - 300 / 3.6) < 1e-9)
        let yawRate = try #require(signals.motion(in: frames[1])?.yawRate).value
        #expect(abs(yawRate - 327) < 1e-9)
    }

    @Test func aYawRateToTheLeftIsAnticlockwise() throws {
        let database = try Self.database()
        let degrees = try VehicleSignals(database, motion: [.yawRate: "YawRate"])
        let left = try Self.frame(514, [0xE8, 0x03])  // 10.00 deg/s
        #expect(degrees.motion(in: left)?.yawRate == DegreesPerSecond(-10))
        let radians = try VehicleSignals(database, motion: [.yawRate: "YawRadians"])
        let right = try Self.frame(514, [0, 0, 0x18, 0xFC])  // -1.000 rad/s
        let rate = try #require(radians.motion(in: right)?.yawRate)
        #expect(abs(rate.value - 180 / Double.pi) < 1e-9)
    }

    @Test func aMultiplexedSignalIsReadIfTheFrameContainsIt() throws {
        let signals = try VehicleSignals(
            try Self.database(), motion: [.odometer: "Odometer", .speed: "VehicleSpeed"])
        #expect(signals.identifiers.map(\.value) == [513, 515])
        let value: [UInt8] = [0x40, 0xE2, 0x01, 0]  // 123456
        let own = try Self.frame(515, [1] + value)
        #expect(signals.motion(in: own) == VehicleMotion(odometer: Metres(123_456 * 0.1 * 1000)))
        #expect(signals.motion(in: try Self.frame(515, [2] + value)) == nil)
        #expect(signals.motion(in: try Self.frame(514, [1] + value)) == nil)
    }

    /// A multiplexor that is multiplexed itself, as in the DBC files for OBD-II: both must fit.
    @Test func aMultiplexorMayBeMultiplexed() throws {
        let text = """
            VERSION ""
            BU_: ECU
            BO_ 2024 Answer: 8 ECU
             SG_ Service M : 8|8@1+ (1,0) [0|0] "" ECU
             SG_ Parameter m65M : 16|8@1+ (1,0) [0|0] "" ECU
             SG_ VehicleSpeed m13 : 24|8@1+ (1,0) [0|255] "km/h" ECU
            SG_MUL_VAL_ 2024 Parameter Service 65-65;
            SG_MUL_VAL_ 2024 VehicleSpeed Parameter 13-13;

            """
        var parser = DatabaseParser()
        try parser.push(Array(text.utf8).span)
        let signals = try VehicleSignals(try parser.finish(), motion: [.speed: "VehicleSpeed"])
        let speed = signals.motion(in: try Self.frame(2024, [3, 65, 13, 36]))?.speed?.value
        #expect(abs(try #require(speed) - 10) < 1e-9)
        // A frozen frame of another service has its number there.
        #expect(signals.motion(in: try Self.frame(2024, [4, 66, 13, 36])) == nil)
        #expect(signals.motion(in: try Self.frame(2024, [3, 65, 12, 36])) == nil)
        // What is written is read.
        let frame = try #require(
            signals.frames(of: VehicleMotion(speed: MetresPerSecond(20)), driver: DriverSignals())
                .first)
        #expect(signals.motion(in: frame)?.speed == MetresPerSecond(20))
    }

    @Test func aFrameThatIsTooShortHasNoValue() throws {
        let signals = try VehicleSignals(try Self.database(), motion: [.speed: "Miles"])
        let name = try #require(CANIdentifier(base: 513))
        let frame = try #require(CANFrame(identifier: name, length: 4))
        #expect(signals.motion(in: frame) == nil)
    }

    @Test(
        arguments: [
            (VehicleQuantity.speed, "Velocity", "there is no signal Velocity"),
            (
                .speed, "WheelSpeed",
                "the signal WheelSpeed is in Speed, Dynamics; name the message too, as in Speed.WheelSpeed"
            ),
            (
                .speed, "Odd",
                "the signal Odd has the unit \"furlong\"; known for a speed are km/h, m/s, mph"
            ),
            (.speed, "Stuck", "the signal Stuck has the factor 0, so its value never changes"),
            (
                .odometer, "Bare",
                "the signal Bare has no unit; known for an odometer are m, km, mi"
            ),
            (
                .yawRate, "VehicleSpeed",
                "the signal VehicleSpeed has the unit \"km/h\"; known for a yaw rate are rad/s, deg/s"
            ),
        ])
    func aMissingSignalIsALine(
        _ quantity: VehicleQuantity, _ name: String, _ line: String
    ) throws {
        let database = try Self.database()
        let error = #expect(throws: VehicleSignalError.self) {
            try VehicleSignals(database, motion: [quantity: MotionSource(name)])
        }
        #expect(error?.description == line)
    }

    private static let volkswagen = """
        VERSION ""
        BO_ 257 ESP_02: 8 Gateway
         SG_ ESP_Gierrate : 40|14@1+ (0.01,0) [0.00|163.82] "Unit_DegreOfArcPerSecon" Vector__XXX
         SG_ ESP_VZ_Gierrate : 54|1@1+ (1.0,0.0) [0.0|1] "" Vector__XXX
        BO_ 253 ESP_21: 8 Gateway
         SG_ ESP_v_Signal : 32|16@1+ (0.01,0) [0.00|655.32] "Unit_KiloMeterPerHour" Vector__XXX
         SG_ Bare : 0|16@1+ (0.01,0) [0|655] "" Vector__XXX
         SG_ Elsewhere : 16|1@1+ (1,0) [0|1] "" Vector__XXX
        BO_ 1719 Kombi_02: 8 Gateway
         SG_ KBI_Kilometerstand : 20|20@1+ (1,0) [0|1048573] "Unit_KiloMeter" Vector__XXX

        """

    private static func volkswagenDatabase() throws -> Database {
        var parser = DatabaseParser()
        try parser.push(Array(volkswagen.utf8).span)
        return try parser.finish()
    }

    /// A sign that is marked as not available is not that of a turn to the right.
    @Test func aSignThatIsNotAvailableLeavesTheYawRateUnknown() throws {
        let text = Self.volkswagen.replacing(
            "54|1@1+ (1.0,0.0) [0.0|1]", with: "54|2@1+ (1,0) [0|3]")
        var parser = DatabaseParser()
        try parser.push(
            Array((text + "VAL_ 257 ESP_VZ_Gierrate 0 \"Left\" 1 \"Right\" 3 \"SNA\" ;\n").utf8)
                .span)
        let signals = try VehicleSignals(
            try parser.finish(),
            motion: [.yawRate: MotionSource("ESP_Gierrate", sign: "ESP_VZ_Gierrate")])
        var frame = try #require(
            signals.frames(of: VehicleMotion(yawRate: DegreesPerSecond(12.34))).first)
        for (sign, rate) in [(0, -12.34), (1, 12.34), (3, nil)] as [(UInt8, Double?)] {
            frame.bytes[6] = frame.bytes[6] & 0x3F | sign << 6
            #expect(signals.motion(in: frame)?.yawRate?.value == rate, "\(sign)")
        }
    }

    /// Layouts after those of Volkswagen's MQB cars: their spelling of units, and a sign of its own.
    @Test func signalsOfAVolkswagenAreRead() throws {
        let signals = try VehicleSignals(
            try Self.volkswagenDatabase(),
            motion: [
                .speed: "ESP_v_Signal", .odometer: "KBI_Kilometerstand",
                .yawRate: MotionSource("ESP_Gierrate", sign: "ESP_VZ_Gierrate"),
            ])
        var read = VehicleMotion()
        for rate in [12.34, -12.34] {
            let motion = VehicleMotion(
                speed: MetresPerSecond(27.5), yawRate: DegreesPerSecond(rate),
                odometer: Metres(123_456_000))
            for frame in signals.frames(of: motion) {
                let part = try #require(signals.motion(in: frame))
                read.speed = part.speed ?? read.speed
                read.yawRate = part.yawRate ?? read.yawRate
                read.odometer = part.odometer ?? read.odometer
            }
            #expect(abs(try #require(read.speed).value - 27.5) < 0.002)
            #expect(abs(try #require(read.yawRate).value - rate) < 0.006)
            #expect(read.odometer == Metres(123_456_000))
        }
        // 10.00 deg/s, and the bit for the other sign.
        let left = try Self.frame(257, [0, 0, 0, 0, 0, 0xE8, 0x03])
        #expect(signals.motion(in: left)?.yawRate == DegreesPerSecond(-10))
        let right = try Self.frame(257, [0, 0, 0, 0, 0, 0xE8, 0x43])
        #expect(signals.motion(in: right)?.yawRate == DegreesPerSecond(10))
    }

    @Test func aSignalThatWasNeverReceivedIsNamed() throws {
        let signals = try VehicleSignals(
            try Self.volkswagenDatabase(),
            motion: [.speed: "ESP_v_Signal", .odometer: "KBI_Kilometerstand"])
        var missing = MissingSignals(signals)
        #expect(missing.names == ["ESP_v_Signal", "KBI_Kilometerstand"])
        let frame = try Self.frame(253, [0, 0, 0, 0, 0x10, 0x0E])
        missing.note(signals.motion(in: frame), nil, nil)
        #expect(missing.names == ["KBI_Kilometerstand"])
        missing.note(VehicleMotion(odometer: Metres(5)), .dry, nil)
        #expect(missing.names.isEmpty)
    }

    @Test func theUnitCanBeSet() throws {
        let database = try Self.volkswagenDatabase()
        let frame = try Self.frame(253, [0x10, 0x0E])  // 36.00
        for (unit, speed) in [("km/h", 10.0), ("m/s", 36), ("mph", 16.09344)] {
            let signals = try VehicleSignals(
                database, motion: [.speed: MotionSource("Bare", unit: unit)])
            let read = try #require(signals.motion(in: frame)?.speed)
            #expect(abs(read.value - speed) < 1e-9)
        }
    }

    @Test func aPositiveYawRateCanTurnRight() throws {
        var source = MotionSource("YawRate")
        source.countsToTheRight = true
        let signals = try VehicleSignals(try Self.database(), motion: [.yawRate: source])
        let right = try Self.frame(514, [0xE8, 0x03])  // 10.00 deg/s
        #expect(signals.motion(in: right)?.yawRate == DegreesPerSecond(10))
    }

    @Test func theSignOfAYawRateIsInItsMessage() throws {
        let source = MotionSource("ESP_Gierrate", sign: "Elsewhere")
        let error = #expect(throws: VehicleSignalError.self) {
            try VehicleSignals(try Self.volkswagenDatabase(), motion: [.yawRate: source])
        }
        #expect(
            error?.description
                == "the signal ESP_Gierrate is in ESP_02 and Elsewhere in ESP_21; both must be in one"
                + " message")
    }
}
