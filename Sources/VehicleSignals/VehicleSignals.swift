public import CANDatabase
public import CANFrames
public import Positioning
public import Quantities

/// What a car's own signals are: the quantities that they measure.
public enum VehicleQuantity: Sendable, Hashable, CaseIterable {
    case speed, yawRate, odometer
}

/// Reads the motion of the car, what the road is like, and what the driver is about to do, out of the frames
/// on its bus, by a DBC.
///
/// ```swift
/// let signals = try VehicleSignals(database, motion: [.speed: "ESP_21.ESP_v_Signal"])
/// if let motion = signals.motion(in: frame) { … }
/// ```
/// Units are those that the DBC gives, unless others are named. What a frame does not say, because the signal is multiplexed and
/// not in it, is marked as not available, or outside of its range, is not known.
public struct VehicleSignals: Sendable {
    /// A signal and what its value has to be multiplied by.
    private struct Source: Sendable {
        let quantity: VehicleQuantity
        let name: String
        let identifier: CANIdentifier
        let signal: MeasuredSignal
        /// What is not 0 where the value is negative.
        let sign: MeasuredSignal?
        let factor: Double

        /// The value that a frame has, in the unit of the quantity; `nil` where it has none.
        func value(in frame: CANFrame) -> Double? {
            guard let value = signal.value(in: frame) else { return nil }
            guard let sign else { return value * factor }
            guard let raw = sign.raw(in: frame) else { return nil }
            return (raw == 0 ? value : -value) * factor
        }

        /// The value of the quantity; `nil` where the motion has none.
        func value(of motion: VehicleMotion) -> Double? {
            switch quantity {
            case .speed: motion.speed?.value
            case .yawRate: motion.yawRate?.value
            case .odometer: motion.odometer?.value
            }
        }

        /// Whether it can say a value in the unit of the quantity.
        func canSay(_ value: Double) -> Bool {
            signal.canSay(sign == nil ? value / factor : (value / factor).magnitude)
        }

        /// Writes a value in the unit of the quantity.
        func insert(_ value: Double, into frame: inout CANFrame) {
            let scaled = value / factor
            guard let sign else { return signal.insert(scaled, into: &frame) }
            signal.insert(scaled.magnitude, into: &frame)
            sign.insert(raw: scaled < 0 ? 1 : 0, into: &frame)
        }
    }

    private let sources: [Source]
    private let surface: NamedSignal<SurfaceCondition>?
    private let indicator: IndicatorSignal?
    private let lane: LaneSignal?
    /// What the signals are about, with their names.
    let subjects: [(subject: HeardSignals.Subject, name: String)]
    /// The identifiers of the frames that they are in, each once.
    public var identifiers: [CANIdentifier] { emptyFrames.map(\.identifier) }
    /// They, of zeros.
    private let emptyFrames: [CANFrame]
    /// Whether some of them are CAN FD frames.
    public let isFlexible: Bool

    /// The signals of those sources.
    public init(
        _ database: Database, motion: [VehicleQuantity: MotionSource],
        surface: SurfaceSource? = nil,
        driver: DriverSource = DriverSource()
    ) throws(VehicleSignalError) {
        var sources: [Source] = []
        var frames: [CANFrame] = []
        func add(_ message: DatabaseMessage) {
            guard !frames.contains(where: { $0.identifier == message.identifier }) else { return }
            frames.append(
                CANFrame(
                    identifier: message.identifier, clampedLength: message.length,
                    isFD: message.isFD))
        }
        for quantity in VehicleQuantity.allCases {
            guard let source = motion[quantity] else { continue }
            let (message, signal) = try Self.find(source.name, in: database)
            try signal.checkMeasures(name: source.name, in: message)
            guard let factor = quantity.factor(ofUnit: source.unit ?? signal.unit) else {
                throw .unit(name: source.name, unit: source.unit ?? signal.unit, quantity)
            }
            var sign: MeasuredSignal?
            if let name = source.sign {
                let (other, found) = try Self.find(name, in: database)
                try found.checkWhole(name: name, in: other)
                guard other.identifier == message.identifier else {
                    throw .apart(left: source.name, message.name, right: name, other.name)
                }
                sign = MeasuredSignal(found, in: message)
            }
            sources.append(
                Source(
                    quantity: quantity, name: source.name, identifier: message.identifier,
                    signal: MeasuredSignal(signal, in: message), sign: sign,
                    factor: source.countsToTheRight ? -factor : factor))
            add(message)
        }
        var found: NamedSignal<SurfaceCondition>?
        if let surface {
            let (message, signal) = try Self.find(surface.name, in: database)
            found = try NamedSignal(surface, in: message, signal)
            add(message)
        }
        self.surface = found
        var indicator: IndicatorSignal?
        switch driver.indicator {
        case .named(let source):
            let (message, signal) = try Self.find(source.name, in: database)
            indicator = .named(try NamedSignal(source, in: message, signal))
            add(message)
        case .sides(let left, let right):
            let (message, leftSignal) = try Self.find(left, in: database)
            let (other, rightSignal) = try Self.find(right, in: database)
            try leftSignal.checkWhole(name: left, in: message)
            try rightSignal.checkWhole(name: right, in: other)
            guard message.identifier == other.identifier else {
                throw .apart(left: left, message.name, right: right, other.name)
            }
            indicator = .sides(
                identifier: message.identifier, left: MeasuredSignal(leftSignal, in: message),
                right: MeasuredSignal(rightSignal, in: message))
            add(message)
        case nil: break
        }
        self.indicator = indicator
        var lane: LaneSignal?
        if let name = driver.lane {
            let (message, signal) = try Self.find(name, in: database)
            try signal.checkWhole(name: name, in: message)
            try signal.checkMeasures(name: name, in: message)
            lane = LaneSignal(
                identifier: message.identifier, signal: MeasuredSignal(signal, in: message),
                firstLane: driver.firstLane)
            add(message)
        }
        self.lane = lane
        self.sources = sources
        var subjects = sources.map {
            (subject: HeardSignals.Subject.motion($0.quantity), name: $0.name)
        }
        if let surface { subjects.append((.surface, surface.name)) }
        switch driver.indicator {
        case .named(let source): subjects.append((.indicator, source.name))
        case .sides(let left, let right): subjects.append((.indicator, "\(left), \(right)"))
        case nil: break
        }
        if let name = driver.lane { subjects.append((.lane, name)) }
        self.subjects = subjects
        emptyFrames = frames
        isFlexible = frames.contains(where: \.isFD)
    }

