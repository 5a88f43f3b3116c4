import Geodesy
import Quantities
import TextFiles

/// A sign beside the road.
struct Sign {
    /// Its place.
    let place: Coordinate
    /// The driving direction that it is for, degrees clockwise from north.
    let bearing: Double
    /// Its limit; `nil` at the end of a stretch whose limit is known.
    let limit: Value?

    /// A limit on a sign.
    enum Value: Equatable {
        case none
        case number(Double, unit: String)
    }

    /// The limit of a text such as `50`, `30 mph`, `none` or `end`; `nil` for another text.
    static func value(_ text: String) -> Value?? {
        if text == "end" { return .some(nil) }
        if text == "none" { return .some(Value.none) }
        let parts = text.split(separator: " ")
        guard let first = parts.first, let number = Double(first), (1...400).contains(number),
            parts.count == 1 || parts.count == 2 && (parts[1] == "mph" || parts[1] == "km/h")
        else { return nil }
        return .some(.number(number, unit: parts.count == 2 ? String(parts[1]) : "km/h"))
    }
}

/// A list of signs: CSV with the columns lat, lon, bearing and limit.
struct SignList {
    /// The signs.
    let signs: [Sign]

    init(path: String) throws(Failure) {
        let bytes = try Files.read(path, atMost: 64 << 20)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = String(
            decoding: bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0), as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let header = Self.cells(lines.first ?? "")
        var columns: [Int] = []
        for name in ["lat", "lon", "bearing", "limit"] {
            guard let column = header.firstIndex(of: name) else {
                throw Failure("\(path):1: expected the columns lat, lon, bearing and limit")
            }
            columns.append(column)
        }
        var signs: [Sign] = []
        for (index, line) in lines.enumerated().dropFirst() where !line.allSatisfy(\.isWhitespace) {
            let cells = Self.cells(line)
            guard cells.count > columns.max() ?? 0, let latitude = Double(cells[columns[0]]),
                let longitude = Double(cells[columns[1]]), let bearing = Double(cells[columns[2]]),
                let place = Coordinate(latitude: latitude, longitude: longitude),
                (0...360).contains(bearing), let limit = Sign.value(cells[columns[3]])
            else {
                throw Failure(
                    "\(path):\(index + 1): expected degrees, and a limit as 50, 30 mph, none or end"
                )
            }
            signs.append(Sign(place: place, bearing: bearing, limit: limit))
        }
        self.signs = signs
    }

    private static func cells(_ line: some StringProtocol) -> [String] {
        line.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
    }
}
