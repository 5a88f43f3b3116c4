import JSONReading

/// A saved answer of the service, in either of its envelopes: rows of one layer and tile
/// (`{"Meta":…,"Rows":[…]}`), or of several (`{"Tiles":[{"Meta":…,"Rows":[…]}]}`).
public struct TileResponse: Sendable {
    /// Its name in errors.
    public let file: String
    private let bytes: [UInt8]

    /// A response from the bytes of its file. The file's path gives the layer if the response does
    /// not.
    public init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// Visits every row in the order of the file.
    public func forEachRow(
        _ visit: (TileRow) throws(PlatformDataError) -> Void
    ) throws(PlatformDataError) {
        // A byte order mark that some programs put before UTF-8.
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var reader = JSONReader(bytes, at: start)
        try readEnvelope(&reader, isInside: false, visit)
        try json { () throws(JSONReader.Failure) in try reader.finish() }
    }

    /// Reads the object that holds rows, or the tiles that do.
    private func readEnvelope(
        _ reader: inout JSONReader,
        isInside: Bool,
        _ visit: (TileRow) throws(PlatformDataError) -> Void
    ) throws(PlatformDataError) {
        var meta: TileMeta?
        var waitingRows: Int?
        var hasContent = false
        var isFirst = true
        try json { () throws(JSONReader.Failure) in try reader.open("{") }
        while let key = try json({ () throws(JSONReader.Failure) in
            try reader.nextMember(&isFirst)
        }) {
            switch key {
            case "Meta":
                meta = try json { () throws(JSONReader.Failure) in try TileMeta(&reader) }
            case "Rows":
                hasContent = true
                if let meta {
                    try readRows(&reader, meta, visit)
                } else {
                    waitingRows = reader.at
                    try json { () throws(JSONReader.Failure) in try reader.skip() }
                }
            case "Tiles" where !isInside:
                hasContent = true
                try readTiles(&reader, visit)
            default: try json { () throws(JSONReader.Failure) in try reader.skip() }
            }
        }
        guard hasContent else {
            throw failure(isInside ? "\"Rows\"" : "\"Rows\" or \"Tiles\"", at: reader.at - 1)
        }
        if let waitingRows {
            var rows = JSONReader(bytes, at: waitingRows)
            try readRows(&rows, meta ?? TileMeta(), visit)
        }
    }

    private func readTiles(
        _ reader: inout JSONReader,
        _ visit: (TileRow) throws(PlatformDataError) -> Void
    ) throws(PlatformDataError) {
        try json { () throws(JSONReader.Failure) in try reader.open("[") }
        var isFirst = true
        while try json({ () throws(JSONReader.Failure) in try reader.nextElement(&isFirst) }) {
            try readEnvelope(&reader, isInside: true, visit)
        }
    }

    private func readRows(
        _ reader: inout JSONReader,
        _ meta: TileMeta,
        _ visit: (TileRow) throws(PlatformDataError) -> Void
    ) throws(PlatformDataError) {
        guard let layer = meta.layer ?? layerInPath else { throw .unnamedLayer(file: file) }
        var origin = RowOrigin(file: file, layer: layer, tile: meta.tile, row: 0)
        try json { () throws(JSONReader.Failure) in try reader.open("[") }
        var isFirst = true
        while try json({ () throws(JSONReader.Failure) in try reader.nextElement(&isFirst) }) {
            origin.row += 1
            var row = TileRow(origin: origin, columns: [])
            var isFirstColumn = true
            try json { () throws(JSONReader.Failure) in try reader.open("{") }
            while let name = try json({ () throws(JSONReader.Failure) in
                try reader.nextMember(&isFirstColumn)
            }) {
                let value = try json { () throws(JSONReader.Failure) in try reader.text() }
                guard !row.columns.contains(where: { $0.name == name }) else {
                    throw .value(origin, column: name, value: value, expected: "named once")
                }
                row.columns.append(TileRow.Column(name: name, value: value))
            }
            try visit(row)
        }
    }

    /// The layer from the innermost part of the path that names a layer.
    private var layerInPath: LayerName? {
        for part in file.split(separator: "/").reversed() {
            if let layer = LayerName(atFrontOf: part) { return layer }
        }
        return nil
    }

    private func json<Result>(
        _ read: () throws(JSONReader.Failure) -> Result
    ) throws(PlatformDataError) -> Result {
        do throws(JSONReader.Failure) {
            return try read()
        } catch {
            throw failure(error.expected, at: error.at)
        }
    }

    /// A failure at a byte, with its line and its column in bytes.
    private func failure(_ expected: String, at byte: Int) -> PlatformDataError {
        let before = bytes.prefix(max(0, byte))
        let line = before.count { $0 == 0x0A } + 1
        let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
        return .broken(
            file: file,
            line: line,
            column: before.count - lineStart + 1,
            expected: expected
        )
    }
}

/// The metadata of a response that are needed here.
private struct TileMeta {
    var layer: LayerName?
    var tile: String?

    init() {}

    init(_ reader: inout JSONReader) throws(JSONReader.Failure) {
        guard reader.isAtObject() else {
            try reader.skip()
            return
        }
        try reader.open("{")
        var isFirst = true
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "layerName":
                let at = reader.at
                guard let name = try reader.text() else { continue }
                layer = LayerName(parsing: name)
                if layer == nil { throw JSONReader.Failure(expected: "a layer's name", at: at) }
            case "tileId": tile = try reader.text()
            default: try reader.skip()
            }
        }
    }
}
