/// A picture as SVG 1.1, written piece by piece.
///
/// Lengths are in pixels, from the upper left corner. Colours are those of CSS, such as `#d55e00`.
public struct SVGPicture: Sendable {
    /// A place in the picture.
    public struct Point: Sendable, Hashable {
        /// From the left.
        public var x: Double
        /// From the top.
        public var y: Double

        /// A place.
        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// How a line is drawn.
    public struct Stroke: Sendable, Hashable {
        /// The colour.
        public var colour: String
        /// The width.
        public var width: Double
        /// Whether it is dashed.
        public var isDashed: Bool

        /// A stroke.
        public init(_ colour: String, width: Double, isDashed: Bool = false) {
            self.colour = colour
            self.width = width
            self.isDashed = isDashed
        }
    }

    /// Where a text is, against its place.
    public enum Anchor: String, Sendable {
        /// It begins there.
        case start
        /// Its middle is there.
        case middle
        /// It ends there.
        case end
    }

    /// The width.
    public let width: Double
    /// The height.
    public let height: Double
    private var content = ""

    /// An empty picture with a background.
    public init(width: Double, height: Double, background: String = "#ffffff") {
        self.width = width
        self.height = height
        rectangle(Point(0, 0), width, height, background)
    }

    /// Draws lines of one stroke. A line of fewer than two points is left out.
    public mutating func lines(_ lines: [[Point]], _ stroke: Stroke) {
        guard lines.contains(where: { $0.count > 1 }) else { return }
        content += "<path fill=\"none\" stroke=\"\(stroke.colour)\" stroke-width=\""
        content += Self.text(stroke.width)
        content += "\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
        if stroke.isDashed {
            let dash = Self.text(stroke.width * 2.5)
            content += " stroke-dasharray=\"\(dash) \(dash)\""
        }
        content += " d=\""
        for line in lines where line.count > 1 {
            for (number, point) in line.enumerated() {
                content += number == 0 ? "M" : "L"
                content += "\(Self.text(point.x)) \(Self.text(point.y))"
            }
        }
        content += "\"/>\n"
    }

    /// Fills a rectangle.
    public mutating func rectangle(
        _ corner: Point, _ width: Double, _ height: Double, _ colour: String
    ) {
        content += "<rect x=\"\(Self.text(corner.x))\" y=\"\(Self.text(corner.y))\" "
        content +=
            "width=\"\(Self.text(width))\" height=\"\(Self.text(height))\" fill=\"\(colour)\"/>\n"
    }

    /// Fills a circle.
    public mutating func circle(_ middle: Point, radius: Double, _ colour: String) {
        content += "<circle cx=\"\(Self.text(middle.x))\" cy=\"\(Self.text(middle.y))\" "
        content += "r=\"\(Self.text(radius))\" fill=\"\(colour)\"/>\n"
    }

    /// Writes a text on its base line.
    public mutating func text(
        _ text: String, at place: Point, size: Double, anchor: Anchor = .start,
        colour: String = "#202124", isBold: Bool = false
    ) {
        content += "<text x=\"\(Self.text(place.x))\" y=\"\(Self.text(place.y))\" "
        content += "font-family=\"DejaVu Sans, sans-serif\" font-size=\"\(Self.text(size))\" "
        content += "text-anchor=\"\(anchor.rawValue)\" fill=\"\(colour)\""
        if isBold { content += " font-weight=\"bold\"" }
        content += ">\(Self.escaped(text))</text>\n"
    }

    /// The file.
    public var bytes: [UInt8] {
        let size = "width=\"\(Self.text(width))\" height=\"\(Self.text(height))\""
        let box = "viewBox=\"0 0 \(Self.text(width)) \(Self.text(height))\""
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" \(size) \(box)>
            \(content)</svg>

            """.utf8)
    }

    /// A number with one decimal, and without one where it is whole.
    private static func text(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let whole = abs(tenths) / 10
        let rest = abs(tenths) % 10
        let sign = tenths < 0 ? "-" : ""
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }

    /// A text as XML's character data. Control characters, which XML does not have, are left out.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default:
                if scalar.value >= 0x20, scalar.value != 0x7F {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
