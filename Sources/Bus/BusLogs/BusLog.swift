/// Reads a log in any format. The content tells the format, also in a file compressed by gzip.
///
/// The bytes of the log come in pieces of any size; what comes out does not depend on the split. A piece of 64 KB is
/// a good size: what it inflates to comes out at once.
public struct BusLog {
    /// The format; `nil` before enough bytes have come.
    public private(set) var format: BusLogFormat?

    /// Whether its frames have times, as far as they have come; without times all have time 0.
    public var hasTimes: Bool { reader?.hasTimes ?? true }

    /// The moment from which the log counts its times, nanoseconds since 1970, as far as it has come; `nil` where its times
    /// are no offsets from a date.
    public var origin: Int64? { reader?.origin }

    private enum Wrapping {
        /// Not known yet.
        case open
        case none
        case gzip(Inflater)
        /// The compressed data are damaged.
        case failed
    }

    private static let gzipSignature: [UInt8] = [0x1F, 0x8B]
    /// The inflated bytes that a reader gets at once.
    private static let pieceSize = 1 << 16

    private var wrapping = Wrapping.open
    private var reader: (any BusLogReader)?
    /// The first bytes, until it is known what they are.
    private var head: [UInt8] = []
    /// The bytes of the log that have come, as they are in the file.
    private var count = 0

    /// A log of which nothing has come yet.
    public init() {}

    /// Takes in the next bytes, and appends what they complete.
    public mutating func take(_ bytes: Span<UInt8>, into items: inout [BusLogItem]) {
        count += bytes.count
        switch wrapping {
        case .failed: break
        case .none: read(bytes, into: &items)
        case .gzip(let inflater):
            inflater.push(bytes)
            drain(inflater, into: &items)
        case .open:
            for index in bytes.indices { head.append(bytes[index]) }
            if head.count >= Self.gzipSignature.count || head.first != Self.gzipSignature[0] {
                unwrap(into: &items)
            }
        }
    }

    /// The log has ended: appends what is left.
    public mutating func finish(into items: inout [BusLogItem]) {
        if case .open = wrapping { unwrap(into: &items) }
        if case .gzip(let inflater) = wrapping {
            do throws(BusLogProblem) { try inflater.finish() } catch {
                items.append(.problem(error.sentence, at: .byte(count)))
            }
        }
        if reader == nil { begin(isWhole: true, into: &items) }
        reader?.finish(into: &items)
    }

    private mutating func unwrap(into items: inout [BusLogItem]) {
        let first = head
        guard !first.isEmpty else { return }
        head = []
        if first.starts(with: Self.gzipSignature) {
            let inflater = Inflater(.gzip)
            wrapping = .gzip(inflater)
            inflater.push(first.span)
            drain(inflater, into: &items)
        } else {
            wrapping = .none
            read(first.span, into: &items)
        }
    }

    private mutating func drain(_ inflater: Inflater, into items: inout [BusLogItem]) {
        do throws(BusLogProblem) {
            while let piece = try inflater.next(atMost: Self.pieceSize) {
                read(piece.span, into: &items)
            }
        } catch {
            wrapping = .failed
            items.append(.problem(error.sentence, at: .byte(count - inflater.unusedCount)))
        }
    }

    private mutating func read(_ bytes: Span<UInt8>, into items: inout [BusLogItem]) {
        guard reader == nil else {
            reader?.take(bytes, into: &items)
            return
        }
        for index in bytes.indices { head.append(bytes[index]) }
        begin(isWhole: false, into: &items)
    }

    private mutating func begin(isWhole: Bool, into items: inout [BusLogItem]) {
        guard let format = BusLogFormat.guess(head, isWhole: isWhole) else { return }
        self.format = format
        var reader = format.reader()
        reader.take(head.span, into: &items)
        self.reader = reader
        head = []
    }
}
