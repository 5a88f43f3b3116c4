import Foundation
import Testing

/// A link has several names, and from each of them there is a way to the others.
@Suite("Names of links") struct MapNamesTests {
    private func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The links that `map link` prints.
    private func links(_ arguments: String...) throws -> [[String: Any]] {
        let outcome = try ehorizon(["map", "link", try Sample.map] + arguments)
        #expect(outcome.status == 0, "\(outcome)")
        return try outcome.lines.map { try object($0) }
    }

    /// The first link of the golden log, by its identifier on the wire, and by each name that its link has.
    @Test func fromTheWireToTheMapAndBack() throws {
        let log = try ehorizon("decode", "--json", "--map", try Sample.map, Sample.golden.path())
        let line = try #require(log.lines.first { $0.contains("\"link-identifier\"") })
        let message = try object(line)
        let identifier = try #require((message["value"] as? [String: Any])?["value"] as? Int)
        let named = try #require(message["link"] as? [String: Any])

        let link = try #require(try links("\(identifier)").first)
        let own = try #require(link["linkIdentifier"] as? [String: Int])
        #expect(own[try #require(named["direction"] as? String)] == identifier)
        for key in ["link", "blockIndex", "name"] {
            #expect(link[key] as? String == named[key] as? String, "\(key)")
        }
        #expect(link["way"] as? Int == named["way"] as? Int)

        let stable = try #require(link["link"] as? String)
        for name in [
            stable, try #require(link["blockIndex"] as? String), "identifier:\(identifier)",
        ] {
            let found = try links(name)
            #expect(found.count == 1 && found.first?["link"] as? String == stable, "\(name)")
        }
        let hexadecimal = "0x" + String(identifier, radix: 16)
        #expect(try links(hexadecimal).first?["link"] as? String == stable)
        let way = try #require(link["way"] as? Int)
        let ofWay = try links("way:\(way)")
        #expect(ofWay.contains { $0["link"] as? String == stable })
        #expect(ofWay.allSatisfy { $0["way"] as? Int == way })
        let road = try #require(link["name"] as? String)
        let ofRoad = try links("--name", road.lowercased())
        #expect(ofRoad.contains { $0["link"] as? String == stable })
        #expect(ofRoad.allSatisfy { $0["name"] as? String == road })

        // A position of the link leads to the same names.
        let points = try #require(link["line"] as? [[Double]])
        let middle = points[points.count / 2]
        let here = try ehorizon(
            "map", "at", try Sample.map, "\(middle[1]),\(middle[0])", "--json")
        let roads = try #require(try object(here.text)["links"] as? [[String: Any]])
        let place = try #require(
            roads.compactMap { $0["place"] as? [String: Any] }.first {
                $0["linkIdentifier"] as? Int == identifier
            })
        #expect(place["link"] as? String == stable)
        #expect(place["blockIndex"] as? String == link["blockIndex"] as? String)
        let text = try ehorizon("map", "at", try Sample.map, "\(middle[1]),\(middle[0])").text
        #expect(text.contains("link-identifier \(identifier)"))
    }

    /// Rectangles, trees and explanations have the same names.
    @Test func otherOutputsHaveTheNamesToo() throws {
        let map = try Sample.map
        let rows = try ehorizon("map", "links", map, "--bbox", "13.261,53.537,13.262,53.538")
        let collection = try object(rows.text)
        let features = try #require(collection["features"] as? [[String: Any]])
        for feature in features {
            let properties = try #require(feature["properties"] as? [String: Any])
            let stable = try #require(properties["link"] as? String)
            let found = try #require(try links(stable).first)
            let own = try #require(found["linkIdentifier"] as? [String: Int])
            #expect(properties["linkIdentifierForward"] as? Int == own["forward"])
            #expect(properties["linkIdentifierBackward"] as? Int == own["backward"])
            #expect(properties["blockIndex"] as? String == found["blockIndex"] as? String)
        }
        #expect(!features.isEmpty)
        let tree = try ehorizon(
            "tree", "--map", map, "--at", "53.53763,13.26155", "--format", "json")
        let paths = try #require(try object(tree.text)["paths"] as? [[String: Any]])
        let first = try #require((paths.first?["links"] as? [[String: Any]])?.first)
        let found = try links("\(try #require(first["linkIdentifier"] as? Int))")
        #expect(found.first?["link"] as? String == first["link"] as? String)
        #expect(found.first?["blockIndex"] as? String == first["blockIndex"] as? String)
    }

    /// The links of a client's paths in words of the map.
    @Test func aReconstructedPathHasItsRoads() throws {
        let map = try Sample.map
        let text = try ehorizon("reconstruct", "--map", map, Sample.golden.path()).text
        #expect(text.contains("m  link  way "), "\(text)")
        #expect(!text.contains("not in the map"))
        let json = try ehorizon("reconstruct", "--json", "--map", map, Sample.golden.path()).text
        let paths = try #require(try object(json)["paths"] as? [[String: Any]])
        let named = paths.flatMap { $0["links"] as? [[String: Any]] ?? [] }
        #expect(!named.isEmpty)
        for link in named {
            let identifier = try #require(link["linkIdentifier"] as? Int)
            let stable = (link["link"] as? [String: Any])?["link"] as? String
            #expect(try links("\(identifier)").first?["link"] as? String == stable)
        }
        let without = try ehorizon("reconstruct", "--json", Sample.golden.path()).text
        #expect(!without.contains("\"links\""))
    }

    @Test(arguments: [
        (
            "53.53763,13.26155", 2,
            "this is a position; use 'ehorizon map at FILE 53.53763,13.26155'"
        ),
        ("1,2,3,4", 2, "this is a rectangle; use 'ehorizon map links FILE --bbox 1,2,3,4'"),
        ("Ringstraße", 2, "for the name of a road use --name Ringstraße"),
        ("7:1-", 2, "this is no link; a link is a way of OpenStreetMap"),
        ("60000:1", 2, "block:index belongs to one map file, and another one has others"),
        ("identifier:7", 1, "there is no link with the link-identifier 7 in it"),
        ("7", 1, "there is no link of way 7 in it, and none with the link-identifier 7"),
    ])
    func anotherKindOfNameIsProposed(_ name: String, _ status: Int32, _ line: String) throws {
        try ehorizon("map", "link", try Sample.map, name).expectRefusal(status, line)
    }

    @Test func aNameThatIsMistypedIsProposed() throws {
        try ehorizon("map", "link", try Sample.map, "--name", "Lindenstrase")
            .expectRefusal(1, "there is no road 'Lindenstrase' in it; did you mean Lindenstraße?")
        try ehorizon("map", "link", try Sample.map).expectRefusal(2, "a link or --name is needed")
    }
}
