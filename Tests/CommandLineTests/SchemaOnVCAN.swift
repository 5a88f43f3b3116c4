import Foundation
import Glibc
import Testing

/// The JSON of a running daemon, against the schemas of the program.
@Suite(
    .serialized, .enabled(if: Bus.isThere, Bus.reason),
    .enabled(if: JSONSchema.python != nil, JSONSchema.reason))
struct SchemaOnVCAN {
    @Test func theControlSocketAndTheLimitLog() throws {
        let bus = try Bus("ehzschema0")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(
            bus, scratch, flags: ["--limit-log", scratch["limits.log"], "--messages", "all"])
        try eventually("a path") { try !bus.log().places.isEmpty }
        let socket = ["--control-socket", scratch["control"]]
        let subscriber = try ChildProcess(
            Programs.tool,
            ["control", "subscribe", "place", "tree", "bus", "warning", "ahead"] + socket)
        let client = try ChildProcess("python3", [AheadClientTests.client] + socket)
        try eventually("events") {
            subscriber.text.components(separatedBy: #""event":"ahead""#).count > 5
                && client.text.contains("limit ") && client.text.contains("next limit ")
        }
        let status = try ehorizon(["status", "--json"] + socket)
        let tree = try ehorizon(["status", "--tree"] + socket)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        let events = try subscriber.wait()
        _ = try client.wait()
        try JSONSchema.expect(status.text, fit: "status")
        try JSONSchema.expect(tree.text, fit: "status-tree")
        try JSONSchema.expect(events.text, fit: "control-event", damage: 20)
        let log = String(decoding: try scratch.content("limits.log"), as: UTF8.self)
        try JSONSchema.expect(log, fit: "limit-log", damage: 20)
    }
}
