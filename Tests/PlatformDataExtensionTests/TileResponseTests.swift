import Foundation
import PlatformDataExtension
import Testing

@Suite("Saved responses")
struct TileResponseTests {
    @Test func oneTileNamedByItsFile() throws {
        let rows = try rows(
            #"{"Meta":{"x":1},"Rows":[{"LINK_ID":"9223372036854775807","NAME":null},{"LINK_ID":""}]}"#,
            file: "a/LINK_FC3-11-2161-1592.json")
        #expect(rows.count == 2)
        #expect(rows[0].origin.layer == LayerName("LINK", functionalClass: 3))
        #expect(rows[0]["LINK_ID"] == "9223372036854775807")
        #expect(rows[0].columns.map(\.name) == ["LINK_ID", "NAME"])
        #expect(rows[0].columns[1].value == nil)
        #expect(rows[1].columns[0].value == "")
        #expect(rows[1].origin.description == "a/LINK_FC3-11-2161-1592.json: LINK_FC3, row 2")
    }

    @Test func severalTiles() throws {
        let rows = try rows(
            #"""
            {"Tiles":[
              {"Meta":{"layerName":"LINK_FC1","tileId":"42","level":"9"},"Rows":[{"A":"1"}]},
              {"Rows":[{"A":"2"}],"Meta":{"tileId":43,"layerName":"ADAS_ATTRIB_FC5"}},
              {"Meta":{"layerName":"BASIC_HEIGHT"},"Rows":[]}
            ]}
            """#)
        #expect(rows.map(\.origin.layer.description) == ["LINK_FC1", "ADAS_ATTRIB_FC5"])
        #expect(rows.map(\.origin.tile) == ["42", "43"])
    }

    /// Numbers keep all their digits, and lists that are JSON's own become lists as text.
    @Test func valuesThatAreNotTexts() throws {
        let rows = try rows(
            #"{"Rows":[{"A":12345678901234567890123,"B":true,"C":[1,-2,null],"D":"\u00e4\ud83d\ude97\n"}]}"#,
            file: "LINK.json")
        #expect(rows[0]["A"] == "12345678901234567890123")
        #expect(rows[0]["B"] == "true")
        #expect(rows[0]["C"] == "1,-2,null")
        #expect(rows[0]["D"] == "ä🚗")
    }

    static let broken: [(text: String, complaint: String)] = [
        ("", "line 1, column 1: '{' is expected"),
        ("[]", "line 1, column 1: '{' is expected"),
        ("{}", "line 1, column 2: \"Rows\" or \"Tiles\" is expected"),
        ("{\"Rows\":[{]}", "line 1, column 11: a string is expected"),
        ("{\"Rows\":[{\"A\":\"1\"\n\"B\":null}]}", "line 2, column 1: ',' or '}' is expected"),
        ("{\"Rows\":[{\"A\":}]}", "line 1, column 15: a value is expected"),
        ("{\"Rows\":[{\"A\":01}]}", "line 1, column 15: a value is expected"),
        ("{\"Rows\":[{\"A\":{}}]}", "line 1, column 15: a value is expected"),
        ("{\"Rows\":[{\"A\":\"\\q\"}]}", "line 1, column 16: an escape of JSON is expected"),
        ("{\"Rows\":[{\"A\":\"\\ud800\"}]}", "line 1, column 16: a character is expected"),
        ("{\"Rows\":[{\"A\":\"1", "column 17: the end of a string is expected"),
        ("{\"Rows\":[]}x", "line 1, column 12: the end of the file is expected"),
        ("{\"Rows\":[]", "line 1, column 11: ',' or '}' is expected"),
        ("{\"Tiles\":[{\"Tiles\":[]}]}", "line 1, column 22: \"Rows\" is expected"),
        (
            "{\"Tiles\":[{\"Meta\":{\"layerName\":\"ä\"},\"Rows\":[]}]}",
            "a layer's name is expected"
        ),
        (
            "{\"X\":" + String(repeating: "[", count: 100_000),
            "column 70: at most 64 nested brackets is expected"
        ),
        ("{\"Rows\":[{\"A\":\"1\",\"A\":\"2\"}]}", "row 1, column A: \"2\" is not named once"),
    ]

    @Test(arguments: broken)
    func whatIsBroken(text: String, complaint expected: String) throws {
        let words = complaint { _ = try rows(text, file: "LINK.json") }
        #expect(words?.contains(expected) ?? false, "\(words ?? "nothing")")
        #expect(words?.hasPrefix("LINK.json: ") ?? false)
        #expect(words?.contains("\n") == false)
    }

    @Test func invalidUTF8() {
        let bytes = Array("{\"Rows\":[{\"A\":\"".utf8) + [0xFF] + Array("\"}]}".utf8)
        let words = complaint {
            try TileResponse(bytes, file: "LINK.json").forEachRow { _ in }
        }
        #expect(words == "LINK.json: line 1, column 16: UTF-8 is expected")
    }

    @Test func aLayerThatIsNotNamed() {
        let words = complaint { _ = try rows("{\"Rows\":[]}", file: "tile.json") }
        #expect(words?.contains("tile.json: neither its Meta nor its path") ?? false)
    }

    @Test func layerNames() {
        #expect(
            LayerName(atFrontOf: "LINK_ATTRIBUTE_FC3_12_7.json")?.description
                == "LINK_ATTRIBUTE_FC3")
        #expect(LayerName(atFrontOf: "TRAFFIC_SIGN_12_7.json") == LayerName("TRAFFIC_SIGN"))
        #expect(LayerName(parsing: "LINK_FC6") == nil)
        #expect(LayerName(parsing: "LINK_FC31") == nil)
        #expect(LayerName(parsing: "link") == nil)
        #expect(LayerName(parsing: "") == nil)
    }

    @Test func folders() throws {
        let folder = try TileFolder(tilesFolder)
        #expect(folder.files.first == "BASIC_HEIGHT.json")
        #expect(folder.files.contains("west/LINK_FC3-11-2161-1592.json"))
        #expect(folder.files == folder.files.sorted())
        #expect(
            complaint { _ = try TileFolder("/nowhere") }
                == "cannot read /nowhere: No such file or directory")
    }
}
