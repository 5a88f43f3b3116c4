import PlatformDataExtension
import RecordSorting
import TextFiles

extension FuzzEntry {
    /// Rows come back the same after they were written again and joined, and what is understood of a
    /// link does not change when it is turned round twice.
    static func tiles(_ bytes: [UInt8]) -> String? {
        var rows: [TileRow] = []
        let response = TileResponse(bytes, file: "ADAS_ATTRIB_FC3.json")
        let isRead = (try? response.forEachRow { rows.append($0) }) != nil
        guard isRead else { return nil }
        let join = RowJoin(in: SortingSpace(memory: .max, folder: "."))
        for row in rows {
            let text =
                "{\"Meta\":{\"layerName\":\(jsonText("\(row.origin.layer)"))},\"Rows\":[\(json(row))]}"
            var again: [TileRow] = []
            try? TileResponse(Array(text.utf8), file: "again.json").forEachRow { again.append($0) }
            guard again.count == 1, again[0].columns == row.columns else {
                return "what was printed reads as something else: \(text)"
            }
            try? join.add(row)
        }
        var problem: String?
        var last: Int64 = 0
        guard let links = try? join.links() else { return "rows in memory cannot be sorted" }
        while let joined = try? links.next() {
            if joined.id <= last { problem = "link \(joined.id) comes after \(last)" }
            last = joined.id
            guard let adas = (try? PlatformDataLink(joined))?.adas else { continue }
            if adas.reversed.reversed.slopes != adas.slopes { problem = "slopes change" }
            if adas.points.count < 2 { problem = "link \(joined.id) has no line" }
        }
        return problem
    }

    private static func json(_ row: TileRow) -> String {
        let members = row.columns.map {
            "\(jsonText($0.name)):\($0.value.map { jsonText($0) } ?? "null")"
        }
        return "{\(members.joined(separator: ","))}"
    }
}
