import ADASISv2
import Foundation
import Glibc
import Testing

/// The log of speed limits of a running daemon, and what was on the bus.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct LimitsOnVCAN {
    private func lines(_ scratch: Scratch) throws -> [[String: Any]] {
        // The last line may be on its way.
        let bytes = try scratch.content("limits.log")
        let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? bytes.startIndex
        return try bytes[..<end].split(separator: 0x0A).map {
            try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
    }

    @Test func aDriveAndAnObject() throws {
        let bus = try Bus("ehzlimit0")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(
            bus, scratch, flags: ["--limit-log", scratch["limits.log"]])
        try eventually("a file") { try scratch.names().contains("limits.log") }
        try eventually("a limit") {
            try lines(scratch).contains { $0["event"] as? String == "here" && $0["way"] is Int }
        }
        let fix = try #require(try StatusOnVCAN.status(scratch)["fix"] as? [String: Any])
        let latitude = try #require(fix["latitude"] as? Double)
        let longitude = try #require(fix["longitude"] as? Double)
        let ring = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
            "[\(longitude + Double($0.0) * 0.0045),\(latitude + Double($0.1) * 0.0027)]"
        }
        let works = try scratch.file(
            "slow.geojson",
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"slow","properties":{"limit":10},
            "geometry":{"type":"Polygon","coordinates":[[\(ring.joined(separator: ","))]]}}]}
            """)
        #expect(try StatusOnVCAN.control(scratch, "add-objects", works).status == 0)
        try eventually("the limit of the object") {
            try lines(scratch).contains {
                $0["event"] as? String == "here" && $0["limit"] as? Int == 10
                    && $0["source"] as? String == "host" && $0["object"] as? String == "slow"
            }
        }
        try eventually("a driven place") {
            try lines(scratch).contains { $0["event"] as? String == "driven" }
        }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        try StatusOnVCAN.expectReplay(scratch)
        let all = try lines(scratch)
        #expect(all.first?["event"] as? String == "start")
        let info = try ehorizon("map", "info", try Sample.map)
        #expect(info.text.contains(all.first?["map"] as? String ?? "?"))
        for line in all where line["event"] as? String == "here" && line["latitude"] != nil {
            let place = try #require(line["latitude"] as? Double)
            #expect(abs(place - latitude) < 0.05)
            if line["source"] is String { #expect(line["map_agrees"] as? Bool == true, "\(line)") }
        }
        #expect(all.contains { $0["event"] as? String == "ahead" })
        var status = stat()
        #expect(stat(scratch["limits.log"], &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)

        // Each limit in the log was on the bus.
        let sent = Set(
            try bus.log().entries.compactMap { entry -> String? in
                guard case .segment(let segment) = entry.message else { return nil }
                return switch segment.effectiveSpeedLimit.reading {
                case .upTo(let bound): "\(bound)"
                case .unlimited: "none"
                case .above150: "above-150"
                case .unknown, .notAvailable: "unknown"
                }
            } + ["unknown"])
        for line in all {
            let number = (line["limit"] as? Int).map { "\($0)" }
            let above = line["limit_saturated"] as? String == "above" ? "above-" : ""
            guard let limit = line["limit_word"] as? String ?? number.map({ above + $0 }) else {
                #expect(["start", "lost"].contains(line["event"] as? String), "\(line)")
                continue
            }
            #expect(sent.contains(limit), "\(limit)")
        }
        let table = try ehorizon("limits", scratch["limits.log"])
        #expect(table.status == 0, "\(table)")
        #expect(table.text.contains("object slow, sign, tagged"), "\(table.text)")
    }

    /// A log that cannot be written is a line; an old one is kept.
    @Test func theFileOfTheLog() throws {
        let bus = try Bus("ehzlimit1")
        let scratch = try Scratch()
        _ = try scratch.file("limits.log", "{\"event\":\"start\"}\n")
        symlink(scratch["limits.log"], scratch["link"])
        var daemon = try StatusOnVCAN.start(bus, scratch, flags: ["--limit-log", scratch["link"]])
        try eventually("a path") { try !bus.log().places.isEmpty }
        #expect(
            daemon.words.contains("cannot write \(scratch["link"]): ")
                && daemon.words.contains("; speed limits are not logged\n"), "\(daemon.words)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        daemon = try StatusOnVCAN.start(
            bus, scratch, flags: ["--limit-log", scratch["limits.log"]])
        try eventually("a start") { try lines(scratch).count > 2 }
        #expect(try lines(scratch).count { $0["event"] as? String == "start" } == 2)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
