import Foundation
import PlatformDataExtension
import RecordSorting

/// The tiles made by hand.
let tilesFolder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tiles")
    .path()

/// The rows of one response.
func rows(_ text: String, file: String = "x.json") throws -> [TileRow] {
    var rows: [TileRow] = []
    try TileResponse(Array(text.utf8), file: file).forEachRow { rows.append($0) }
    return rows
}

/// The rows of a layer, each given as its columns, in the envelope of one tile.
func response(_ rows: [[String: String?]], of layer: String) -> TileResponse {
    let texts = rows.map { row in
        let members = row.sorted { $0.key < $1.key }.map { name, value in
            "\"\(name)\":\(value.map { "\"\($0)\"" } ?? "null")"
        }
        return "{\(members.joined(separator: ","))}"
    }
    let text = "{\"Meta\":null,\"Rows\":[\(texts.joined(separator: ","))]}"
    return TileResponse(Array(text.utf8), file: "\(layer).json")
}

/// The links that come out of a join of layers.
func links(_ layers: KeyValuePairs<String, [[String: String?]]>) throws -> [JoinedLink] {
    let join = emptyJoin()
    for (layer, rows) in layers {
        try response(rows, of: layer).forEachRow { (row) throws(PlatformDataError) in
            try join.add(row)
        }
    }
    return try joined(join)
}

/// A join that keeps everything in memory.
func emptyJoin() -> RowJoin { RowJoin(in: SortingSpace(memory: .max, folder: ".")) }

func joined(_ join: RowJoin) throws -> [JoinedLink] {
    let all = try join.links()
    var links: [JoinedLink] = []
    while let link = try all.next() { links.append(link) }
    return links
}

/// The one link of some layers, each with one row.
func link(_ layers: KeyValuePairs<String, [String: String?]>) throws -> PlatformDataLink {
    let join = emptyJoin()
    for (layer, row) in layers {
        var whole = row
        if row["LINK_IDS"] == nil { whole["LINK_ID"] = "7" }
        try response([whole], of: layer).forEachRow { (row) throws(PlatformDataError) in
            try join.add(row)
        }
    }
    let all = try joined(join)
    return try PlatformDataLink(all[0])
}

/// What a piece of work complains of.
func complaint(_ work: () throws -> Void) -> String? {
    do {
        try work()
        return nil
    } catch {
        return "\(error)"
    }
}
