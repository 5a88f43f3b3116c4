/// The compression of data blocks: zlib's deflate, with or without a transposition of the records.
enum MDF4Inflation {
    /// Deflate makes at most 1032 bytes of one. https://zlib.net/zlib_tech.html
    private static let largestRatio = 1032
    private static let pieceSize = 1 << 20

    /// Whether so many compressed bytes can inflate to so many.
    static func isPossible(_ count: Int, from compressed: Int) -> Bool {
        count / largestRatio <= compressed
    }

    /// Inflates a part of a file. `valid` is the number of bytes that the compressed data gave;
    /// from there to `count` the result is 0.
    static func inflate(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        count: Int
    ) -> (bytes: [UInt8], valid: Int) {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        let inflater = Inflater(.zlib)
        inflater.push(bytes[range])
        // Of a damaged stream the bytes before the damage count.
        while result.count < count,
            let piece = try? inflater.next(atMost: min(count - result.count, pieceSize))
        {
            result.append(contentsOf: piece)
        }
        let valid = result.count
        result.append(contentsOf: repeatElement(0, count: count - valid))
        return (result, valid)
    }

    /// Turns columns of bytes back into records of `size` bytes. Bytes after the last whole record
    /// were not transposed.
    static func restoreRecords(_ columns: [UInt8], size: Int) -> [UInt8] {
        guard size > 1, columns.count / size > 1 else { return columns }
        let rows = columns.count / size
        var records = columns
        var source = 0
        for column in 0..<size {
            var target = column
            for _ in 0..<rows {
                records[target] = columns[source]
                source += 1
                target += size
            }
        }
        return records
    }
}
