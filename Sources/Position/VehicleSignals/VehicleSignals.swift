public import CANDatabase
public import CANFrames
public import Positioning
public import Quantities

/// A quantity that a car's own signals measure.
public enum VehicleQuantity: Sendable, Hashable, CaseIterable {
    case speed, yawRate, odometer
}

/// Reads the motion of the car, the surface of the road, the turn indicator and the lane from the
/// frames of its bus, by a DBC.
///
/// ```swift
/// let signals = try VehicleSignals(database, motion: [.speed: "ESP_21.ESP_v_Signal"])
/// if let motion = signals.motion(in: frame) { … }
/// ```
/// Units are those of the DBC, unless others are configured. A value is unknown where the signal is
/// multiplexed and not in the frame, is marked as not available, or is out of its range.
public struct VehicleSignals: Sendable {
    /// A signal and its factor.
    private struct Source: Sendable {
        let quantity: VehicleQuantity
        let name: String
        let identifier: CANIdentifier
        let signal: MeasuredSignal
        /// The signal that is not 0 where the value is negative.
        let sign: MeasuredSignal?
        let factor: Double

        /// The value that a frame has, in the unit of the quantity; `nil` where it has none.
        func value(in frame: CANFrame) -> Double? {
            guard let value = signal.value(in: frame) else { return nil }
            guard let sign else { return value * factor }
            guard let raw = sign.raw(in: frame), let isNegative = sign.isOn(raw) else { return nil }
            return (isNegative ? -value : value) * factor
        }

        /// The value of the quantity; `nil` where the motion has none.
        func value(of motion: VehicleMotion) -> Double? {
            switch quantity {
            case .speed: motion.speed?.value
            case .yawRate: motion.yawRate?.value
            case .odometer: motion.odometer?.value
            }
        }

        /// Whether the signal can represent a value, in the unit of the quantity.
        func canRepresent(_ value: Double) -> Bool {
            signal.canRepresent(sign == nil ? value / factor : (value / factor).magnitude)
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
    private let switches: SwitchSignals?
    /// The subjects of the signals, with their names.
    let subjects: [(subject: MissingSignals.Subject, name: String)]
    /// The identifiers of the frames of the signals, each once.
    public var identifiers: [CANIdentifier] { emptyFrames.map(\.identifier) }
    /// These frames, all zeros.
    private let emptyFrames: [CANFrame]
    /// Whether some of them are CAN FD frames.
    public let isFlexible: Bool

    /// The signals of those sources.
    public init(
        _ database: Database, motion: [VehicleQuantity: MotionSource],
        surface: SurfaceSource? = nil,
        driver: DriverSource = DriverSource(), switches: SwitchSources = SwitchSources()
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
        var event: SwitchSignal?
        if let name = switches.event {
            let (message, signal) = try Self.find(name, in: database)
            event = try SwitchSignal(name, in: message, signal)
            add(message)
        }
        var ignition: SwitchSignal?
        if let name = switches.ignition {
            let (message, signal) = try Self.find(name, in: database)
            ignition = try SwitchSignal(name, switches.ignitionValues, in: message, signal)
            add(message)
        }
        self.switches =
            event == nil && ignition == nil
            ? nil : SwitchSignals(event: event, ignition: ignition)
        self.sources = sources
        var subjects = sources.map {
            (subject: MissingSignals.Subject.motion($0.quantity), name: $0.name)
        }
        if let surface { subjects.append((.surface, surface.name)) }
        switch driver.indicator {
        case .named(let source): subjects.append((.indicator, source.name))
        case .sides(let left, let right): subjects.append((.indicator, "\(left), \(right)"))
        case nil: break
        }
        if let name = driver.lane { subjects.append((.lane, name)) }
        if let name = switches.event { subjects.append((.event, name)) }
        if let name = switches.ignition { subjects.append((.ignition, name)) }
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

    /// The frames of a car with these signals, for tests without a car: each of ``identifiers``
    /// once, with zeros in all other signals. Two signals of one message with different
    /// multiplexors do not go together. A surface or an indicator without a number
    /// (``canRepresent(_:)``) is left out.
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
            if let state = driver.indicator { indicator?.insert(state, into: &frame) }
            if let number = driver.lane { lane?.insert(number, into: &frame) }
            return frame
        }
    }

    /// The signals whose range does not contain their value of a motion, with the range in the
    /// DBC's unit.
    /// ``frames(of:on:driver:)`` limits the value to the range.
    public func beyondRange(
        of motion: VehicleMotion
    ) -> [(name: String, range: ClosedRange<Double>, unit: String)] {
        sources.filter { source in
            source.value(of: motion).map { !source.canRepresent($0) } ?? false
        }
        .map { ($0.name, $0.signal.range, $0.signal.unit) }
    }

    /// Whether the signal of the surface has a number for a condition.
    public func canRepresent(_ condition: SurfaceCondition) -> Bool {
        surface?.raw(of: condition) != nil
    }

    /// Whether the signals of the turn indicator can represent a state.
    public func canRepresent(_ indicator: TurnIndicator) -> Bool {
        self.indicator?.canRepresent(indicator) ?? false
    }

    /// The motion of the car by a frame; `nil` where the frame has none. It allocates nothing.
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

    /// The surface of the road by a frame; `nil` where the frame does not have it. It allocates
    /// nothing.
    public func surface(in frame: CANFrame) -> SurfaceCondition? {
        surface.flatMap { $0.meaning(in: frame) }
    }

    /// The turn indicator and the lane by a frame; `nil` where the frame has neither. It allocates
    /// nothing.
    public func driver(in frame: CANFrame) -> DriverSignals? {
        let signals = DriverSignals(
            indicator: indicator.flatMap { $0.indicator(in: frame) },
            lane: lane.flatMap { $0.lane(in: frame) })
        return signals == DriverSignals() ? nil : signals
    }

    /// The switches by a frame; `nil` where the frame has none. It allocates nothing.
    public func switches(in frame: CANFrame) -> CarSwitches? {
        switches.flatMap { $0.switches(in: frame) }
    }
}
