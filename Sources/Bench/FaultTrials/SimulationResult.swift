public import ADASISv2
public import Engine
public import Quantities

/// The result of an hour of simulated driving.
public struct SimulationResult: Sendable {
    /// What the daemon did that it must not do.
    public let breaches: [Breach]
    /// The frames that went over the bus.
    public let frames: Int
    /// How long clients waited for the whole main path after returns of the bus.
    public let completions: [Nanoseconds]
    /// How often the daemon has started.
    public let starts: Int
}

/// What surrounds the simulated drives.
public struct SimulationSettings {
    /// The parameters of the engine; the mask is that of ``preset``.
    public var parameters = EngineParameters()
    /// The preset of the messages that are sent.
    public var preset = MessagePreset.default
    /// The longest time until a client has the whole main path after a return of the bus.
    public var completeWithin = Nanoseconds.seconds(4)
    /// The memory of the process, bytes; `nil` if nobody measures it.
    public var memory: (() -> Int)?

    /// The defaults.
    public init() {}
}
