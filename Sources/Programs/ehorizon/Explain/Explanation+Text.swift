// An explanation as lines of at most 100 columns, one thought a line.
extension Explanation {
    /// The lines. Exits of paths that are not sent are counted, or listed too.
    func text(ofAllExits isEveryExit: Bool) -> [String] {
        var lines = [momentText(time) + "  " + place.words]
        func add(_ title: String, _ content: [String]) {
            lines.append("")
            lines.append(title)
            lines += content.isEmpty ? ["  none"] : content
        }
        add("Places of the last fix", candidates.flatMap(\.lines))
        let sentPaths = isEveryExit ? paths : paths.filter { $0.index != nil }
        add(
            "Paths",
            sentPaths.map(\.line) + Self.rest(paths.count - sentPaths.count, "path", "not sent"))
        let sent = isEveryExit ? junctions : junctions.filter { $0.pathIndex != nil }
        add(
            "Exits ahead, with their reasons",
            sent.flatMap { $0.lines(ofAllExits: isEveryExit) }
                + Self.rest(junctions.count - sent.count, "junction", "on paths that are not sent"))
        add("Frames, with their reasons", frames.flatMap(\.lines))
        add("Changes of the main path", changes.map(\.line))
        let age = dataTime.map { ", map data of \($0)" } ?? ""
        if let values {
            let title = values.title.map { "  " + $0 }
            add("Values here\(age)", title + values.values.map { "    " + $0.line })
        }
        add("Ahead on the most probable path", ahead.map { "  " + $0.line })
        return lines
    }

    /// A line with the number of those that are left out; none without one.
    private static func rest(_ count: Int, _ thing: String, _ why: String) -> [String] {
        count > 0 ? ["  \(count) more \(thing)\(count == 1 ? "" : "s") \(why) (--all-exits)"] : []
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
        if let path, let offset {
            words.append("\(pathWords(pathIndex, path)) at \(offset.fixed(0)) m")
        }
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
            let route =
                previous.routeLength.map { "\($0.fixed(1)) m" }
                ?? previous.backwardLength.map { "\($0.fixed(1)) m back" }
            if let route, let driven = previous.drivenLength {
                lines.append(blank + "route \(route), driven \(driven.fixed(1)) m")
            }
        }
        return lines
    }
}

extension Explanation.Path {
    /// `  path 9 of path 8 at 120 m, 12.0 %: way 14 Side Street`.
    fileprivate var line: String {
        var line = "  " + pathWords(index, path)
        if let parent, let branchOffset {
            line += " of \(pathWords(parentIndex, parent)) at \(branchOffset.fixed(0)) m"
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
    fileprivate func lines(ofAllExits isEveryExit: Bool) -> [String] {
        var lines = [
            "  in \(distance.fixed(0)) m, \(pathWords(pathIndex, path)) at \(offset.fixed(0)) m"
        ]
        let shown = isEveryExit ? exits : exits.filter { $0.pathIndex != nil }
        for exit in shown {
            var line = "    \(Explanation.percent(exit.probability).padded(to: 7))  "
            line +=
                pathWords(exit.pathIndex, exit.path)
                + ", \(exit.road.words), \(abs(exit.turnAngle).fixed(0))°"
            if exit.turnAngle != 0 { line += exit.turnAngle < 0 ? " left" : " right" }
            if exit.isUTurn { line += ", U-turn" }
            if exit.legality != "legal" { line += ", \(exit.legality)" }
            lines.append(line + ", code \(exit.code)")
            let steps = exit.steps.map { "\($0.factor) \(Explanation.percent($0.probability))" }
            lines += Explanation.wrapped(steps, indent: 13)
        }
        if exits.count > shown.count {
            let rest = exits.count - shown.count
            lines.append("             \(rest) more \(rest == 1 ? "exit" : "exits"), not sent")
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
        let from = from.map { pathWords(fromIndex, $0) }
        let to = to.map { pathWords(toIndex, $0) }
        switch (change, from, to, turnOffDistance) {
        case ("other-path", _, let to?, let distance?):
            line += ": turns off \(to) in \(distance.fixed(0)) m"
        case ("other-path", _, let to?, nil): line += ": follows \(to)"
        case ("none", let from?, _, _): line += ": \(from) ends"
        case (_, let from?, let to?, _): line += ": \(from) → \(to)"
        case (_, nil, let to?, _): line += ": \(to)"
        default: break
        }
        return line + " (event \(event))"
    }
}

extension String {
    /// The text with blanks before it up to a width.
    func padded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
