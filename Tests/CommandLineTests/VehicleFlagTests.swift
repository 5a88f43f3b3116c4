import Foundation
import Testing

/// The car's own signals, by flags and configuration: what does not go together is one line.
@Suite struct VehicleFlagTests {
    /// A DBC as a car maker might write it.
    static let dbc = """
        VERSION ""
        BU_: ESP
        BO_ 291 Wheels: 8 ESP
         SG_ VehicleSpeed : 0|16@1+ (0.01,0) [0|300] "km/h" Vector__XXX
         SG_ Torque : 16|16@1- (1,0) [-1000|1000] "Nm" Vector__XXX
        BO_ 292 Dashboard: 8 ESP
         SG_ VehicleSpeed : 0|8@1+ (1,0) [0|250] "km/h" Vector__XXX
         SG_ Odometer : 8|24@1+ (1,0) [0|999999] "km" Vector__XXX

        """

    @Test(
        arguments: [
            (
                ["--speed-signal", "Speed"],
                "DBC: there is no signal Speed"
            ),
            (
                ["--speed-signal", "VehicleSpeed"],
                "DBC: the signal VehicleSpeed is in Wheels, Dashboard; name the message too, as in"
                    + " Wheels.VehicleSpeed"
            ),
            (
                ["--speed-signal", "Torque"],
                "DBC: the signal Torque has the unit \"Nm\"; known for a speed are km/h, m/s, mph;"
                    + " name the unit with vehicle.speed_unit"
            ),
            ([], "vehicle.dbc: name at least one of its signals"),
        ])
    func aSignalThatIsNotThereIsALine(_ flags: [String], _ line: String) throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", Self.dbc)
        let outcome = try ChildProcess(
            Programs.daemon, ["--check-config", "--vehicle-dbc", dbc] + flags
        ).wait()
        #expect(outcome.status == 2, "\(outcome)")
        let expected = line.replacingOccurrences(of: "DBC", with: dbc)
        #expect(outcome.words.contains(expected + "\n"), "\(outcome)")
    }

    @Test func aSignalWithoutADBCIsALine() throws {
        let outcome = try ChildProcess(
            Programs.daemon, ["--check-config", "--odometer-signal", "Odometer"]
        ).wait()
        #expect(outcome.status == 2, "\(outcome)")
        #expect(outcome.words.contains("vehicle.odometer_signal Odometer: vehicle.dbc is missing"))
    }

    @Test func aConfigurationNamesItsLine() throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", Self.dbc)
        let configuration = try scratch.file(
            "c.toml", "[vehicle]\ndbc = \"\(dbc)\"\nspeed_signal = \"Wheels.Speed\"\n")
        let outcome = try ChildProcess(
            Programs.daemon, ["--check-config", "--config", configuration]
        ).wait()
        #expect(outcome.status == 2, "\(outcome)")
        #expect(
            outcome.words.contains(
                "\(configuration):3:16: \(dbc): there is no signal Wheels.Speed"), "\(outcome)")
    }

    @Test func whatGoesTogetherIsTaken() throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", Self.dbc)
        let outcome = try ChildProcess(
            Programs.daemon,
            [
                "--print-config", "--vehicle-dbc", dbc, "--speed-signal", "Wheels.VehicleSpeed",
                "--odometer-signal", "Odometer", "--vehicle-can", "can1",
            ]
        ).wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("speed_signal = \"Wheels.VehicleSpeed\""), "\(outcome)")
        #expect(outcome.text.contains("can = \"can1\""), "\(outcome)")
    }
}
