import ADASISv2
import Geodesy
import Quantities

/// The distances of a drive on which the limit that was sent is that of the last sign, another one, or unknown.
struct LimitScore {
    private(set) var right = 0.0
    private(set) var wrong = 0.0
    private(set) var unknown = 0.0
    /// The distance before the first sign, and behind an `end`.
    private(set) var withoutSign = 0.0
    /// How often a sign was passed.
    private(set) var passed = 0

    /// A sign counts within this distance of the drive, m, and up to this angle to it, degrees.
    private static let reach = 30.0
    private static let widestAngle = 60.0
    /// Two places farther apart are no stretch of a drive, m.
    private static let longestStep = 500.0

    /// A stretch of the drive under one limit.
    private struct Step {
        let from: LimitLogLine
        let frame: LocalFrame
        let end: PlanarVector
        var length: Double { end.length }
        /// The first one after a gap.
        let isFirst: Bool
    }

    /// A sign that is passed: the step, the place on it, and the distance from it.
    private struct Pass {
        let sign: Int
        let step: Int
        let along: Double
        let distance: Double
    }

    init(_ lines: [LimitLogLine], _ signs: [Sign]) {
        let steps = Self.steps(lines)
        let passes = Self.passes(steps, signs)
        passed = passes.count
        var truth: Sign.Value?
        var next = 0
        for (index, step) in steps.enumerated() {
            if step.isFirst { truth = nil }
            var place = 0.0
            while next < passes.count, passes[next].step == index {
                add(passes[next].along - place, step.from, truth)
                place = passes[next].along
                truth = signs[passes[next].sign].limit
                next += 1
            }
            add(step.length - place, step.from, truth)
        }
    }

    private mutating func add(_ length: Double, _ line: LimitLogLine, _ truth: Sign.Value?) {
        guard let truth else { return withoutSign += length }
        switch (line.limit, truth) {
        case ("unknown", _): unknown += length
        case ("none", .none): right += length
        case (let text, .number(let number, let unit)):
            // The bus has a code for the smallest bound that holds a limit.
            let isSame =
                line.unit == unit
                && Double(text).map { EffectiveSpeedLimitCode(upTo: $0) }
                    == EffectiveSpeedLimitCode(upTo: number)
            if isSame { right += length } else { wrong += length }
        default: wrong += length
        }
    }

    private static func steps(_ lines: [LimitLogLine]) -> [Step] {
        var steps: [Step] = []
        var last: LimitLogLine?
        var isFirst = true
        for line in lines where line.event != "ahead" {
            guard let place = line.place else {
                (last, isFirst) = (nil, true)
                continue
            }
            if let from = last, let start = from.place {
                let frame = LocalFrame(around: start)
                let end = frame.project(place)
                if end.length <= longestStep {
                    steps.append(Step(from: from, frame: frame, end: end, isFirst: isFirst))
                    isFirst = false
                } else {
                    isFirst = true
                }
            }
            last = line
        }
        return steps
    }

    /// The signs that are passed, in the order of the drive: of a run of steps near a sign, the nearest one counts.
    private static func passes(_ steps: [Step], _ signs: [Sign]) -> [Pass] {
        var passes: [Pass] = []
        for (number, sign) in signs.enumerated() {
            var best: Pass?
            for (index, step) in steps.enumerated() {
                guard let found = pass(sign, number, step, index) else {
                    if let best { passes.append(best) }
                    best = nil
                    continue
                }
                if best.map({ found.distance < $0.distance }) ?? true { best = found }
            }
            if let best { passes.append(best) }
        }
        return passes.sorted { ($0.step, $0.along) < ($1.step, $1.along) }
    }

    private static func pass(_ sign: Sign, _ number: Int, _ step: Step, _ index: Int) -> Pass? {
        let bearing = step.from.bearing ?? sign.bearing
        let turn = abs((bearing - sign.bearing).remainder(dividingBy: 360))
        guard turn <= widestAngle else { return nil }
        let point = step.frame.project(sign.place)
        let (x, y) = (point.x, point.y)
        let (endX, endY) = (step.end.x, step.end.y)
        let square = endX * endX + endY * endY
        let share = square > 0 ? min(max((x * endX + y * endY) / square, 0), 1) : 0
        let (missX, missY) = (x - share * endX, y - share * endY)
        let distance = (missX * missX + missY * missY).squareRoot()
        guard distance <= reach else { return nil }
        return Pass(sign: number, step: index, along: share * step.length, distance: distance)
    }

    /// The lines below the table.
    var text: [String] {
        let known = right + wrong + unknown
        func row(_ name: String, _ metres: Double) -> String {
            let share = known > 0 ? " (\((metres / known * 100).fixed(1)) %)" : ""
            return "\(name): \(metres.fixed(0)) m\(share)"
        }
        return [
            "signs passed: \(passed)", row("right", right), row("wrong", wrong),
            row("unknown", unknown), "without a sign: \(withoutSign.fixed(0)) m",
        ]
    }
}
