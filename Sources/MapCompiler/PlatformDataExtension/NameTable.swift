/// Names that many rows share (files, layers, tiles, columns), each stored once. So a row that
/// waits for joining contains little more than its values.
struct NameTable {
    private var names: [String] = []
    private var numbers: [String: UInt64] = [:]

    private mutating func number(of name: String) -> UInt64 {
        if let number = numbers[name] { return number }
        let number = UInt64(names.count)
        names.append(name)
        numbers[name] = number
        return number
    }

    /// A row as bytes that ``decoded(_:link:)`` reads.
    mutating func encoded(_ joined: JoinedRow) -> [UInt8] {
        var bytes: [UInt8] = []
        func put(_ value: UInt64) {
            var rest = value
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        let origin = joined.row.origin
        put(number(of: origin.file))
        put(number(of: origin.layer.subject))
        put(UInt64(origin.layer.functionalClass ?? 0))
        put(origin.tile.map { number(of: $0) + 1 } ?? 0)
        put(UInt64(origin.row))
        put(UInt64(joined.passage.direction.rawValue))
        put(UInt64(joined.order))
        put(UInt64(joined.row.columns.count))
        for column in joined.row.columns {
            put(number(of: column.name))
            // Null and an empty text are two things.
            put(column.value.map { UInt64($0.utf8.count) + 1 } ?? 0)
            if let value = column.value { bytes.append(contentsOf: value.utf8) }
        }
        return bytes
    }

    /// The row from bytes that ``encoded(_:)`` made.
    func decoded(_ bytes: ArraySlice<UInt8>, link: Int64) -> JoinedRow {
        var rest = bytes
        func take() -> UInt64 {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while let byte = rest.popFirst() {
                value |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return value }
                shift += 7
            }
            preconditionFailure("a row ends before its end")
        }
        let file = names[Int(take())]
        let subject = names[Int(take())]
        let functionalClass = Int(take())
        let tile = take()
        let origin = RowOrigin(
            file: file,
            layer: LayerName(
                subject,
                functionalClass: functionalClass == 0 ? nil : functionalClass
            ),
            tile: tile == 0 ? nil : names[Int(tile) - 1],
            row: Int(take())
        )
        guard let direction = TravelDirection(rawValue: UInt8(take())) else {
            preconditionFailure("a row has no direction")
        }
        let order = Int(take())
        var row = TileRow(origin: origin, columns: [])
        for _ in 0..<take() {
            let name = names[Int(take())]
            let length = Int(take()) - 1
            let value = length < 0 ? nil : String(decoding: rest.prefix(length), as: UTF8.self)
            rest = rest.dropFirst(max(length, 0))
            row.columns.append(TileRow.Column(name: name, value: value))
        }
        return JoinedRow(row: row, passage: LinkPassage(link, direction), order: order)
    }
}
