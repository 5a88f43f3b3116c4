import Foundation
import PlatformDataExtension
import RecordSorting
import Testing

@Suite("Joins on link ids")
struct RowJoinTests {
    private func tiles(
        in space: SortingSpace = SortingSpace(memory: .max, folder: ".")
    ) throws -> (links: [JoinedLink], shared: Int) {
        let folder = try TileFolder(tilesFolder)
        let join = RowJoin(in: space)
        for file in folder.files {
            try folder.response(file).forEachRow { (row) throws(PlatformDataError) in
                try join.add(row)
            }
        }
        let all = try join.links()
        var links: [JoinedLink] = []
        while let link = try all.next() { links.append(link) }
        return (links, all.sharedCount)
    }

    @Test func layersOfOneLink() throws {
        let links = try tiles().links
        #expect(links.map(\.id) == [101, 102, 103, 104, 105, 201, 202])
        let layers = links[5].rows.map(\.row.origin.layer.description)
        #expect(
            layers == [
                "BASIC_HEIGHT", "LINK_FC5", "LINK_ATTRIBUTE_FC5", "ROAD_GEOM_FC5",
                "SPEED_LIMITS_FC5",
            ])
    }

    /// Link 103 crosses the border of two tiles, whose responses write lists differently.
    @Test func aLinkOfTwoTiles() throws {
        let (links, shared) = try tiles()
        #expect(shared == 7)
        let layers = links[2].rows.map(\.row.origin.layer.subject)
        #expect(Set(layers).count == layers.count)
        #expect(!PlatformDataLink.isContradictory(links[2]))
    }

    @Test func aSignNamesTwoLinks() throws {
        let links = try tiles().links
        func signs(_ link: JoinedLink) -> [JoinedRow] {
            link.rows.filter { $0.row.origin.layer.subject == "TRAFFIC_SIGN" }
        }
        let first = signs(links[2])
        let second = signs(links[3])
        #expect(first.map(\.passage) == [LinkPassage(103, .fromReference)])
        #expect(first.map(\.order) == [0])
        #expect(
            second.map(\.passage) == [
                LinkPassage(104, .toReference), LinkPassage(104, .toReference),
            ])
        #expect(second.map(\.order) == [1, 0])
        #expect(signs(links[0]).map(\.passage) == [LinkPassage(101, .both)])
    }

    /// One link has several signs, and one sign several links.
    @Test func manyToMany() throws {
        let signs: [[String: String?]] = [
            ["LINK_IDS": "1,2", "CONDITION_TYPE": "17"],
            ["LINK_IDS": "[-2, 3]", "CONDITION_TYPE": "19"],
            ["LINK_IDS": "2", "CONDITION_TYPE": "16"],
        ]
        let links = try links(["TRAFFIC_SIGN_FC1": signs])
        #expect(links.map(\.id) == [1, 2, 3])
        #expect(links.map(\.rows.count) == [1, 3, 1])
        let typed = try links.map { try PlatformDataLink($0) }
        #expect(typed[1].signs.map(\.condition) == [17, 19, 16])
        #expect(typed[1].signs.map(\.order) == [1, 0, 0])
        #expect(
            typed[1].signs[1].passages == [
                LinkPassage(2, .toReference), LinkPassage(3, .fromReference),
            ])
    }

    @Test func rowsThatContradictEachOther() throws {
        let links = try links([
            "LINK_FC1": [
                ["LINK_ID": "1", "REF_NODE_ID": "5"], ["LINK_ID": "1", "REF_NODE_ID": "6"],
            ]
        ])
        #expect(PlatformDataLink.isContradictory(links[0]))
        #expect(try PlatformDataLink(links[0]).referenceNode == 5)
    }

    /// Rows that do not fit into memory wait in a file, and come out as if they had.
    @Test func moreRowsThanMemory() throws {
        let space = SortingSpace(memory: 1, folder: NSTemporaryDirectory())
        let join = RowJoin(in: space)
        let text = String(repeating: "x", count: 100)
        for number in 0..<4000 {
            // 1571 and 2000 have no common divisor: every id comes twice, in no order.
            let id = number * 1571 % 2000 + 1
            let row = ["LINK_ID": "\(id)", "NAME": text, "NAMES": "\(number)"]
            try response([row], of: "ROAD_GEOM_FC4").forEachRow { (row) throws(PlatformDataError) in
                try join.add(row)
            }
        }
        let links = try joined(join)
        #expect(space.spilledBytes > 0)
        #expect(links.map(\.id) == Array(1...2000))
        for link in links {
            let numbers = link.rows.compactMap { $0.row["NAMES"].flatMap { Int($0) } }
            #expect(numbers.count == 2 && numbers[0] + 2000 == numbers[1])
            #expect(numbers[0] * 1571 % 2000 + 1 == Int(link.id))
        }
    }

    @Test func layersThatAreNotKnown() throws {
        let links = try links([
            "TOLL_FC2": [["LINK_ID": "-4", "X": "1"], ["NODE_ID": "4"]]
        ])
        #expect(links.map(\.id) == [4])
        #expect(links[0].rows[0].passage.direction == .toReference)
    }

    static let broken: [(layer: String, row: [String: String?], complaint: String)] = [
        ("LINK_FC3", [:], "column LINK_ID: null is not a link id"),
        ("LINK_FC3", ["LINK_ID": "0"], "column LINK_ID: \"0\" is not a whole number of 1 to"),
        ("LINK_FC3", ["LINK_ID": "-3"], "column LINK_ID: \"-3\" is not"),
        ("LINK_FC3", ["LINK_ID": "9223372036854775808"], "column LINK_ID:"),
        ("TRAFFIC_SIGN", ["LINK_IDS": "1,x"], "column LINK_IDS: \"1,x\" is not a list of link ids"),
    ]

    @Test(arguments: broken)
    func idsThatAreNone(layer: String, row: [String: String?], complaint expected: String) {
        let words = complaint { _ = try links(["\(layer)": [row]]) }
        #expect(words?.contains(expected) ?? false, "\(words ?? "nothing")")
        #expect(words?.hasPrefix("\(layer).json: \(layer), row 1, ") ?? false)
    }
}
