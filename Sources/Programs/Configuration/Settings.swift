public import ADASISv2
public import Engine
import Horizon
import HorizonProvider
public import Quantities
import RoadMap

/// What can be set in the daemon and in what stands in for it. The numbers of the engine stand in the
/// engine's own parameters; what its parameters say in another way than people do is kept as people
/// say it and put together by ``engineParameters``.
public struct Settings: Sendable {
    /// The programs' own.
    public var daemon = DaemonSettings()
    /// The signals by which the car reports how it moves.
    public internal(set) var vehicle = VehicleChoice()
    /// The requests of clients.
    public internal(set) var requests = RequestChoice()
    /// The calculated route.
    public internal(set) var route = RouteChoice()
    /// The engine's numbers. Its mask, extent, layout, levels and reach are not looked at here.
    var engine = EngineParameters()
    /// The preset of messages.
    var preset = MessagePreset.default
    /// What is sent besides those of the preset.
    var enabled: [MessageName] = []
    /// What is not sent, whatever the preset and ``enabled`` say.
    var disabled: [MessageName] = []
    /// Where the fields stand.
    var layout = LayoutChoice()
    /// The number of side path levels.
    var sideLevels = EngineParameters().provider.levels.count - 1
    /// How far and how often, level by level.
    var levels: [LevelSettings]
    /// The least reach of the tree, by level, whatever is sent.
    var lookAhead: [Double] = []

    /// The most files that are one map, which is that of ``RoadMap``.
    static let mostMapFiles = RoadMap.maximumFiles

    /// The deepest level of side paths.
    static let deepestLevel = 5

    /// The defaults.
    public init() {
        let defaults = engine.provider.levels
        levels = (0...Settings.deepestLevel).map { level in
            LevelSettings(defaults[min(level, defaults.count - 1)])
        }
    }

    /// The messages and profile types that are chosen. What the layout has no place for is not sent.
    public var mask: MessageMask {
        var mask = preset.mask
        for name in enabled { mask.set(name, to: true) }
        for name in disabled { mask.set(name, to: false) }
        return mask
    }

    /// Whether frames of the layout are CAN FD frames.
    public var isFlexible: Bool { layout.layout.messages.contains { $0.isFD } }

    /// Everything put together for the engine.
    public var engineParameters: EngineParameters {
        var parameters = engine
        parameters.provider.mask = mask
        parameters.provider.extent = preset.extent
        parameters.provider.layout = layout.layout
        parameters.provider.levels = levels[...sideLevels].map(\.parameters)
        parameters.horizon.lookAhead = lookAhead.compactMap {
            Centimetres(rounding: Metres($0))
        }
        return parameters
    }
}

/// What the programs themselves need; a flag can say each of them too.
public struct DaemonSettings: Sendable, Hashable {
    /// The files that are the map.
    public var maps: [String] = []
    /// The file with the public key that the map has to be signed by; `nil` where any map will do.
    public var mapKey: String?
    /// The memory for blocks of the map, MiB.
    public var mapCache = 8
    /// The age of the map's data at the time of the drive that is reported, days; 0 for none.
    public var mapAge = 0
    /// The source of positions.
    public var position: String?
    /// The CAN interface.
    public var interface: String?
    /// Whether an interface that does not exist at the start is an error; otherwise the daemon waits for it.
    public var requiresInterface = false
    /// The bit rate that the interface is set to; `nil` leaves it as it is.
    public var bitRate: Int?
    /// The sample point that the interface is set to, a share of the bit; `nil` leaves it to the kernel.
    public var samplePoint: Double?
    /// The delay of the driver's restart after bus-off that the interface is set to; `nil` leaves it as it is.
    public var restartDelay: Nanoseconds?
    /// The bit rate of CAN FD's data phase that the interface is set to; `nil` leaves it as it is.
    public var dataBitRate: Int?
    /// The file of corrections in front of the map; `nil` for none.
    public var overlay: String?
    /// The file that everything is recorded in.
    public var record: String?
    /// The longest recording, MiB.
    public var recordLimit = 1024
    /// The file that learned turns are kept in; `nil` where they go with the daemon.
    public var learnedTurns: String?
    /// The folder that place and learned turns are kept in; `nil` where they go with the daemon.
    public var stateDirectory: String?
    /// The file of closures, limits and other objects, which is watched; `nil` for none.
    public var objects: String?
    /// The Unix socket for status and control; `nil` for none.
    public var controlSocket: String?
    /// The log of the speed limits that are sent; `nil` for none.
    public var limitLog: String?
    /// The size at which the log is renamed, MiB.
    public var limitLogLimit = 64
    /// The ring buffer.
    public var ring = RingSettings()
}

/// How far and how often on the paths of one level: for all kinds of messages, and for single ones
/// that differ.
struct LevelSettings: Sendable, Hashable {
    var reach: Double
    var repetition: Double
    private var streams = [StreamSettings](repeating: StreamSettings(), count: 4)

    init(_ parameters: LevelParameters) {
        reach = parameters.segment.reach.value
        repetition = parameters.segment.repetitionDistance.value
    }

    subscript(kind: StreamKind) -> StreamSettings {
        get { streams[kind.index] }
        set { streams[kind.index] = newValue }
    }

    var parameters: LevelParameters {
        var parameters = LevelParameters(
            reach: Metres(reach), repetitionDistance: Metres(repetition))
        parameters.stub = stream(.stub)
        parameters.segment = stream(.segment)
        parameters.profileShort = stream(.profileShort)
        parameters.profileLong = stream(.profileLong)
        return parameters
    }

    private func stream(_ kind: StreamKind) -> StreamParameters {
        StreamParameters(
            isEnabled: self[kind].isEnabled, reach: Metres(self[kind].reach ?? reach),
            repetitionDistance: Metres(self[kind].repetition ?? repetition))
    }
}

/// What differs for one kind of messages.
struct StreamSettings: Sendable, Hashable {
    var isEnabled = true
    var reach: Double?
    var repetition: Double?
}

/// The kinds of messages that are sent along paths, by their names in configurations.
enum StreamKind: String, Sendable, Hashable, CaseIterable {
    case stub, segment
    case profileShort = "profile-short"
    case profileLong = "profile-long"

    var message: MessageKind {
        switch self {
        case .stub: .stub
        case .segment: .segment
        case .profileShort: .profileShort
        case .profileLong: .profileLong
        }
    }

    fileprivate var index: Int {
        switch self {
        case .stub: 0
        case .segment: 1
        case .profileShort: 2
        case .profileLong: 3
        }
    }
}
