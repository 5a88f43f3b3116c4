import Foundation
import Testing

/// What the commands say of single links.
@Suite("ehorizon map link, map links")
struct MapLinkTests {
    /// A road with limits of every kind, a toll booth and a border crossing.
    private func map(in scratch: Scratch) throws -> String {
        let osm = try scratch.file(
            "limits.osm",
            """
            <osm version='0.6'>
            <node id='1' lat='53.5' lon='13.2'/>
            <node id='2' lat='53.501' lon='13.2'><tag k='barrier' v='toll_booth'/></node>
            <node id='3' lat='53.502' lon='13.2'>
            <tag k='barrier' v='border_control'/><tag k='direction' v='backward'/></node>
            <node id='4' lat='53.503' lon='13.2'/>
            <way id='7'><nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='4'/>
            <tag k='highway' v='primary'/><tag k='maxspeed' v='100'/>
            <tag k='maxspeed:conditional' v='80 @ wet; 60 @ (snow AND 22:00-06:00)'/>
            <tag k='maxspeed:hgv' v='60'/></way>
            </osm>
            """)
        let map = scratch["limits.ehmap"]
        let built = try ehorizon("map", "build", "--osm", osm, "--country", "DE", "--output", map)
        #expect(built.status == 0, "\(built)")
        return map
    }

    @Test func aConditionStandsBehindItsLimitInTheTable() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon(
            "map", "links", try map(in: scratch), "--bbox=13,53,14,54", "--format", "csv")
        let rows = outcome.lines.dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).dropFirst(3)
                .joined(separator: ",")
        }
        #expect(rows.first == "0,333.89,both,link,333.89,")
        let limits = rows.filter { $0.contains("peedLimit") || $0.contains("condition") }
        #expect(
            limits == [
                "0.00,333.89,both,speedLimit,100,tagged",
                "0.00,333.89,both,particularSpeedLimit,80,tagged",
                "0.00,333.89,both,condition,wet,tagged",
                "0.00,333.89,both,particularSpeedLimit,60,tagged",
                "0.00,333.89,both,condition,22:00-06:00 AND snow,tagged",
                "0.00,333.89,both,particularSpeedLimit,60 truck,tagged",
            ])
        #expect(
            rows.filter { $0.contains("roadObject") } == [
                "111.30,111.30,both,roadObject,tollBooth cars=open,tagged",
                "222.59,222.59,backward,roadObject,borderCrossing cars=open stated-direction,tagged",
            ])
        #expect(
            rows.filter { $0.contains("curvature,") || $0.contains("heading") } == [
                "0.00,0.00,both,curvature,0,", "333.89,333.89,both,curvature,0,",
                "0.00,0.00,both,heading,0.0,", "333.89,333.89,both,heading,0.0,",
            ])
        #expect(rows.contains { $0.hasPrefix("0.00,0.00,both,curvatureError,") })
    }

    @Test func westOfGreenwichTheRectangleIsReadToo() throws {
        let scratch = try Scratch()
        let map = try map(in: scratch)
        let outcome = try ehorizon(
            "map", "links", map, "--bbox", "-8.7,41.1,14,54", "--format", "csv")
        #expect(outcome.status == 0 && outcome.lines.count > 1, "\(outcome)")
        try ehorizon("map", "links", map, "--bbox", "-8.7,41.1,-8.6")
            .expectRefusal(2, "--bbox -8.7")
    }

    /// The road runs north from 53.5 to 53.503, and leaves the rectangle twice: at its southern and its northern border.
    @Test func linesEndAtTheRectangle() throws {
        let scratch = try Scratch()
        let map = try map(in: scratch)
        func line(_ box: String) throws -> (points: [[Double]], isCut: Bool?)? {
            let outcome = try ehorizon("map", "links", map, "--bbox", box)
            let all = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
            let features = try #require(all?["features"] as? [[String: Any]])
            guard let feature = features.first else { return nil }
            let geometry = try #require(feature["geometry"] as? [String: Any])
            let properties = try #require(feature["properties"] as? [String: Any])
            #expect(features.count == 1 && geometry["type"] as? String == "LineString")
            #expect(properties["length_m"] as? Double == 333.89)
            return (
                try #require(geometry["coordinates"] as? [[Double]]), properties["cut"] as? Bool
            )
        }
        let part = try #require(try line("13.1,53.5005,13.3,53.5015"))
        #expect(part.points == [[13.2, 53.5005], [13.2, 53.501], [13.2, 53.5015]])
        #expect(part.isCut == true)
        let whole = try #require(try line("13.1,53.5,13.3,53.503"))
        #expect(whole.points.first == [13.2, 53.5] && whole.points.last == [13.2, 53.503])
        #expect(whole.points.count == 4 && whole.isCut == false)
        // Only its end is in the rectangle: there is no line.
        #expect(try line("13.1,53.503,13.3,53.6") == nil)
    }

    @Test func attributesAreReportedInWordsToo() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon("map", "link", try map(in: scratch), "7:1-4")
        let object = try #require(
            try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let attributes = try #require(object["attributes"] as? [[String: Any]])
        let limits = attributes.filter {
            ["speedLimit", "particularSpeedLimit", "condition"].contains($0["kind"] as? String)
        }
        #expect(
            limits.map { $0["text"] as? String } == [
                "100", "80", "wet", "60", "22:00-06:00 AND snow", "60 truck",
            ])
        #expect(limits.allSatisfy { $0["value"] is Int })
        let profiles = try #require(object["profiles"] as? [String: [[String: Double]]])
        #expect(Set(profiles.keys) == ["curvature", "curvatureError"])
        let country = try #require(object["country"] as? [String: Any])
        #expect(country["code"] as? String == "DE")
    }
}
