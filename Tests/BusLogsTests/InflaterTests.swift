@testable import BusLogs
import CZlib
import Testing

@Suite struct InflaterTests {
    private let text = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }

    private func inflate(
        _ bytes: [UInt8], _ format: Inflater.Format, piece: Int = .max, limit: Int = 777
    ) -> (output: [UInt8], problem: String?) {
        let inflater = Inflater(format)
        var output: [UInt8] = []
        do throws(BusLogProblem) {
            var rest = bytes[...]
            while !rest.isEmpty {
                inflater.push(rest.prefix(piece))
                rest = rest.dropFirst(piece)
                while let piece = try inflater.next(atMost: limit) {
                    #expect(piece.count <= limit)
                    output += piece
                }
            }
            try inflater.finish()
            return (output, nil)
        } catch { return (output, error.sentence) }
    }

    private func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        #expect(ehorizon_gzip_begin(&stream, 6) == Z_OK)
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 1000)
        let space = UInt32(output.count)
        input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = space
                #expect(deflate(&stream, Z_FINISH) == Z_STREAM_END)
            }
        }
        let count = Int(space - stream.avail_out)
        deflateEnd(&stream)
        return Array(output[..<count])
    }

    @Test func zlibInPieces() throws {
        let stream = try #require(zlibStream(of: text))
        for piece in [1, 100, .max] {
            #expect(inflate(stream, .zlib, piece: piece) == (text, nil))
        }
        let inflater = Inflater(.zlib)
        inflater.push((stream + [1, 2, 3])[...])
        while try inflater.next(atMost: 1000) != nil {}
        #expect(inflater.isAtEnd && inflater.unusedCount == 3)
    }

    @Test func gzipMembers() {
        let members = gzip(text) + gzip([]) + gzip(text)
        for piece in [1, 50, .max] {
            #expect(inflate(members, .gzip, piece: piece) == (text + text, nil))
            #expect(inflate(members + [0, 0, 0], .gzip, piece: piece) == (text + text, nil))
            let garbage = "the bytes after the compressed data are not gzip data"
            #expect(inflate(members + [7], .gzip, piece: piece) == (text + text, garbage))
        }
    }

    @Test func damage() {
        var bytes = gzip(text)
        #expect(
            inflate(Array(bytes.dropLast()), .gzip).problem
                == "the compressed data are incomplete"
        )
        bytes[bytes.count - 5] ^= 1
        #expect(
            inflate(bytes, .gzip).problem
                == "the compressed data are damaged (zlib: incorrect length check)"
                || inflate(bytes, .gzip).problem
                    == "the compressed data are damaged (zlib: incorrect data check)"
        )
        #expect(inflate([], .gzip).problem == "the compressed data are incomplete")
        #expect(
            inflate(Array("no gzip".utf8), .gzip).problem
                == "the compressed data are damaged (zlib: incorrect header check)"
        )
    }

    @Test func randomDamageDoesNoHarm() {
        var random = SeededRandom(state: 1)
        let bytes = gzip(Array(text[..<2000])) + gzip(text)
        for round in 0..<200 {
            let damaged = flip(bytes, bits: 1 + round % 5, &random)
            let whole = inflate(damaged, .gzip)
            #expect(inflate(damaged, .gzip, piece: 1 + round % 11, limit: 1 + round) == whole)
        }
    }
}
