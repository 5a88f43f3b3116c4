import Engine
import Geodesy
import Positioning
import Quantities
import Simulation

/// The errors of a car's own signals, measured against the receiver of the same drive.
struct SignalErrorModel {
    /// The errors of one signal, or of the fixes.
    struct Errors {
        var name: String
        /// The unit of step, offset and noise.
        var unit: String
        var count: Int
        /// The usual time between two values, s.
        var interval: Double
        /// The share of the values that did not come.
        var missing: Double
        /// The smallest difference between two values.
        var step: Double?
        /// Signal by truth.
        var factor: Double?
        /// The value of a car that stands, and its standard deviation.
        var standing: (offset: Double, noise: Double)?
        /// The standard deviation of the difference from the receiver, of both together: of the speed at
        /// the fixes, of the yaw rate as the mean over three fixes.
        var noise: Double?
        /// How much later the receiver reports, s.
        var receiverDelay: Double?
        /// The signal of a car with nothing to measure, by the fixes.
        var offset: Double?

        fileprivate func with(_ fit: Fit?, step: Double?) -> Errors {
            var errors = self
            errors.step = step
            errors.factor = fit?.factor
            errors.offset = fit?.offset
            errors.noise = fit?.noise
            errors.receiverDelay = fit?.delay
            return errors
        }
    }

    private(set) var errors: [Errors] = []

    /// Delays that are tried, s.
    private static let delays = stride(from: -1.0, through: 1.5, by: 0.05)
    /// A slower car shows neither factor nor course, m/s.
    private static let slowest = 5.0
    /// So many places show a turn.
    private static let places = 3
    /// A course that misses by more is not one of the road, degrees.
    private static let worstCourse = 10.0
    /// A car that stands so long has come to rest, s.
    private static let rest = 2.0

    init(_ events: [DriveEvent]) {
        var speed = Series(), yawRate = Series()
        var ways = Series(), stated = Series(), courses = Series()
        var last: (place: Coordinate, seconds: Double)?
        for event in events {
            let seconds = (event.arrival - .zero).seconds
            switch event.event {
            case .vehicle(let motion):
                if let value = motion.speed?.value { speed.add(value, at: seconds) }
                if let value = motion.yawRate?.value { yawRate.add(value, at: seconds) }
            case .position(.fix(let fix)):
                let way = last.map { $0.place.vector(to: fix.place) } ?? PlanarVector(x: 0, y: 0)
                ways.add((ways.values.last ?? 0) + way.length, at: seconds)
                if let value = fix.speed?.value { stated.add(value, at: seconds) }
                if let last {
                    let span = seconds - last.seconds
                    if way.length >= Self.slowest * span, span < 2 {
                        courses.addCourse(way.bearing.value, at: last.seconds + span / 2)
                    }
                }
                last = (fix.place, seconds)
            default: break
            }
        }
        errors.append(Self.timing(of: ways, "fixes", unit: ""))
        if speed.values.count > 2 {
            let fit = Self.fit(leaving: .infinity) { delay in
                Self.integrals(of: speed, beside: ways, delay) { $0 >= Self.slowest * $1 }
            }
            var own = Self.timing(of: speed, "speed", unit: "m/s").with(fit, step: speed.step)
            // The receiver's speed is more exact than its places, at whatever delay.
            let exact = Self.fit(leaving: .infinity) { delay in
                Self.values(of: speed, beside: stated, delay)
            }
            own.noise = exact?.noise ?? own.noise
            errors.append(own)
        }
        if yawRate.values.count > 2 {
            let fit = Self.fit(leaving: Self.worstCourse) { delay in
                Self.integrals(of: yawRate, beside: courses, delay) { _, _ in true }
            }
            var own = Self.timing(of: yawRate, "yaw rate", unit: "deg/s")
                .with(fit, step: yawRate.step)
            own.standing = Self.standing(yawRate, by: speed)
            errors.append(own)
        }
    }

    private static func timing(of series: Series, _ name: String, unit: String) -> Errors {
        let gaps = zip(series.times.dropFirst(), series.times).map { $0 - $1 }
        let interval = gaps.quantile(0.5) ?? 0
        let missing =
            interval > 0 ? gaps.reduce(0) { $0 + max(($1 / interval).rounded() - 1, 0) } : 0
        let count = series.times.count
        return Errors(
            name: name, unit: unit, count: count, interval: interval,
            missing: missing / max(Double(count) + missing, 1))
    }

    /// How a signal fits the fixes, at the delay at which it fits best.
    fileprivate struct Fit {
        let factor: Double
        let offset: Double
        let noise: Double
        let delay: Double
    }

