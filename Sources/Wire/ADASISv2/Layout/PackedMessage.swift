import CANDatabase
import CANFrames

/// A message's layout made ready for speed: an object that never changes, because a structure of this
/// size would be copied at each use.
///
/// Where all signals of a message lie within eight bytes in one byte order, as in every known layout,
/// those bytes are one word: of Motorola signals as it is, of Intel signals with its bytes reversed.
/// Otherwise each signal is written and read by itself.
final class PackedMessage: Sendable {
    /// Where a field sits in the word. A field that is not placed has no mask.
    struct Slot: Sendable {
        var mask: UInt32 = 0
        /// The value of a field without a place in the layout: the unknown value of the message.
        var absent: UInt32 = 0
        var shift: UInt8 = 0
    }

    let kind: MessageKind
    /// The trailer of the frame beside the message.
    let trailer: Trailer?
    /// Whether it carries anything.
    let hasTrailer: Bool
    /// The frame with an empty payload.
    let emptyFrame: CANFrame
    /// The number of fields of the message.
    private let count: Int
    /// The first byte of the word.
    private let start: Int
    /// The places of the fields in the word, in the order of the message's fields.
    private let slots: [20 of Slot]
    /// The fields' places in the frame, where they do not fit into a word; otherwise empty.
    private let farSignals: [FarSignal]
    /// Whether the fields fit into a word.
    private let isWord: Bool
    /// Whether the word's bytes are reversed.
    private let isIntel: Bool

    struct FarSignal: Sendable {
        let index: Int
        let bits: SignalBits
    }

    init(_ layout: MessageLayout) {
        kind = layout.kind
        trailer = layout.trailer
        hasTrailer = layout.trailer != nil
        let fields = layout.kind.fields
        count = fields.count
        emptyFrame = CANFrame(
            identifier: layout.identifier,
            clampedLength: layout.frameLength,
            isFD: layout.isFD
        )
        var placed: [FarSignal] = []
        var slots = [20 of Slot](repeating: Slot())
        let unknown = layout.kind.unknownFields
        for (index, field) in fields.enumerated() {
            slots[index].absent = unknown[index]
            // Where one type alone travels this way, that is what it is.
            if field == .profileType, let only = layout.profileTypes.only {
                slots[index].absent = UInt32(only)
            }
            guard let bits = layout.bits(of: field) else { continue }
            placed.append(FarSignal(index: index, bits: bits.moved(byBytes: layout.byteOffset)))
            slots[index].absent = 0
        }
        var first = Self.lastStart
        var last = 0
        for signal in placed {
            first = min(first, signal.bits.bytes.lowerBound)
            last = max(last, signal.bits.bytes.upperBound)
        }
        start = first
        let orders = Set(placed.map { $0.bits.byteOrder })
        isIntel = orders.contains(.intel)
        isWord = last < first + 8 && orders.count < 2
        farSignals = isWord ? [] : placed
        for signal in placed where isWord {
            let bits = signal.bits.moved(byBytes: -start)
            slots[signal.index].mask = UInt32(truncatingIfNeeded: bits.largest)
            slots[signal.index].shift = UInt8(truncatingIfNeeded: bits.shiftInWord)
        }
        self.slots = slots
    }

    /// The message's frame.
    @inline(__always)
    func frame(of message: some WireMessage) -> CANFrame {
        var frame = emptyFrame
        if isWord {
            var word: UInt64 = 0
            message.visit { index, number in
                let slot = slots[index]
                word |= UInt64(number & slot.mask) &<< UInt64(slot.shift)
            }
            frame.setWord(isIntel ? word.byteSwapped : word, at: start)
        } else {
            insertFar(message.rawFields, into: &frame)
        }
        if hasTrailer { trailer?.seal(&frame, count: 0) }
        return frame
    }

    private func insertFar(_ raw: RawFields, into frame: inout CANFrame) {
        for signal in farSignals {
            signal.bits.insert(UInt64(raw[signal.index]), into: &frame.bytes)
        }
    }

    /// The message in a frame, of which the word is given.
    @inline(__always)
    func message<Content: WireMessage>(in frame: CANFrame, _ word: UInt64) -> Content {
        guard isWord else {
            let raw = fields(of: frame)
            return Content { raw[$0] }
        }
        return Content { field($0, word) }
    }

    /// The message's fields in a frame.
    func fields(of frame: CANFrame) -> RawFields {
        var raw = RawFields(repeating: 0)
        let word = word(of: frame)
        for index in 0..<count { raw[index] = field(index, word) }
        for signal in farSignals {
            raw[signal.index] = UInt32(truncatingIfNeeded: signal.bits.extract(from: frame.bytes))
        }
        return raw
    }

    /// The eight bytes of a frame in which the fields lie, where they do.
    @inline(__always)
    func word(of frame: CANFrame) -> UInt64 {
        let word = frame.word(at: start)
        return isIntel ? word.byteSwapped : word
    }

    /// A field's number; of one that is not in the word what it reads as without it.
    @inline(__always)
    private func field(_ index: Int, _ word: UInt64) -> UInt32 {
        let slot = slots[index]
        return UInt32(truncatingIfNeeded: word &>> UInt64(slot.shift)) & slot.mask | slot.absent
    }

    /// One field's number in a frame.
    @inline(__always)
    private func field(_ index: Int, in frame: CANFrame, _ word: UInt64) -> UInt32 {
        if isWord { return field(index, word) }
        guard let signal = farSignals.first(where: { $0.index == index }) else {
            return slots[index].absent
        }
        return UInt32(truncatingIfNeeded: signal.bits.extract(from: frame.bytes))
    }

    /// The message type in a frame.
    @inline(__always)
    func messageType(in frame: CANFrame, _ word: UInt64) -> UInt32 {
        field(count - 2, in: frame, word)
    }
}

extension PackedMessage {
    /// The last byte from which on there are eight in a frame.
    fileprivate static var lastStart: Int { CANFrame.flexibleCapacity - 8 }
}

extension CANFrame {
    /// The eight bytes from one on, the first in the most significant bits.
    func word(at start: Int) -> UInt64 {
        // Once bounded, the eight reads need no checks and become one. Through a span: elements of the
        // array itself are each read from a copy of all 64.
        let start = min(max(start, 0), PackedMessage.lastStart)
        let bytes = bytes.span
        var word: UInt64 = 0
        for index in 0..<8 { word = word << 8 | UInt64(bytes[start &+ index]) }
        return word
    }

    /// Writes eight bytes, the most significant bits first.
    mutating func setWord(_ word: UInt64, at start: Int) {
        let start = min(max(start, 0), PackedMessage.lastStart)
        for index in 0..<8 {
            bytes[start &+ index] = UInt8(truncatingIfNeeded: word &>> UInt64(56 - 8 * index))
        }
    }
}

extension MessageKind {
    /// The fields of a message of which nothing is known. Driving side and unit have no unknown and
    /// are always placed (see ``Field/isIndispensable``), so theirs are never read.
    var unknownFields: RawFields {
        switch self {
        case .systemSpecific: RawFields(repeating: 0)
        case .position: PositionMessage().rawFields
        case .segment: SegmentMessage().rawFields
        case .stub: StubMessage().rawFields
        case .profileShort: ProfileShortMessage().rawFields
        case .profileLong: ProfileLongMessage().rawFields
        case .metaData:
            MetaDataMessage(
                countryCode: .unknown,
                drivingSide: .right,
                speedUnit: .kilometresPerHour
            ).rawFields
        }
    }
}
