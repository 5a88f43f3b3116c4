import Foundation
import Testing

/// Two messages on one identifier that nobody on the bus can tell apart are one line.
@Suite("One identifier, two messages") struct SharedIdentifierTests {
    /// A car's DBC whose wheels have an identifier.
    private static func dbc(_ identifier: Int) -> String {
        """
        VERSION ""
        BU_: ESP
        BO_ \(identifier) Wheels: 8 ESP
         SG_ Speed : 0|16@1+ (0.01,0) [0|300] "km/h" Vector__XXX

        """
    }

    private func check(_ identifier: Int, _ configuration: String = "") throws -> Outcome {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", Self.dbc(identifier))
        let file = try scratch.file(
            "c.toml", configuration + "\n[vehicle]\ndbc = \"\(dbc)\"\nspeed_signal = \"Speed\"\n")
        let outcome = try ehorizond("--check-config", "--config", file)
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        return outcome
    }

    @Test func theCarAndTheHorizon() throws {
        let outcome = try check(0x301)
        #expect(outcome.said.count == 1, "\(outcome)")
        #expect(
            outcome.words.contains(
                "car.dbc: the car's signals and STUB of the layout adasis share the identifier 0x301; set"
                    + " another one for one of them, or vehicle.can"), "\(outcome)")
        #expect(try check(0x123).words.isEmpty)
        // The 29 bits of the same number are another identifier.
        #expect(try check(0x8000_0301).words.isEmpty)
    }

    @Test func theCarAndTheRequestsOfClients() throws {
        let requests = "[requests]\nlayout = \"plain\"\ncan_id = \"0x123\""
        let outcome = try check(0x123, requests)
        #expect(
            outcome.said.count == 1
                && outcome.words.contains("and the requests of clients (requests.layout) share"),
            "\(outcome)")
        #expect(try check(0x124, requests).words.isEmpty)
    }

    @Test func anotherBusHasIdentifiersOfItsOwn() throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", Self.dbc(0x300))
        let flags = ["--check-config", "--vehicle-dbc", dbc, "--speed-signal", "Speed"]
        #expect(try ChildProcess(Programs.daemon, flags).wait().said.count == 1)
        let apart = try ChildProcess(Programs.daemon, flags + ["--vehicle-can", "can1"]).wait()
        #expect(apart.status == 0 && apart.words.isEmpty, "\(apart)")
    }

    /// The message types of these two are in different places: a client cannot know which one it is.
    @Test(arguments: ["replay", "decode", "check", "reconstruct", "dbc"])
    func theHorizonWithItself(command: String) throws {
        let maker = Programs.package.appending(path: "can-fixtures/maker.dbc").path()
        var words = [command, "--layout", maker, "--can-id", "stub=0x423"]
        if command == "replay" { words += ["--check-config"] }
        try ehorizon(words).expectRefusal(
            2,
            "SEGMENT and STUB share the identifier 423; give one of them another identifier, or both the"
                + " message type at one place")
    }
}
