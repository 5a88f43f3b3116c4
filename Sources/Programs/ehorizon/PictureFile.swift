import CLibrary
import Console
import LinuxLoop
import Pictures
import TextFiles

/// A picture that a command writes: SVG, or PNG made of it.
struct PictureFile {
    /// The formats, by the ends of the names.
    private enum Format: String, CaseIterable { case svg, png }

    private static let converter = SiblingProgram(
        name: "rsvg-convert", spokenName: "rsvg-convert")
    private let path: String
    private let format: Format

    /// A file of a name that says its format.
    init(_ path: String, option: String = "--output") throws {
        guard let format = Format.allCases.first(where: { path.hasSuffix(".\($0)") }) else {
            throw UsageFailure("\(option) \(path): a name that ends in .svg or .png")
        }
        self.path = path
        self.format = format
    }

    /// Writes the picture.
    func write(_ picture: SVGPicture) throws {
        let bytes = format == .svg ? picture.bytes : try Self.png(of: picture.bytes)
        let output = try TextOutput(path)
        try output.write(bytes)
        try output.finish()
    }

    /// The pixels of a picture, by the program of librsvg. It reads all before it writes.
    private static func png(of bytes: [UInt8]) throws -> [UInt8] {
        let input = try PipeEnds.opened()
        let output = try PipeEnds.opened()
        let child: pid_t
        do throws(Failure) {
            child = try converter.start(
                ["--format", "png"], input: input.reading.number, output: output.writing.number)
        } catch {
            throw Failure("a PNG needs rsvg-convert, of Debian's librsvg2-bin: \(error)")
        }
        // Its end before ours is an error with a status.
        signal(SIGPIPE, SIG_IGN)
        try send(bytes, to: input.writer())
        let result = try received(from: output.reader())
        let status = try converter.status(of: child)
        guard status == 0 else { throw Failure("rsvg-convert ended with status \(status)") }
        return result
    }

    private static func send(
        _ bytes: [UInt8], to end: consuming OwnedDescriptor
    ) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = attempt {
                bytes.withUnsafeBytes {
                    CLibrary.write(
                        end.number, $0.baseAddress?.advanced(by: done), $0.count - done)
                }
            }
            guard case .success(let count) = count else { return }
            done += count
        }
    }

    private static func received(
        from end: consuming OwnedDescriptor
    ) throws(SystemError) -> [UInt8] {
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try systemCall("read") {
                chunk.withUnsafeMutableBytes { read(end.number, $0.baseAddress, $0.count) }
            }
            guard count > 0 else { return result }
            result += chunk[..<count]
        }
    }
}
