import Console
import MapCompiler
import Quantities
import RoadMap
import TextFiles

extension CompileCommand {
    /// Writes the summary on standard error.
    func summarise(_ report: CompileReport, _ header: MapHeader, seconds: Double) {
        let kilometres = decimalText(header.totalLength.metres.value / 1000, places: 1)
        let size = decimalText(Double(header.fileLength) / 1e6, places: 2)
        let time = decimalText(seconds, places: 2)
        Program.say(
            "\(output): \(header.linkCount) links, \(header.nodeCount) nodes, \(kilometres) km; "
                + "\(size) MB in \(time) s"
        )
        let placed = report.placedLength ?? report.totalLength
        let assumed = decimalText((report.totalLength - placed).metres.value / 1000, places: 1)
        if assumed != "0.0" {
            let code = CountryTable.alpha2(numericCode: header.country.numericCode) ?? "?"
            let reason = country == nil ? "country assumed \(code)" : "of \(code), by --country"
            Program.say("no border in the data encloses \(assumed) km: \(reason)")
        }
        // Beyond a border that the input does not have, some roads are always of another country.
        if let country, let (other, share) = report.assumed?.elsewhere {
            Program.say(
                "--country \(country): \(decimalText(share * 100, places: 0)) % of the roads lie in \(other) by the"
                    + " coarse borders; speed limits, units and driving side may be wrong")
        }
        Program.say("known, by length:")
        for (name, share) in report.coverage.shares where share > 0 {
            let percent = decimalText(share * 100, places: 1)
            let padding = String(repeating: " ", count: max(0, 26 - name.count - percent.count))
            Program.say("  \(name)\(padding)\(percent) %")
        }
        if !report.dropped.isEmpty {
            let dropped = report.dropped.map { "\($0.what) \($0.count)" }.joined(separator: ", ")
            Program.say("dropped: \(dropped)")
        }
        summarise(report.overlay)
        for (heading, entries) in [
            ("tags not understood", report.unread), ("tags that may be mistakes", report.doubtful),
        ] where !entries.isEmpty {
            Program.say("\(heading):")
            for entry in entries {
                Program.say("  \(entry.count) × \(entry.what), as in \"\(entry.example)\"")
            }
        }
    }

    private func summarise(_ outcomes: [OverlayOutcome]) {
        guard !outcomes.isEmpty else { return }
        let counts = OverlayOutcome.State.allCases.compactMap { state in
            let count = outcomes.count { $0.state == state }
            return count > 0 ? "\(count) \(state.rawValue)" : nil
        }
        Program.say("overlay entries: \(counts.joined(separator: ", "))")
        for outcome in outcomes {
            for remark in outcome.remarks {
                Program.say("  \(outcome.title): \(outcome.state.rawValue): \(remark)")
            }
            if outcome.state != .applied, outcome.remarks.isEmpty {
                Program.say("  \(outcome.title): \(outcome.state.rawValue)")
            }
        }
    }
}
