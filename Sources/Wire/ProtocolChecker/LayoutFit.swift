public import ADASISv2
public import CANFrames

/// How many frames of a sender fit a layout: their reserved bits are 0, and their counter follows that of the frame before
/// of the same message type. A layout that is not the sender's finds other bits there: of `adasis` frames that are read
/// as `table-order` fewer than one in five fits.
///
/// ```swift
/// var fit = LayoutFit(layout)
/// for frame in frames { fit.note(frame) }
/// print(fit.share ?? .nan)
/// ```
public struct LayoutFit: Sendable {
    /// The number of frames on the layout's identifiers.
    public private(set) var frames = 0
    /// The number of those that fit.
    public private(set) var fitting = 0
    private let layout: Layout
    /// The last counter by message type.
    private var counters: [MessageKind: UInt32] = [:]

    /// A layout of which nothing is known yet.
    public init(_ layout: Layout) { self.layout = layout }

    /// The share of the frames that fit, 0 to 1; `nil` without a frame.
    public var share: Double? { frames > 0 ? Double(fitting) / Double(frames) : nil }

    /// Takes note of the next frame of the log.
    public mutating func note(_ frame: CANFrame) {
        let fields: (kind: MessageKind, raw: RawFields)?
        do throws(FrameError) {
            fields = try layout.fields(of: frame)
        } catch {
            frames += 1
            return
        }
        guard let (kind, raw) = fields, kind != .systemSpecific else { return }
        frames += 1
        var isFitting = true
        for (index, field) in kind.fields.enumerated() {
            if field == .reserved, raw[index] != 0 { isFitting = false }
            guard field == .cyclicCounter, layout.carries(field, of: kind, in: frame) else {
                continue
            }
            let counter = raw[index]
            if let last = counters[kind], counter != (last + 1) % 4 { isFitting = false }
            counters[kind] = counter
        }
        if isFitting { fitting += 1 }
    }
}

/// Which known layout the frames of a log have, when it is another one than the chosen one.
public struct LayoutGuess: Sendable {
    private var chosen: LayoutFit
    private var others: [(preset: LayoutPreset, fit: LayoutFit)]

    /// So many frames are looked at.
    public static let mostFrames = 100
    /// Fewer are no evidence.
    static let leastFrames = 20
    /// The chosen layout is in doubt if fewer of its frames fit.
    static let doubt = 0.5
    /// Another layout is named if more of its frames fit: lost frames break counters.
    static let certainty = 0.85

    /// A guess about a log that is read with a layout.
    public init(chosen layout: Layout) {
        chosen = LayoutFit(layout)
        others = LayoutPreset.allCases.map { ($0, LayoutFit(Layout($0))) }
    }

    /// Whether more frames change nothing.
    public var isDone: Bool {
        chosen.frames >= Self.mostFrames
            || others.contains { $0.fit.frames >= Self.mostFrames }
    }

    /// Whether more frames may show that the chosen layout is not that of the log.
    public var isInDoubt: Bool {
        !isDone && (chosen.frames < Self.leastFrames || chosen.share ?? 0 < Self.doubt)
    }

    /// Takes note of the next frame of the log.
    public mutating func note(_ frame: CANFrame) {
        guard !isDone else { return }
        chosen.note(frame)
        for index in others.indices { others[index].fit.note(frame) }
    }

    /// The layout that the frames have in the place of the chosen one, with the shares of the frames that fit either;
    /// `nil` where the chosen one fits, or no other one does.
    public var better: (preset: LayoutPreset, share: Double, chosen: Double)? {
        let share = chosen.share ?? 0
        guard share < Self.doubt else { return nil }
        return others.filter { $0.fit.frames >= Self.leastFrames }
            .map { ($0.preset, $0.fit.share ?? 0, share) }
            .filter { $0.1 > Self.certainty }
            .max { $0.1 < $1.1 }
    }
}
