import Foundation
import Testing

/// Pictures that commands write.
@Suite struct PictureFileTests {
    private static let hasConverter = ["/usr/bin", "/usr/local/bin", "/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/rsvg-convert")
    }

    @Test(arguments: ["class", "limit", "lanes", "height", "slope"])
    func aMapAsSVG(layer: String) throws {
        let scratch = try Scratch()
        let outcome = try ehorizon(
            "map", "render", try Sample.map, "--layer", layer, "--output", scratch["map.svg"])
        #expect(outcome.status == 0, "\(outcome)")
        let picture = String(decoding: try scratch.content("map.svg"), as: UTF8.self)
        #expect(picture.hasPrefix("<?xml"))
        #expect(picture.contains("OpenStreetMap contributors"))
        #expect(picture.contains(">unknown<"))
        // The sample map has no elevation.
        if ["height", "slope"].contains(layer) {
            #expect(picture.contains("0 % of the length known"))
        }
        if layer == "class" { #expect(picture.contains("100 % of the length known")) }
    }

    /// Tiles of the Platform Data Extension have heights, slopes and limits: the links have colours.
    @Test(arguments: ["height", "slope", "limit"])
    func aMapOfTilesAsSVG(layer: String) throws {
        let scratch = try Scratch()
        let built = try ehorizon(
            "map", "build", "--pde", PlatformDataTests.tiles.path(), "--country", "CL", "--output",
            scratch["tiles.ehmap"])
        #expect(built.status == 0, "\(built)")
        let outcome = try ehorizon(
            "map", "render", scratch["tiles.ehmap"], "--layer", layer, "--output",
            scratch["tiles.svg"])
        #expect(outcome.status == 0, "\(outcome)")
        let picture = String(decoding: try scratch.content("tiles.svg"), as: UTF8.self)
        #expect(picture.contains(" % of the length known"))
        #expect(!picture.contains(", 0 % of the length known"))
        // Lines of the links, each stroked in a colour of the scale.
        let known = picture.components(separatedBy: "\n").filter {
            $0.contains("<path") && !$0.contains("#9aa0a6")
        }
        #expect(!known.isEmpty)
    }

    @Test func coverageAsSVG() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon(
            "map", "render", try Sample.map, "--layer", "coverage", "--output", scratch["map.svg"])
        #expect(outcome.status == 0, "\(outcome)")
        let picture = String(decoding: try scratch.content("map.svg"), as: UTF8.self)
        #expect(picture.contains("Known of speed limit, lanes, slope and height"))
        #expect(picture.contains(">0 of 4<") && picture.contains(">4 of 4<"))
        #expect(!picture.contains(">unknown<"))
    }

    @Test(.enabled(if: hasConverter, "needs rsvg-convert"))
    func aMapAsPNG() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon(
            "map", "render", try Sample.map, "--layer", "class", "--width", "400", "--output",
            scratch["map.png"])
        #expect(outcome.status == 0, "\(outcome)")
        let bytes = try scratch.content("map.png")
        #expect(bytes.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        // The width is the first number of the first chunk.
        #expect(Array(bytes[16..<20]) == [0, 0, 1, 0x90])
    }

    @Test func aDriveAsSVG() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon(
            "match", "--map", try Sample.map, "--input", Sample.drive.path(), "--output",
            scratch["matched.csv"], "--plot", scratch["drive.svg"])
        #expect(outcome.status == 0, "\(outcome)")
        let picture = String(decoding: try scratch.content("drive.svg"), as: UTF8.self)
        #expect(picture.contains(">478 fixes, 478 on a road<"))
        #expect(picture.components(separatedBy: "<circle").count == 479)
    }

    @Test func wrongUsageIsNamed() throws {
        let map = try Sample.map
        try ehorizon("map", "render", map, "--layer", "class", "--output", "map.gif")
            .expectRefusal(2, "--output map.gif: a name that ends in .svg or .png")
        try ehorizon(
            "map", "render", map, "--layer", "class", "--width", "10", "--output", "map.svg"
        ).expectRefusal(2, "--width 10: 200 to 10000 pixels")
        try ehorizon("map", "render", map, "--layer", "colour", "--output", "map.svg")
            .expectRefusal(2, "colour")
        try ehorizon(
            "map", "render", map, "--layer", "class", "--bbox", "0,0,1,1", "--output",
            "/tmp/none.svg"
        ).expectRefusal(1, "no roads in the picture")
        try ehorizon(
            "map", "render", map, "--layer", "class", "--output", map + ".svg", "--bbox", "1,2"
        ).expectRefusal(2, "--bbox 1,2")
    }
}