    private static func find(
        _ name: String, in database: Database
    ) throws(VehicleSignalError) -> (DatabaseMessage, DatabaseSignal) {
        var found: [(DatabaseMessage, DatabaseSignal)] = []
        for message in database.messages {
            for signal in message.signals
            where signal.name == name || message.name + "." + signal.name == name {
                found.append((message, signal))
            }
        }
        guard let first = found.first else { throw .unknown(name: name) }
        guard found.count == 1 else {
            throw .ambiguous(name: name, messages: found.map(\.0.name))
        }
        return first
    }

    /// The frames by which a car says how it moves, what the road is like and what the driver is about to do,
    /// for want of one: each of ``identifiers`` once, with zeros in all other signals. Signals of one
    /// message that exclude each other do not go together. A surface or an indicator that ``says(_:)`` no
    /// number for is left out.
    public func frames(
        of motion: VehicleMotion, on condition: SurfaceCondition = .unknown,
        driver: DriverSignals = DriverSignals()
    ) -> [CANFrame] {
        emptyFrames.map { empty in
            var frame = empty
            for source in sources where source.identifier == frame.identifier {
                if let value = source.value(of: motion) { source.insert(value, into: &frame) }
            }
            if let surface, surface.identifier == frame.identifier {
                surface.insert(condition, into: &frame)
            }
            if let said = driver.indicator { indicator?.insert(said, into: &frame) }
            if let said = driver.lane { lane?.insert(said, into: &frame) }
            return frame
        }
    }

    /// The signals that cannot say what they measure of a motion, with what they can say, in the DBC's unit;
    /// ``frames(of:on:driver:)`` holds them at the end of that.
    public func beyondRange(
        of motion: VehicleMotion
    ) -> [(name: String, range: ClosedRange<Double>, unit: String)] {
        sources.filter { source in source.value(of: motion).map { !source.canSay($0) } ?? false }
            .map { ($0.name, $0.signal.range, $0.signal.unit) }
    }

    /// Whether the signal of the road's surface has a number for that.
    public func says(_ condition: SurfaceCondition) -> Bool {
        surface?.raw(of: condition) != nil
    }

    /// Whether the turn indicator's signals can say that.
    public func says(_ indicator: TurnIndicator) -> Bool {
        self.indicator?.says(indicator) ?? false
    }

    /// What a frame says of the car's motion; `nil` where that is nothing. It allocates nothing.
    public func motion(in frame: CANFrame) -> VehicleMotion? {
        var motion = VehicleMotion()
        for source in sources where source.identifier == frame.identifier {
            guard let value = source.value(in: frame) else { continue }
            switch source.quantity {
            case .speed: motion.speed = MetresPerSecond(value)
            case .yawRate: motion.yawRate = DegreesPerSecond(value)
            case .odometer: motion.odometer = Metres(value)
            }
        }
        return motion == VehicleMotion() ? nil : motion
    }

    /// What a frame says of the road's surface; `nil` where it says nothing of it. It allocates nothing.
    public func surface(in frame: CANFrame) -> SurfaceCondition? {
        surface.flatMap { $0.meaning(in: frame) }
    }

    /// What a frame says of what the driver is about to do; `nil` where it says nothing of it. It allocates
    /// nothing.
    public func driver(in frame: CANFrame) -> DriverSignals? {
        let said = DriverSignals(
            indicator: indicator.flatMap { $0.indicator(in: frame) },
            lane: lane.flatMap { $0.lane(in: frame) })
        return said == DriverSignals() ? nil : said
    }
}
