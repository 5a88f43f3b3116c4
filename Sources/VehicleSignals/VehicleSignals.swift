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
/// let signals = try VehicleSignals(database, names: [.speed: "ESP_21.ESP_v_Signal"])
/// if let motion = signals.motion(in: frame) { … }
/// ```
/// Units are those that the DBC gives. What a frame does not say, because the signal is multiplexed and
/// not in it, is marked as not available, or outside of its range, is not known.
public struct VehicleSignals: Sendable {
    /// A signal and what its value has to be multiplied by.
    private struct Source: Sendable {
        let quantity: VehicleQuantity
        let identifier: CANIdentifier
        let signal: MeasuredSignal
        let factor: Double
    }

    private let sources: [Source]
    private let surface: NamedSignal<SurfaceCondition>?
    private let indicator: IndicatorSignal?
    private let lane: LaneSignal?
    /// The identifiers of the frames that they are in, each once.
    public var identifiers: [CANIdentifier] { emptyFrames.map(\.identifier) }
    /// They, of zeros.
    private let emptyFrames: [CANFrame]
    /// Whether some of them are CAN FD frames.
    public let isFlexible: Bool

    /// The signals of those names: `SIGNAL` where it is in one message alone, or `MESSAGE.SIGNAL`.
    public init(
        _ database: Database, names: [VehicleQuantity: String], surface: SurfaceSource? = nil,
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
            guard let name = names[quantity] else { continue }
            let (message, signal) = try Self.find(name, in: database)
            guard let factor = quantity.factor(ofUnit: signal.unit) else {
                throw .unit(name: name, unit: signal.unit, quantity)
            }
            guard signal.bits.fits(bytes: message.length) else {
                throw .beyondMessage(name: name, message: message.name)
            }
            sources.append(
                Source(
                    quantity: quantity, identifier: message.identifier,
                    signal: MeasuredSignal(signal, in: message), factor: factor))
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
            lane = LaneSignal(
                identifier: message.identifier, signal: MeasuredSignal(signal, in: message),
                firstLane: driver.firstLane)
            add(message)
        }
        self.lane = lane
        self.sources = sources
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
                let value =
                    switch source.quantity {
                    case .speed: motion.speed?.value
                    case .yawRate: motion.yawRate?.value
                    case .odometer: motion.odometer?.value
                    }
                if let value { source.signal.insert(value / source.factor, into: &frame) }
            }
            if let surface, surface.identifier == frame.identifier {
                surface.insert(condition, into: &frame)
            }
            if let said = driver.indicator { indicator?.insert(said, into: &frame) }
            if let said = driver.lane { lane?.insert(said, into: &frame) }
            return frame
        }
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
            guard let value = source.signal.value(in: frame) else { continue }
            let scaled = value * source.factor
            switch source.quantity {
            case .speed: motion.speed = MetresPerSecond(scaled)
            case .yawRate: motion.yawRate = DegreesPerSecond(scaled)
            case .odometer: motion.odometer = Metres(scaled)
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

/// Why a DBC does not give a signal that is asked for.
public enum VehicleSignalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The DBC has none of that name.
    case unknown(name: String)
    /// Several messages have one.
    case ambiguous(name: String, messages: [String])
    /// Its unit is none of the quantity's.
    case unit(name: String, unit: String, VehicleQuantity)
    /// It lies beyond the end of its message.
    case beyondMessage(name: String, message: String)
    /// It is a fraction, and its numbers cannot stand for anything else.
    case notWhole(name: String)
    /// It has not so many bits that it could have that number.
    case tooLarge(name: String, raw: UInt64)
    /// None of its numbers has a name that means one of those.
    case noMeaning(name: String, words: String)
    /// The signals of the two sides of an indicator are not in one message.
    case apart(left: String, String, right: String, String)

    /// The line for people, with the signal.
    public var description: String {
        switch self {
        case .unknown(let name): "there is no signal \(name)"
        case .ambiguous(let name, let messages):
            "the signal \(name) is in \(messages.joined(separator: ", ")); say which, as in"
                + " \(messages[0]).\(name)"
        case .unit(let name, let unit, let quantity):
            "the signal \(name) has "
                + (unit.isEmpty ? "no unit" : "the unit \"\(unit)\"")
                + "; known for \(quantity.words) are \(quantity.unitNames)"
        case .beyondMessage(let name, let message):
            "the signal \(name) lies beyond the end of \(message)"
        case .notWhole(let name): "the signal \(name) is no whole number"
        case .tooLarge(let name, let raw): "the signal \(name) has no number \(raw)"
        case .noMeaning(let name, let words):
            "no number of the signal \(name) has a name that means \(words); say which numbers do"
        case .apart(let left, let message, let right, let other):
            "the signal \(left) is in \(message) and \(right) in \(other); both have to be in one message"
        }
    }
}
