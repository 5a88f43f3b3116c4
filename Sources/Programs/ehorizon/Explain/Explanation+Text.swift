// An explanation as lines of at most 100 columns, one thought a line.
extension Explanation {
    /// The lines.
    var text: [String] {
        var lines = [momentText(time) + "  " + place.words]
        func add(_ title: String, _ content: [String]) {
            lines.append("")
            lines.append(title)
            lines += content.isEmpty ? ["  none"] : content
        }
        add("Places of the last fix", candidates.flatMap(\.lines))
        add("Paths", paths.map(\.line))
        add("Exits ahead, with their reasons", junctions.flatMap { $0.lines(paths) })
        add("Changes of the main path", changes.map(\.line))
        let age = dataTime.map { ", map data of \($0)" } ?? ""
        if let values {
            let title = values.title.map { "  " + $0 }
            add("Values here\(age)", title + values.values.map { "    " + $0.line })
        }
        add("Ahead on the most probable path", ahead.map { "  " + $0.line })
        return lines
    }

    /// A probability as `12.3 %`.
    static func percent(_ probability: Double) -> String { (probability * 100).fixed(1) + " %" }

    /// Words on lines of at most 100 columns that begin with an indent.
    static func wrapped(_ words: [String], indent: Int) -> [String] {
        let blank = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in words {
            if line.isEmpty {
                line = blank + word
            } else if line.count + 2 + word.count <= 100 {
                line += ", " + word
            } else {
                lines.append(line + ",")
                line = blank + word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}

extension Explanation.Place {
    fileprivate var words: String {
        var words = [state]
        if let path, let offset { words.append("path \(path) at \(offset.fixed(0)) m") }
        if let probability { words.append(Explanation.percent(probability) + " probable") }
        if let accuracy { words.append("± \(accuracy.fixed(0)) m") }
        if let latitude, let longitude {
            words.append("\(latitude.fixed(5)),\(longitude.fixed(5))")
        }
        return words.joined(separator: ", ")
    }
}

extension Explanation.Road {
    /// `way 12 Ringstraße backward`.
    var words: String {
        "way \(way)" + (name.map { " \($0)" } ?? "") + (direction == "backward" ? " backward" : "")
    }
}

extension Explanation.Candidate {
    fileprivate var lines: [String] {
        var line = "  \(Explanation.percent(probability).padded(to: 7))  "
        if let road, let distance {
            line += "\(road.words), \(distance.fixed(1)) m from the fix"
            if let relativeHeading { line += ", heading \(relativeHeading.fixed(0))°" }
            if let relation, relation != "apart" {
                line += relation == "answer" ? " (the answer)" : " (counts for the answer)"
            }
        } else {
            line += "off the road"
        }
        var words = terms.map { "\($0.factor) \($0.log?.fixed(2) ?? "impossible")" }
        if let score { words.append("sum \(score.fixed(2))") }
        var lines = [line] + Explanation.wrapped(words, indent: 11)
        if let previous {
            var before = "from " + (previous.road?.words ?? "off the road")
            before += ", \(Explanation.percent(previous.probability)) after the fix before"
            let blank = String(repeating: " ", count: 11)
            lines.append(blank + before)
            if let length = previous.routeLength, let driven = previous.drivenLength {
                lines.append(blank + "route \(length.fixed(1)) m, driven \(driven.fixed(1)) m")
            }
        }
        return lines
    }
}

extension Explanation.Path {
    /// `  index 9   path 4 of path 1 at 120 m, 12.0 %: way 14 Side Street`.
    fileprivate var line: String {
        let sent = index.map { "index \($0)" } ?? "not sent"
        var line = "  " + sent + String(repeating: " ", count: max(1, 10 - sent.count))
        line += "path \(path)"
        if let parent, let branchOffset {
            line += " of path \(parent) at \(branchOffset.fixed(0)) m"
        }
        line += ", \(Explanation.percent(probability)), \(length.fixed(0)) m: "
        var names: [String] = []
        for road in roads where names.last != road.words { names.append(road.words) }
        for (number, name) in names.enumerated() {
            let word = number == 0 ? name : ", " + name
            let rest = names.count - number
            guard line.count + word.count <= (rest > 1 ? 85 : 100) || number == 0 else {
                return line + " and \(rest) more"
            }
            line += word
        }
        return line
    }
}

extension Explanation.Junction {
    fileprivate func lines(_ paths: [Explanation.Path]) -> [String] {
        var lines = ["  in \(distance.fixed(0)) m, path \(path) at \(offset.fixed(0)) m"]
        for exit in exits {
            var line =
                "    \(Explanation.percent(exit.probability).padded(to: 7))  path \(exit.path),"
            line += " \(exit.road.words), \(abs(exit.turnAngle).fixed(0))°"
            if exit.turnAngle != 0 { line += exit.turnAngle < 0 ? " left" : " right" }
            if exit.isUTurn { line += ", U-turn" }
            if exit.legality != "legal" { line += ", \(exit.legality)" }
            lines.append(line + ", code \(exit.code)")
            let steps = exit.steps.map { "\($0.factor) \(Explanation.percent($0.probability))" }
            lines += Explanation.wrapped(steps, indent: 13)
        }
        return lines
    }
}

extension Explanation.Change {
    /// `  -11.0 s  other-path  driver (indicator): turns off path 1 in 46 m`.
    fileprivate var line: String {
        let sign = after < 0 ? "" : "+"
        var line = "  \("\(sign)\(after.fixed(1)) s".padded(to: 9))  "
        line += change + String(repeating: " ", count: max(1, 12 - change.count)) + cause
        if !evidence.isEmpty { line += " (\(evidence.joined(separator: ", ")))" }
        switch (change, from, to, turnOffDistance) {
        case ("other-path", _, let to?, let distance?):
            line += ": turns off path \(to) in \(distance.fixed(0)) m"
        case ("other-path", _, let to?, nil): line += ": follows path \(to)"
        case ("none", let from?, _, _): line += ": path \(from) ends"
        case (_, let from?, let to?, _): line += ": path \(from) → path \(to)"
        case (_, nil, let to?, _): line += ": path \(to)"
        default: break
        }
        return line + " (event \(event))"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
