public import CANDatabase
public import CANFrames

/// The frame in which clients ask the provider for messages, and how it is read.
///
/// ADASIS v2 leaves it to the car maker. A DBC has the maker's (``init(_:in:)``); without one there is a layout of
/// this project (``plain(_:)``).
public struct RequestLayout: Sendable, Hashable {
    /// The CAN identifier of the requests.
    public let identifier: CANIdentifier
    /// The frame's payload in bytes. A longer frame is read too.
    public let frameLength: Int
    /// The signals. Those that the frame is too short for are not in it.
    public let signals: [Placement]
    /// The counter and checksum of the frame; `nil` without one.
    public let trailer: Trailer?

    /// A signal of a request.
    public enum Signal: Sendable, Hashable {
        /// The type of the messages that are asked for (``MessageKind``); 0 and 7 for none.
        case messageType
        /// 1: ``cyclicCounter`` counts; 0: all messages of the type are asked for. Where the layout has no such
        /// signal, the counter always counts.
        case hasCounter
        /// The counter of the message that is asked for.
        case cyclicCounter
        /// Not 0: everything is asked for.
        case reset
        /// 1: the frame has a mask. Where the layout has no such signal, the frame always has one.
        case hasMask
        /// Not 0: messages of the kind are wanted.
        case wants(MessageKind)
    }

    /// The place of a signal in the frame.
    public struct Placement: Sendable, Hashable {
        /// The signal.
        public let signal: Signal
        /// Its bits, counted from the frame's first byte.
        public let bits: SignalBits

        init(_ signal: Signal, _ bits: SignalBits) {
            self.signal = signal
            self.bits = bits
        }
    }

    /// Why a frame with the identifier is no request.
    public enum Rejection: Error, Sendable, Hashable {
        /// It is too short for the type of messages or the reset.
        case tooShort
        /// Its checksum is not that of its bytes.
        case wrongChecksum
    }

    init(
        _ identifier: CANIdentifier, frameLength: Int, signals: [Placement], trailer: Trailer? = nil
    ) {
        self.identifier = identifier
        self.frameLength = frameLength
        self.signals = signals
        self.trailer = trailer
    }

    /// The identifier of ``plain(_:)`` unless another one is set.
    public static let plainIdentifier = CANIdentifier(truncatingBase: 0x306)

    /// The layout of this project, own coding: a byte that says what is asked for, and a byte with the mask.
    public static func plain(_ identifier: CANIdentifier = plainIdentifier) -> RequestLayout {
        func bits(_ start: Int, _ width: Int) -> SignalBits {
            SignalBits(startBit: start, width: width, byteOrder: .motorola)
        }
        var signals = [
            Placement(.messageType, bits(7, 3)), Placement(.hasCounter, bits(4, 1)),
            Placement(.cyclicCounter, bits(3, 2)), Placement(.reset, bits(1, 1)),
            Placement(.hasMask, bits(0, 1)),
        ]
        for kind in ClientMask.kinds {
            signals.append(Placement(.wants(kind), bits(8 + Int(kind.rawValue), 1)))
        }
        return RequestLayout(identifier, frameLength: 2, signals: signals)
    }

    /// The request of a frame with the identifier. It allocates nothing.
    public func request(in frame: CANFrame) throws(Rejection) -> ClientRequest {
        if let trailer {
            guard frame.length >= frameLength else { throw .tooShort }
            let sum = trailer.checksum.extract(from: frame.bytes)
            guard sum == trailer.checksum(of: frame) & trailer.checksum.largest else {
                throw .wrongChecksum
            }
        }
        let type = value(of: .messageType, in: frame)
        let reset = value(of: .reset, in: frame)
        let mask = mask(in: frame)
        guard type != nil || reset != nil || mask != nil else { throw .tooShort }
        let kind = type.flatMap { MessageKind(rawValue: UInt8(truncatingIfNeeded: $0)) }
        let isCounted = value(of: .hasCounter, in: frame).map { $0 != 0 } ?? true
        let counter = isCounted ? value(of: .cyclicCounter, in: frame) : nil
        return ClientRequest(
            kind == .systemSpecific ? nil : kind,
            counter: counter.map { CyclicCounter(raw: UInt8(truncatingIfNeeded: $0)) },
            isReset: (reset ?? 0) != 0, mask: mask)
    }

    /// The alive counter of a frame; `nil` where the layout has none.
    public func aliveCounter(in frame: CANFrame) -> UInt64? {
        trailer?.counter?.extract(from: frame.bytes)
    }

    private func mask(in frame: CANFrame) -> ClientMask? {
        if let flag = value(of: .hasMask, in: frame), flag == 0 { return nil }
        var raw: UInt8 = 0
        var isThere = false
        for kind in ClientMask.kinds {
            guard places(.wants(kind)) else {
                raw |= 1 << kind.rawValue
                continue
            }
            guard let wanted = value(of: .wants(kind), in: frame) else { return nil }
            isThere = true
            if wanted != 0 { raw |= 1 << kind.rawValue }
        }
        return isThere ? ClientMask(raw: raw) : nil
    }

    private func places(_ signal: Signal) -> Bool { signals.contains { $0.signal == signal } }

    private func value(of signal: Signal, in frame: CANFrame) -> UInt64? {
        for placement in signals where placement.signal == signal {
            guard placement.bits.fits(bytes: frame.length) else { return nil }
            return placement.bits.extract(from: frame.bytes)
        }
        return nil
    }
}