    /// Fits a signal to the fixes by the rows of each delay.
    private static func fit(leaving worst: Double, _ rows: (_ delay: Double) -> [Row]) -> Fit? {
        var best: Fit?
        for delay in delays {
            let rows = rows(delay)
            guard let (factor, offset) = leastSquares(rows) else { continue }
            let misses = rows.map { row in
                (row.own - factor * row.seen - offset * row.time, row.time)
            }
            let squares = misses.filter { $0.0.magnitude < worst }.map {
                $0.0 * $0.0 / ($0.1 * $0.1)
            }
            let noise = (squares.reduce(0, +) / Double(max(squares.count, 1))).squareRoot()
            if best.map({ noise < $0.noise }) ?? true {
                best = Fit(factor: factor, offset: offset, noise: noise, delay: delay)
            }
        }
        return best
    }

    /// The integrals of a signal over ``places`` fixes each, beside the changes of a quantity of the fixes.
    private static func integrals(
        of signal: Series, beside fixes: Series, _ delay: Double,
        where counts: (_ change: Double, _ seconds: Double) -> Bool
    ) -> [Row] {
        fixes.times.indices.dropFirst(places).compactMap { index in
            let (from, to) = (fixes.times[index - places], fixes.times[index])
            let change = fixes.values[index] - fixes.values[index - places]
            guard to - from < Double(places) + 1, counts(change, to - from),
                let before = signal.integral(to: from - delay),
                let after = signal.integral(to: to - delay)
            else { return nil }
            return Row(own: after - before, seen: change, time: to - from)
        }
    }

    /// The values of a signal beside those of the fixes.
    private static func values(of signal: Series, beside fixes: Series, _ delay: Double) -> [Row] {
        zip(fixes.times, fixes.values).compactMap { time, value in
            guard value >= slowest, let own = signal.value(at: time - delay) else { return nil }
            return Row(own: own, seen: value, time: 1)
        }
    }

    /// A signal, the same by the fixes, and the time, s.
    private struct Row {
        let own: Double
        let seen: Double
        let time: Double
    }

    /// Least squares of own = factor * seen + offset * time.
    private static func leastSquares(_ rows: [Row]) -> (factor: Double, offset: Double)? {
        var (ss, st, tt, os, ot) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for row in rows {
            ss += row.seen * row.seen
            st += row.seen * row.time
            tt += row.time * row.time
            os += row.own * row.seen
            ot += row.own * row.time
        }
        let determinant = ss * tt - st * st
        guard determinant > 0 else { return nil }
        return ((os * tt - ot * st) / determinant, (ot * ss - os * st) / determinant)
    }

    /// The yaw rate of a car that stands.
    private static func standing(
        _ yawRate: Series, by speed: Series
    ) -> (offset: Double, noise: Double)? {
        var values: [Double] = []
        var stop: Double?
        var next = 0
        for (time, value) in zip(yawRate.times, yawRate.values) {
            while next < speed.times.count, speed.times[next] <= time {
                if speed.values[next] == 0 { stop = stop ?? speed.times[next] } else { stop = nil }
                next += 1
            }
            if let stop, time - stop >= rest { values.append(value) }
        }
        guard values.count > 1 else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (squares / Double(values.count - 1)).squareRoot())
    }
}

/// Values over time.
struct Series {
    private(set) var times: [Double] = []
    private(set) var values: [Double] = []
    /// The integral up to each time.
    private var sums: [Double] = []

    mutating func add(_ value: Double, at time: Double) {
        if let last = times.last, let before = values.last, let sum = sums.last {
            sums.append(sum + (value + before) / 2 * (time - last))
        } else {
            sums.append(0)
        }
        times.append(time)
        values.append(value)
    }

    /// Adds a course, without a jump at north.
    mutating func addCourse(_ course: Double, at time: Double) {
        let before = values.last ?? course
        add(course - 360 * ((course - before) / 360).rounded(), at: time)
    }

    /// The smallest difference between two values that are not the same.
    var step: Double? {
        // Less is the rounding of the factor of the signal.
        zip(values, values.dropFirst()).map { ($0 - $1).magnitude }.filter { $0 > 1e-6 }.min()
    }

    /// The value at a time, between two values; `nil` outside of them.
    func value(at time: Double) -> Double? {
        between(time).map { index, share in
            values[index] + share * (values[index + 1] - values[index])
        }
    }

    /// The integral from the beginning to a time.
    func integral(to time: Double) -> Double? {
        between(time).map { index, share in
            let value = values[index] + share / 2 * (values[index + 1] - values[index])
            return sums[index] + value * share * (times[index + 1] - times[index])
        }
    }

    private func between(_ time: Double) -> (index: Int, share: Double)? {
        guard let first = times.first, let last = times.last, time >= first, time < last else {
            return nil
        }
        var (low, high) = (0, times.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle } else { high = middle }
        }
        return (low, (time - times[low]) / (times[high] - times[low]))
    }
}

extension [Double] {
    /// The value that so large a share of them does not exceed.
    func quantile(_ share: Double) -> Double? {
        let ordered = sorted()
        guard !ordered.isEmpty else { return nil }
        return ordered[Swift.min(Int(share * Double(ordered.count)), ordered.count - 1)]
    }
}
