/// The time zones of the world, each with its current rule.
///
/// Source: the tz database (`zone1970.tab` and the zones' files, of Debian's tzdata), public domain.
enum TimeZones {
    /// A zone as maps hold it: its name, a space, and its rule in the words of POSIX.1 `TZ`.
    static func zone(named name: String) -> String? {
        rows.first { $0.name == name }.map { "\($0.name) \($0.rule)" }
    }

    /// The zone of a country with a single zone, by its alpha-2 code.
    static func onlyZone(of country: String) -> String? {
        let found = rows.filter { $0.countries.contains(country[...]) }
        // Several zones that have had the same time since then share a rule, not a name.
        guard let any = found.first, found.allSatisfy({ $0.rule == any.rule }) else { return nil }
        // The table names first the country of the zone's most populous place. Germany stands after
        // Switzerland in the row of Zurich, for Büsingen.
        let first = found.first { $0.countries.first == country[...] } ?? any
        return "\(first.name) \(first.rule)"
    }

    private struct Row {
        let name: Substring
        let rule: Substring
        let countries: [Substring]
    }

    private static let rows: [Row] = text.description.split(separator: "\n").compactMap { line in
        let columns = line.split(separator: " ")
        guard columns.count == 3 else { return nil }
        return Row(
            name: columns[0], rule: columns[1], countries: columns[2].split(separator: ","))
    }
}
