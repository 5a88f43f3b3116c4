/// The colours of the values of a layer, and their legend.
public struct ColourScale: Sendable {
    /// The colour of an unknown value. No scale has this grey, and lines of it are dashed.
    public static let unknown = "#9aa0a6"

    /// An entry of the legend.
    public struct Step: Sendable, Hashable {
        /// The colour.
        public let colour: String
        /// Its value in words.
        public let text: String
    }

    // Sampled from matplotlib's table of this name (CC0), at even shares.
    private static let viridis = [
        "#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30",
        "#fde725",
    ]
    // Okabe and Ito 2008, "Color Universal Design".
    private static let okabeIto = [
        "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
    ]

    private let low: Double
    private let high: Double
    private let names: [String]
    /// The legend, from low to high.
    public let steps: [Step]

    /// A sequential colour scale from a low to a high value. Its lightness grows from end to end, which the colour-blind
    /// can read.
    ///
    /// - Parameters:
    ///   - low: The value of the darkest colour; lower ones have it too.
    ///   - high: The value of the brightest colour, above `low`.
    ///   - marks: The values of the legend.
    public init(from low: Double, to high: Double, marks: [Double], unit: String) {
        self.low = low
        self.high = max(high, low + 1)
        names = []
        let (low, high) = (low, self.high)
        steps = marks.map { mark in
            let text = mark == mark.rounded() ? "\(Int(mark))" : "\(mark)"
            return Step(
                colour: Self.mixed((mark - low) / (high - low)),
                text: unit.isEmpty ? text : "\(text) \(unit)")
        }
    }

    /// A colour for each of up to seven names: the value is the number of its name.
    public init(names: [String]) {
        low = 0
        high = Double(max(names.count, 1))
        self.names = names
        steps = names.enumerated().map {
            Step(colour: Self.okabeIto[$0 % Self.okabeIto.count], text: $1)
        }
    }

    /// Whether it has a colour for each name and none between.
    public var isNamed: Bool { !names.isEmpty }

    /// The colour of a value; one of 65 of a scale between two values.
    public func colour(of value: Double?) -> String {
        guard let value else { return Self.unknown }
        guard !isNamed else {
            return Self.okabeIto[Int(min(max(value, 0), high - 1)) % Self.okabeIto.count]
        }
        let share = min(max((value - low) / (high - low), 0), 1)
        return Self.mixed((share * 64).rounded() / 64)
    }

    private static func mixed(_ share: Double) -> String {
        let place = min(max(share, 0), 1) * Double(viridis.count - 1)
        let index = min(Int(place), viridis.count - 2)
        let rest = place - Double(index)
        let (from, to) = (parts(viridis[index]), parts(viridis[index + 1]))
        return "#"
            + zip(from, to).map { from, to in
                let value = Int((Double(from) + Double(to - from) * rest).rounded())
                let digits = String(value, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }

    private static func parts(_ colour: String) -> [Int] {
        let number = Int(colour.dropFirst(), radix: 16) ?? 0
        return [number >> 16 & 255, number >> 8 & 255, number & 255]
    }
}
