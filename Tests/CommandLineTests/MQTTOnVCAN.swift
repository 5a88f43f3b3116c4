import Foundation
import Glibc
import Testing

/// A broker and its clients, where Debian installs them.
private enum Mosquitto {
    static let path = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto"].first {
        FileManager.default.isExecutableFile(atPath: $0)
            && FileManager.default.isExecutableFile(atPath: "/usr/bin/mosquitto_pub")
    }
    static let reason: Comment = "needs mosquitto and mosquitto-clients: tools/packages mqtt"
}

/// The pipe of docs/guide/status.md from the daemon's events to an MQTT broker, with mosquitto.
@Suite(
    .serialized, .enabled(if: Bus.isThere, Bus.reason),
    .enabled(if: Mosquitto.path != nil, Mosquitto.reason))
struct MQTTOnVCAN {
    @Test func eventsReachASubscriberOfTheBroker() throws {
        let page = try String(
            contentsOfFile: Programs.package.appending(path: "docs/guide/status.md").path(),
            encoding: .utf8)
        let pipe = "ehorizon control subscribe | mosquitto_pub -h localhost -t car/horizon -l"
        #expect(page.contains(pipe))
        let bus = try Bus("ehzmqtt0")
        let scratch = try Scratch()
        // Without "user" mosquitto becomes another user, who may not read the folder.
        let settings = try scratch.file(
            "mosquitto.conf", "listener 1883 127.0.0.1\nallow_anonymous true\nuser root\n")
        let broker = try ChildProcess(try #require(Mosquitto.path), ["-c", settings])
        defer { broker.send(SIGTERM) }
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let subscriber = try ChildProcess(
            "/bin/sh",
            ["-c", "until mosquitto_sub -h localhost -t car/horizon; do sleep 0.2; done"])
        sleep(1)
        let command = pipe.replacingOccurrences(
            of: "ehorizon control subscribe",
            with: "\(Programs.tool) control subscribe --control-socket \(scratch["control"])")
        let bridge = try ChildProcess("/bin/sh", ["-c", command])
        try eventually("places") {
            subscriber.text.components(separatedBy: #""event":"place","state":"on-road""#).count > 3
        }
        // Each event is a message of its own, and a line.
        for line in subscriber.text.split(separator: "\n").dropLast() {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            #expect((object as? [String: Any])?["event"] is String, "\(line)")
        }
        // The pipe ends with the daemon.
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try bridge.wait().status == 0)
        subscriber.send(SIGTERM)
    }
}
