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
