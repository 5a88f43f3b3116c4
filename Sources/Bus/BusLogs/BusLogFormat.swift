/// The formats of logs.
public enum BusLogFormat: Sendable {
    /// The log of `candump -L`, and of `candump -l`.
    case candumpLog
    /// What `candump` shows.
    case candumpText
    /// Vector's text log.
    case asc
    /// PEAK's text log.
    case trc
    /// Vector's binary log.
    case blf
    /// A capture of libpcap or Wireshark, in both of their formats.
    case pcap
    /// ASAM MDF 4 with bus logging.
    case mdf4
}

extension BusLogFormat {
    func reader() -> any BusLogReader {
        switch self {
        case .candumpLog: CandumpLogReader()
        case .candumpText: CandumpTextReader()
        case .asc: ASCReader()
        case .trc: TRCReader()
        case .blf: BLFReader()
        case .pcap: PcapReader()
        case .mdf4: MDF4Reader()
        }
    }

    /// Beyond this, lines without a frame tell nothing more.
    private static let longestHead = 1 << 16

    private static let signatures: [([UInt8], BusLogFormat)] = [
        (Array("LOGG".utf8), .blf), (Array("MDF     ".utf8), .mdf4),
        (Array("UnFinMF ".utf8), .mdf4), ([0x0A, 0x0D, 0x0D, 0x0A], .pcap),
        ([0xA1, 0xB2, 0xC3, 0xD4], .pcap), ([0xD4, 0xC3, 0xB2, 0xA1], .pcap),
        ([0xA1, 0xB2, 0x3C, 0x4D], .pcap), ([0x4D, 0x3C, 0xB2, 0xA1], .pcap),
    ]

    /// The format of a log that begins with these bytes, which may be all of it.
    ///
    /// What is none of the formats counts as a log of `candump -L`: its reader names each bad line.
    /// `nil` where more bytes are needed.
    static func guess(_ head: [UInt8], isWhole: Bool) -> BusLogFormat? {
        for (signature, format) in signatures where head.starts(with: signature) { return format }
        if !isWhole, signatures.contains(where: { $0.0.starts(with: head) }) { return nil }
        var lines = head.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        // A line that is still growing tells nothing for sure.
        if !isWhole { lines = lines.dropLast() }
        for line in lines {
            if let format = guess(line: line) { return format }
        }
        return isWhole || head.count > longestHead ? .candumpLog : nil
    }

    /// The format that has such a line; `nil` if it may be of several.
    private static func guess(line: ArraySlice<UInt8>) -> BusLogFormat? {
        let text = String(decoding: line.prefix(256), as: UTF8.self)
        let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard let first = words.first else { return nil }
        if first.hasPrefix(";") { return .trc }
        switch first {
        case "date", "base": return .asc
        case "//": return words.dropFirst().first == "version" ? .asc : nil
        default: break
        }
        // (1436509052.249713) can0 300#0102, and can0  300   [2]  01 02 with a time or without one.
        if words.contains(where: { $0.hasPrefix("[") && $0.hasSuffix("]") }) { return .candumpText }
        return .candumpLog
    }
}
