extension MapCompilation {
    /// The map's notes about its compilation.
    func notes(
        _ report: CompileReport, _ borders: Borders
    ) -> [(key: String, value: String)] {
        var notes = [(key: "country", value: countryCode.uppercased())]
        if let zone = borders.timeZone(of: countryCode.uppercased()) {
            notes.append((key: "time-zone", value: zone))
        }
        for file in files {
            // The folder does not matter to others, and the same input gives the same bytes.
            let name = file.split(separator: "/").last ?? ""
            notes.append((key: "source", value: name.split(separator: "\n").joined(separator: " ")))
        }
        var overlays: [(name: String, count: Int)] = []
        for outcome in report.overlay where outcome.state == .applied {
            let name = outcome.file.split(separator: "/").last.map(String.init) ?? ""
            if overlays.last?.name != name { overlays.append((name, 0)) }
            overlays[overlays.count - 1].count += 1
        }
        for (name, count) in overlays {
            let name = name.split(whereSeparator: \.isNewline).joined(separator: " ")
            notes.append((key: "overlay", value: "\(name), entries applied: \(count)"))
        }
        let licence = "OpenStreetMap data is © OpenStreetMap contributors, ODbL 1.0"
        notes.append((key: "licence", value: licence))
        for (what, count) in report.dropped {
            notes.append((key: "dropped.\(what)", value: "\(count)"))
        }
        for entry in report.unread {
            let value = "\(entry.count), as \(entry.example)"
            notes.append((key: "unread.\(entry.what)", value: value))
        }
        if let elevation {
            // The name of a folder or of a file, without the path before it.
            let name = elevation.split(separator: "/").last ?? ""
            notes.append((key: "elevation", value: String(name)))
        }
        return notes
    }
}
