import JSONWriting
import Quantities

/// What `ehorizon reckon` prints.
struct ReckoningReport {
    let errors: SignalErrorModel
    let trial: OutageTrial
    let lengths: [Nanoseconds]

    /// A value counts as learned when it stays this close to its last one.
    private static let scaleTolerance = 0.005
    private static let biasTolerance = 0.1
    /// The rows of learned values, s.
    private static let row = 300.0

    // MARK: Text

    var text: [String] { signalText + [""] + learnedText + [""] + outageText }

    private var signalText: [String] {
        var rows = [
            [
                "signal", "interval", "missing", "step", "factor", "offset", "noise", "offset at",
                "noise at", "receiver",
            ],
            ["", "s", "%", "", "", "driving", "driving", "rest", "rest", "later by, s"],
        ]
        for signal in errors.errors {
            rows.append([
                signal.name, signal.interval.fixed(3), (signal.missing * 100).fixed(3),
                signal.step.map { "\($0.fixed(3)) \(signal.unit)" } ?? "",
                signal.factor?.fixed(4) ?? "", signal.offset?.fixed(3) ?? "",
                signal.noise?.fixed(3) ?? "", signal.standing?.offset.fixed(3) ?? "",
                signal.standing?.noise.fixed(3) ?? "", signal.receiverDelay?.fixed(2) ?? "",
            ])
        }
        return Self.table(rows)
    }

    private var learnedText: [String] {
        var rows = [
            ["learned", "driving", "scale", "+-", "yaw rate offset", "+-"],
            ["after s", "s", "", "", "deg/s", ""],
        ]
        var next = 0.0
        for (index, learned) in trial.learned.enumerated() {
            let isLast = index == trial.learned.count - 1
            guard learned.time.seconds >= next || isLast else { continue }
            next += Self.row
            rows.append([
                learned.time.seconds.fixed(0), learned.driving.seconds.fixed(0),
                learned.scale.value.fixed(4), learned.scale.deviation.fixed(4),
                trial.hasYawRate ? learned.bias.value.fixed(3) : "",
                trial.hasYawRate ? learned.bias.deviation.fixed(3) : "",
            ])
        }
        var lines = Self.table(rows)
        lines.append(
            "scale within \(Self.scaleTolerance) of its last value after"
                + " \(settled(.scale)) s of driving")
        if trial.hasYawRate {
            lines.append(
                "yaw rate offset within \(Self.biasTolerance) deg/s of its last value after"
                    + " \(settled(.bias)) s of driving")
        }
        return lines
    }

    private var outageText: [String] {
        var rows = [
            [
                "outage", "number", "distance", "along, median", "along, 95 %", "place, median",
                "place, 95 %",
            ],
            ["s", "", "m", "%", "%", "%", "%"],
        ]
        for length in lengths {
            let own = trial.outages.filter { $0.length == length }
            let along = own.map { 100 * $0.along.magnitude / $0.driven }
            let place = own.compactMap { outage in outage.place.map { 100 * $0 / outage.driven } }
            rows.append([
                length.seconds.fixed(0), "\(own.count)",
                own.map(\.driven).quantile(0.5)?.fixed(0) ?? "",
                along.quantile(0.5)?.fixed(2) ?? "", along.quantile(0.95)?.fixed(2) ?? "",
                place.quantile(0.5)?.fixed(2) ?? "", place.quantile(0.95)?.fixed(2) ?? "",
            ])
        }
        return Self.table(rows)
    }

    /// Rows with columns of one width, two blanks apart.
    private static func table(_ rows: [[String]]) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var text = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ")[...]
            while text.last == " " { text.removeLast() }
            return String(text)
        }
    }

    // MARK: Learned values

    private enum Value { case scale, bias }

    /// The driving time after which a value stays close to its last one, s.
    private func settled(_ value: Value) -> String {
        seconds(value).map { $0.fixed(0) } ?? "-"
    }

    private func seconds(_ value: Value) -> Double? {
        func number(_ learned: OutageTrial.Learned) -> Double {
            switch value {
            case .scale: learned.scale.value
            case .bias: learned.bias.value
            }
        }
        guard let last = trial.learned.last else { return nil }
        let tolerance = value == .scale ? Self.scaleTolerance : Self.biasTolerance
        var settled: Double?
        for learned in trial.learned {
            if (number(learned) - number(last)).magnitude > tolerance {
                settled = nil
            } else {
                settled = settled ?? learned.driving.seconds
            }
        }
        return settled
    }

    // MARK: JSON

    var json: [String] {
        errors.errors.map(line) + [learnedLine].compactMap(\.self) + trial.outages.map(line)
    }

    private func line(_ signal: SignalErrorModel.Errors) -> String {
        object { json in
            json.text("kind", "signal")
            json.text("name", signal.name)
            json.integer("count", signal.count)
            json.number("interval_s", signal.interval, places: 4)
            json.number("missing", signal.missing, places: 6)
            json.number("step", signal.step, places: 4)
            json.number("factor", signal.factor, places: 5)
            json.number("offset_driving", signal.offset, places: 4)
            json.number("offset_at_rest", signal.standing?.offset, places: 4)
            json.number("noise_at_rest", signal.standing?.noise, places: 4)
            json.number("noise_driving", signal.noise, places: 4)
            json.number("receiver_later_s", signal.receiverDelay, places: 3)
        }
    }

    private var learnedLine: String? {
        trial.learned.last.map { last in
            object { json in
                json.text("kind", "learned")
                json.number("scale", last.scale.value, places: 5)
                json.number("scale_settled_s", seconds(.scale), places: 1)
                let hasYawRate = trial.hasYawRate
                json.number(
                    "yaw_rate_offset_deg_per_s", hasYawRate ? last.bias.value : nil, places: 4)
                json.number(
                    "yaw_rate_offset_settled_s", hasYawRate ? seconds(.bias) : nil, places: 1)
            }
        }
    }

    private func line(_ outage: OutageTrial.Outage) -> String {
        object { json in
            json.text("kind", "outage")
            json.number("seconds", outage.length.seconds, places: 1)
            json.number("start_s", outage.start.seconds, places: 1)
            json.number("distance_m", outage.driven, places: 1)
            json.number("along_error_m", outage.along, places: 1)
            json.number("deviation_m", outage.deviation, places: 1)
            json.number("place_error_m", outage.place, places: 1)
        }
    }

    private func object(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.beginObject()
        body(&json)
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
