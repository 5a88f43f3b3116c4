import Foundation
import Geodesy
import MapSketch
import Pictures
import Quantities
import RoadMap
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct PictureTests {
    /// The elements of an SVG file with their attributes.
    private static func elements(
        of picture: SVGPicture
    ) throws -> [(name: String, attributes: [String: String])] {
        let reader = ElementReader()
        let parser = XMLParser(data: Data(picture.bytes))
        parser.delegate = reader
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return reader.elements
    }

    @Test func aPictureIsXMLWhateverItsTexts() throws {
        var picture = SVGPicture(width: 100, height: 50.25)
        picture.text("<script>\"&\u{1}'</script>", at: SVGPicture.Point(1, 2), size: 10)
        picture.lines(
            [[SVGPicture.Point(0, 0), SVGPicture.Point(10.04, -0.06)], [SVGPicture.Point(3, 3)]],
            SVGPicture.Stroke("#123456", width: 2, isDashed: true))
        picture.circle(SVGPicture.Point(5, 5), radius: 1.5, "#ffffff")
        let elements = try Self.elements(of: picture)
        #expect(elements.map(\.name) == ["svg", "rect", "text", "path", "circle"])
        #expect(elements[3].attributes["d"] == "M0 0L10 -0.1")
        #expect(elements[3].attributes["stroke-dasharray"] == "5 5")
    }

    @Test func aScaleGoesFromDarkToBright() {
        let scale = ColourScale(from: 0, to: 100, marks: [0, 50, 100], unit: "m")
        #expect(scale.colour(of: 0) == "#440154")
        #expect(scale.colour(of: -5) == scale.colour(of: 0))
        #expect(scale.colour(of: 100) == "#fde725")
        #expect(scale.colour(of: .infinity) == scale.colour(of: 100))
        #expect(scale.colour(of: nil) == ColourScale.unknown)
        #expect(scale.steps.map(\.text) == ["0 m", "50 m", "100 m"])
        // Brightness grows, so that the scale is read without hue.
        let brightness = (0...10).map { step -> Int in
            let colour = scale.colour(of: Double(step) * 10)
            let number = Int(colour.dropFirst(), radix: 16) ?? 0
            return 299 * (number >> 16 & 255) + 587 * (number >> 8 & 255) + 114 * (number & 255)
        }
        #expect(zip(brightness, brightness.dropFirst()).allSatisfy { $0 < $1 })
    }

    private static func sketch() throws -> MapSketch {
        try MapSketch(
            """
            A-------B-------C
                    |
                    D
            """, gridMetres: 100,
            roads: [
                .init("ABC", class: 2, limit: .limited(80, .kilometresPerHour)),
                .init("BD", oneway: true, class: 6),
            ])
    }

    @Test func roadsHaveTheColoursOfTheirValues() throws {
        let drawing = try RoadPicture(
            of: Self.sketch().map, RoadPicture.Parameters(.limit, title: "Limits"))
        // Of 1,900 m of roads 1,600 have a limit.
        #expect(abs((drawing.knownShare ?? 0) - 1600.0 / 1800) < 0.06)
        let paths = try Self.elements(of: drawing.drawn()).filter { $0.name == "path" }
        let strokes = paths.compactMap { $0.attributes["stroke"] }
        let limits = ColourScale(
            from: 10, to: 130, marks: [10, 30, 50, 70, 90, 110, 130], unit: "km/h")
        #expect(Set(strokes) == [ColourScale.unknown, limits.colour(of: 80)])
        // Unknown ones lie below, and are dashed.
        #expect(strokes.first == ColourScale.unknown)
        #expect(paths.first?.attributes["stroke-dasharray"] != nil)
        #expect(paths.last?.attributes["stroke-dasharray"] == nil)
    }

    @Test(arguments: [
        (ProfileKind.altitude, "Average height above sea level, 100 % of the length known"),
        (.ellipsoidalHeight, "Average height above the ellipsoid, 100 % of the length known"),
    ])
    func theLegendNamesTheDatumOfHeights(kind: ProfileKind, words: String) throws {
        let sketch = try MapSketch(
            "A---B", gridMetres: 100,
            roads: [.init("AB", class: 2, profiles: [.level(kind, metres: 850, along: 50)])])
        let drawing = try RoadPicture(
            of: sketch.map, RoadPicture.Parameters(.height, title: "Heights"))
        #expect(String(decoding: drawing.drawn().bytes, as: UTF8.self).contains(words))
    }

    @Test func classesHaveAColourEach() throws {
        let drawing = try RoadPicture(
            of: Self.sketch().map, RoadPicture.Parameters(.class, title: "Classes"))
        #expect(drawing.knownShare == 1)
        let elements = try Self.elements(of: drawing.drawn())
        #expect(Set(elements.compactMap { $0.attributes["stroke"] }).count == 2)
        #expect(elements.filter { $0.name == "text" }.count == 2 + 7 + 1)
    }

    /// Every line of roads lies in the picture, whatever the shape of the area.
    @Test(arguments: [200.0, 1600, 10_000])
    func roadsLieInThePicture(width: Double) throws {
        var parameters = RoadPicture.Parameters(.class, title: "")
        parameters.width = width
        let picture = try RoadPicture(of: Self.sketch().map, parameters).drawn()
        for element in try Self.elements(of: picture) where element.name == "path" {
            let numbers = (element.attributes["d"] ?? "").split { "ML ".contains($0) }
                .compactMap { Double($0) }
            for (x, y) in zip(
                stride(from: 0, to: numbers.count, by: 2), stride(from: 1, to: numbers.count, by: 2)
            ) {
                #expect((23...width - 23).contains(numbers[x]))
                #expect((55...picture.height - 80).contains(numbers[y]))
            }
        }
    }

    @Test func aDriveShowsItsFixes() throws {
        let sketch = try Self.sketch()
        let (start, end) = (try sketch.place("A"), try sketch.place("C"))
        let picture = try MatchPicture(
            spots: [
                MatchPicture.Spot(fix: start, matched: start),
                MatchPicture.Spot(fix: end, matched: nil),
            ], route: [[start, end]]
        ).drawn(on: sketch.map, width: 800, title: "drive", footer: "")
        let elements = try Self.elements(of: try #require(picture))
        #expect(elements.filter { $0.name == "circle" }.count == 2)
        let texts = String(decoding: try #require(picture).bytes, as: UTF8.self)
        #expect(texts.contains(">2 fixes, 1 on a road<"))
        let none = try MatchPicture(spots: [], route: []).drawn(
            on: sketch.map, width: 800, title: "", footer: "")
        #expect(none == nil)
    }
}

private final class ElementReader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        elements.append((name, attributes))
    }
}
