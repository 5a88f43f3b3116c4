/// Thins and clips the lines of a tile.
enum TileLines {
    /// The parts of a line within the tile and its margin, in whole units, each with at least two points.
    static func parts(of line: [TilePoint], within margin: Int) -> [[TilePoint]] {
        let low = Double(-margin)
        let high = Double(TilePlace.extent + margin)
        var parts: [[TilePoint]] = []
        var part: [TilePoint] = []
        for (start, end) in zip(line, line.dropFirst()) {
            guard let (from, to) = clip(start, end, low, high) else {
                finish(&part, &parts)
                continue
            }
            if part.last != from {
                finish(&part, &parts)
                part.append(from)
            }
            part.append(to)
            if to != end { finish(&part, &parts) }
        }
        finish(&part, &parts)
        return parts
    }

    private static func finish(_ part: inout [TilePoint], _ parts: inout [[TilePoint]]) {
        let thinned = whole(thin(part, tolerance: 1))
        if thinned.count > 1 { parts.append(thinned) }
        part.removeAll()
    }

    /// Rounds to whole units and drops points that fall together.
    private static func whole(_ line: [TilePoint]) -> [TilePoint] {
        var points: [TilePoint] = []
        for point in line {
            let rounded = TilePoint(x: point.x.rounded(), y: point.y.rounded())
            if points.last != rounded { points.append(rounded) }
        }
        return points
    }

    /// The part of a segment in a square (Liang and Barsky 1984); `nil` if none is.
    private static func clip(
        _ start: TilePoint, _ end: TilePoint, _ low: Double, _ high: Double
    ) -> (TilePoint, TilePoint)? {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        var (first, last) = (0.0, 1.0)
        let edges = [
            (-dx, start.x - low), (dx, high - start.x), (-dy, start.y - low), (dy, high - start.y),
        ]
        for (towards, distance) in edges {
            if towards == 0 {
                if distance < 0 { return nil }
                continue
            }
            let share = distance / towards
            if towards < 0 { first = max(first, share) } else { last = min(last, share) }
            if first > last { return nil }
        }
        let from =
            first == 0 ? start : TilePoint(x: start.x + first * dx, y: start.y + first * dy)
        let to = last == 1 ? end : TilePoint(x: start.x + last * dx, y: start.y + last * dy)
        return (from, to)
    }

    /// The points of a line that are farther than a tolerance from the thinned line (Douglas and Peucker 1973).
    static func thin(_ line: [TilePoint], tolerance: Double) -> [TilePoint] {
        guard line.count > 2 else { return line }
        var isKept = [Bool](repeating: false, count: line.count)
        isKept[0] = true
        isKept[line.count - 1] = true
        var open = [(0, line.count - 1)]
        while let (first, last) = open.popLast() {
            var farthest = first
            var distance = tolerance * tolerance
            for number in (first + 1)..<max(last, first + 1) {
                let apart = squaredDistance(line[number], from: line[first], to: line[last])
                if apart > distance { (farthest, distance) = (number, apart) }
            }
            guard farthest != first else { continue }
            isKept[farthest] = true
            open.append((first, farthest))
            open.append((farthest, last))
        }
        return line.indices.filter { isKept[$0] }.map { line[$0] }
    }

    private static func squaredDistance(
        _ point: TilePoint, from start: TilePoint, to end: TilePoint
    ) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        var share = 0.0
        if length > 0 {
            share = ((point.x - start.x) * dx + (point.y - start.y) * dy) / length
            share = min(max(share, 0), 1)
        }
        let (ex, ey) = (start.x + share * dx - point.x, start.y + share * dy - point.y)
        return ex * ex + ey * ey
    }
}
