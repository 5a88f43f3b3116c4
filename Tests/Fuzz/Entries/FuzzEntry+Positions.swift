import Geodesy
import Positioning
import Quantities

extension FuzzEntry {
    /// Bytes as a position input of a format: whatever the pieces they come in, the same comes out;
    /// what is out is in range, and what is wrong is one line each.
    static func positions(_ bytes: [UInt8], _ format: PositionFormat) -> String? {
        let whole = outputs(bytes, format, pieces: bytes.count)
        for size in [1, 7, 64] {
            let again = outputs(bytes, format, pieces: size)
            if again != whole { return "in pieces of \(size) bytes it is something else" }
        }
        for output in whole {
            switch output {
            case .event(.fix(let fix)):
                if let problem = problem(with: fix) { return problem }
            case .event(.noFix): break
            case .problem(let problem):
                let line = problem.description
                if problem.line < 1 || problem.column < 0 || line.isEmpty || line.contains("\n") {
                    return "no line with a place: \(line)"
                }
            }
        }
        // A log of it runs through time in one direction.
        let arrivals = FixLog(bytes).entries.map(\.arrival)
        if !zip(arrivals, arrivals.dropFirst()).allSatisfy({ $0 <= $1 }) {
            return "a log goes back in time"
        }
        return nil
    }

    private static func outputs(
        _ bytes: [UInt8], _ format: PositionFormat, pieces size: Int
    ) -> [PositionOutput] {
        var input = PositionInput(format: format)
        var outputs: [PositionOutput] = []
        var start = 0
        while start < bytes.count {
            let end = min(start + size, bytes.count)
            input.ingest(bytes.span.extracting(start..<end)) { output, _ in outputs.append(output) }
            start = end
        }
        input.finish { output, _ in outputs.append(output) }
        return outputs
    }

    private static func problem(with fix: Fix) -> String? {
        for direction in [fix.course, fix.heading] {
            if let direction, !(0..<360).contains(direction.value) {
                return "a direction of \(direction.value)°"
            }
        }
        if let speed = fix.speed, !(speed.value >= 0) { return "a speed of \(speed.value) m/s" }
        if let accuracy = fix.accuracy, !(accuracy.value >= 0) {
            return "an accuracy of \(accuracy.value) m"
        }
        return nil
    }
}
