import CANDatabase
import CANFrames

/// A message's layout made ready for speed: an object that never changes, because a structure of this
/// size would be copied at each use.
///
/// Where all signals of a message lie within eight bytes, as in every known layout, those bytes are
/// one word: Motorola signals are shifted in it as it is, Intel signals in it with its bytes
/// reversed. Otherwise each signal is written and read by itself.
final class PackedMessage: Sendable {
    /// Where a field sits in the word. A field that is not placed has no mask.
    struct Slot: Sendable {
        var mask: UInt32 = 0
        var shift: UInt8 = 0
        var isIntel = false
    }

    let kind: MessageKind
    /// The profile types that travel this way.
    let profileTypes: ProfileTypeSet
    /// What the frame carries beside the message.
    let trailer: Trailer?
    /// Whether it carries anything.
    let hasTrailer: Bool
    /// The place of the profile type among the fields; -1 where the message has none.
    private let typeIndex: Int
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
    /// What fields read as that are not placed: the message's unknowns.
    private let absent: RawFields

    struct FarSignal: Sendable {
        let index: Int
        let bits: SignalBits
    }

    init(_ layout: MessageLayout) {
        kind = layout.kind
        profileTypes = layout.profileTypes
        trailer = layout.trailer
        hasTrailer = layout.trailer != nil
        typeIndex = layout.kind.fields.firstIndex(of: .profileType) ?? -1
        let fields = layout.kind.fields
        count = fields.count
        emptyFrame = CANFrame(
            identifier: layout.identifier,
            clampedLength: layout.frameLength,
            isFD: layout.isFD
        )
        var placed: [FarSignal] = []
        var absent = layout.kind.unknownFields
        for (index, field) in fields.enumerated() {
            guard let bits = layout.bits(of: field) else { continue }
            placed.append(FarSignal(index: index, bits: bits.moved(byBytes: layout.byteOffset)))
            absent[index] = 0
        }
        self.absent = absent
        var first = Self.lastStart
        var last = 0
        for signal in placed {
            first = min(first, signal.bits.bytes.lowerBound)
            last = max(last, signal.bits.bytes.upperBound)
        }
        start = first
        isWord = last < start + 8
        farSignals = isWord ? [] : placed
        var slots = [20 of Slot](repeating: Slot())
        for signal in placed where isWord {
            let bits = signal.bits.moved(byBytes: -start)
            slots[signal.index] = Slot(
                mask: UInt32(truncatingIfNeeded: bits.largest),
                shift: UInt8(truncatingIfNeeded: bits.shiftInWord),
                isIntel: bits.byteOrder == .intel
            )
        }
        self.slots = slots
    }

    /// The message's frame.
    func frame(_ raw: RawFields) -> CANFrame {
        var frame = emptyFrame
        guard isWord else {
            for signal in farSignals {
                signal.bits.insert(UInt64(raw[signal.index]), into: &frame.bytes)
            }
            if hasTrailer { trailer?.seal(&frame, count: 0) }
            return frame
        }
        var motorola: UInt64 = 0
        var intel: UInt64 = 0
        for index in 0..<min(count, 20) {
            let slot = slots[index]
            let bits = UInt64(raw[index] & slot.mask) &<< UInt64(slot.shift)
            if slot.isIntel { intel |= bits } else { motorola |= bits }
        }
        frame.setWord(motorola | intel.byteSwapped, at: start)
        if hasTrailer { trailer?.seal(&frame, count: 0) }
        return frame
    }

    /// The message's fields in a frame.
    func fields(of frame: CANFrame) -> RawFields {
        var raw = absent
        guard isWord else {
            for signal in farSignals {
                let value = signal.bits.extract(from: frame.bytes)
                raw[signal.index] = UInt32(truncatingIfNeeded: value)
            }
            return raw
        }
        let motorola = frame.word(at: start)
        let intel = motorola.byteSwapped
        for index in 0..<min(count, 20) {
            let slot = slots[index]
            let word = slot.isIntel ? intel : motorola
            raw[index] |= UInt32(truncatingIfNeeded: word &>> UInt64(slot.shift)) & slot.mask
        }
        return raw
    }

    /// The message type among the fields.
    func messageType(in raw: RawFields) -> UInt32 { raw[count - 2] }

    /// Whether these fields have a profile type that is sent this way, or none.
    func isSent(_ raw: RawFields) -> Bool {
        typeIndex < 0 || profileTypes.contains(UInt8(truncatingIfNeeded: raw[typeIndex]))
    }
}

extension PackedMessage {
    /// The last byte from which on there are eight in a frame.
    fileprivate static var lastStart: Int { CANFrame.flexibleCapacity - 8 }
}

extension CANFrame {
    /// The eight bytes from one on, the first in the most significant bits.
    func word(at start: Int) -> UInt64 {
        // Once bounded, the eight reads need no checks and become one.
        let start = min(max(start, 0), PackedMessage.lastStart)
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
