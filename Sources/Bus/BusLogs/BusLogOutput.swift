public import CANFrames

/// Makes a log of frames in one of the formats.
public struct BusLogOutput {
    private var writer: any BusLogWriter

    /// The formats that are read and not written, by the ends of their file names.
    private static let readOnly = [
        (".trc", "TRC"), (".mf4", "MDF4"), (".mdf", "MDF4"), (".gz", "gzip"),
    ]

    /// The name of the format that a file name ends with, where it is read and not written.
    public static func readOnlyFormat(of path: String) -> String? {
        let name = path.lowercased()
        return readOnly.first { name.hasSuffix($0.0) }?.1
    }

    /// A log in the format that a file name ends with: `.asc`, `.blf` or `.pcapng`, in any case; otherwise one of
    /// `candump -L`. A name that ends with `.pcap` makes pcapng too: Wireshark and this project tell the two apart by
    /// content.
    public init(named path: String) {
        let name = path.lowercased()
        writer =
            if name.hasSuffix(".asc") {
                ASCWriter()
            } else if name.hasSuffix(".blf") {
                BLFWriter()
            } else if name.hasSuffix(".pcapng") || name.hasSuffix(".pcap") {
                PcapWriter()
            } else {
                CandumpLogWriter()
            }
    }

    /// Appends the frame to the bytes of the log.
    public mutating func write(_ frame: LoggedFrame, to bytes: inout [UInt8]) {
        writer.write(frame, to: &bytes)
    }

    /// Appends what the log ends with.
    public mutating func finish(to bytes: inout [UInt8]) { writer.finish(to: &bytes) }

    /// After the end: what takes the place of the first bytes of the log, with its end time and counts. Where they
    /// cannot be written again, the log is readable too. `nil` for a format without such a header.
    public var header: [UInt8]? { writer.header }
}

/// A writer of logs as `candump -L` makes them.
struct CandumpLogWriter: BusLogWriter {
    mutating func write(_ frame: LoggedFrame, to bytes: inout [UInt8]) {
        frame.print(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func finish(to bytes: inout [UInt8]) {}
}
