import CViewerPage
import CZlib
import TextFiles

/// A page in one file.
struct PageFile {
    /// What a page has that needs no network and no server.
    struct Content {
        /// The records of the scene.
        let scene: [UInt8]
        /// The tiles of the roads by their names, `zoom/column/row`.
        let tiles: [(name: String, bytes: [UInt8])]
    }

    /// The content; `nil` for a page that asks a server for it.
    let content: Content?

    /// The file: in the page, the content of scripts and styles takes the place of the elements that name them.
    func bytes() throws(Failure) -> [UInt8] {
        var html: [UInt8] = []
        var hasData = false
        for line in PageContent.page.split(separator: "\n", omittingEmptySubsequences: false) {
            if let name = Self.name(in: line, between: "<link rel=\"stylesheet\" href=\"", "\">") {
                html += "<style>".utf8 + PageContent.file(name) + "</style>\n".utf8
            } else if let name = Self.name(in: line, between: "<script src=\"", "\"></script>") {
                if !hasData, let content { html += try Self.data(content) }
                hasData = true
                html += "<script>".utf8 + PageContent.file(name) + "</script>\n".utf8
            } else {
                html += Array(line.utf8) + "\n".utf8
            }
        }
        return html
    }

    /// The scene and the tiles, as elements that no browser runs.
    private static func data(_ content: Content) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = Array("<script id=\"scene\" type=\"text/plain\">".utf8)
        bytes += Base64.text(of: try Gzip.compressed(content.scene))
        bytes += "</script>\n<script id=\"tiles\" type=\"application/json\">{".utf8
        for (number, tile) in content.tiles.enumerated() {
            bytes += "\(number == 0 ? "" : ",")\"\(tile.name)\":\"".utf8
            bytes += Base64.text(of: tile.bytes)
            bytes += "\"".utf8
        }
        return bytes + "}</script>\n".utf8
    }

    private static func name(
        in line: Substring, between start: String, _ end: String
    ) -> String? {
        guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
        return String(line.dropFirst(start.count).dropLast(end.count))
    }
}

/// The files of the page that are part of the program.
enum PageContent {
    /// The page itself.
    static var page: String { String(decoding: file("page.html"), as: UTF8.self) }

    /// A file by its name relative to the page; empty if there is none.
    static func file(_ name: String) -> [UInt8] {
        for number in 0..<viewer_file_count() {
            guard let file = viewer_file_at(number), String(cString: file.pointee.name) == name
            else { continue }
            return Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count))
        }
        return []
    }
}

/// Bytes in the format of gzip (RFC 1952), by zlib.
enum Gzip {
    static func compressed(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        guard ehorizon_gzip_begin(&stream, 6) == Z_OK else {
            throw Failure("zlib: no memory to compress \(bytes.count) bytes")
        }
        defer { deflateEnd(&stream) }
        var result = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        var input = bytes
        let status = input.withUnsafeMutableBufferPointer { source in
            result.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else {
            throw Failure("zlib: \(bytes.count) bytes cannot be compressed (status \(status))")
        }
        result.removeLast(Int(stream.avail_out))
        return result
    }
}

/// Base64 (RFC 4648, section 4).
enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits = 0
            for number in 0..<3 {
                bits = bits << 8 | (number < count ? Int(bytes[start + number]) : 0)
            }
            for number in 0..<4 {
                text.append(
                    number <= count ? digits[bits >> (18 - 6 * number) & 63] : UInt8(ascii: "="))
            }
        }
        return text
    }
}
