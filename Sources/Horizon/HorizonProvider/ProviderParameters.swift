public import ADASISv2
public import Quantities

/// The parameters of transmission: messages, reach, repetition and pace.
public struct ProviderParameters: Sendable {
    /// The layout: the positions of the fields in the frames, and the frames' identifiers.
    public var layout = Layout(.adasis)
    /// The messages and profile types that are sent.
    public var mask = MessagePreset.default.mask
    /// The part of the tree that is sent.
    public var extent = Extent.fullTree
    /// The supplier of the map in META-DATA. Map files do not contain it in the protocol's coding.
    public var mapProvider = MapProviderCode.other
    /// The hardware version of the sender in META-DATA, 0...511.
    public var hardwareVersion = 0
    /// Reach and repetition of the main path, its side paths, their side paths, and so on. Deeper
    /// levels use the last entry.
    public var levels = [LevelParameters(reach: Metres(2000)), LevelParameters(reach: Metres(500))]
    /// Whether STUBs include illegal exits, if the tree has them
    /// (``/Horizon/HorizonParameters/showsIllegalExits``). Such a STUB has relative probability 0,
    /// which clients read as *unknown* or *not allowed to be driven* (confidence C), and no path
    /// index.
    public var sendsIllegalExits = false
    /// Whether SEGMENTs of the path that the vehicle is on have relative probability 100 %, by an update when it
    /// takes the path. Otherwise they keep the probability of the exit that it took. Which one clients
    /// expect is not public (confidence D).
    public var drivenPathIsCertain = true
    /// How continuous profiles are thinned out.
    public var reduction = ReductionParameters()
    /// The bus load limit, and its use.
    public var pace = PaceParameters()
    /// The times of META-DATA and POSITION.
    public var timing = TimingParameters()
    /// The time after which a path without waiting messages is named again. Clients forget a path
    /// that no message names for 10 s (confidence C).
    public var pathRefreshInterval = Nanoseconds.milliseconds(8000)
    /// The shortest time between the end of a path and the next use of its index.
    public var indexRest = Nanoseconds.milliseconds(10_000)

    /// The defaults.
    public init() {}

    /// The parameters of a level. Deeper levels use the last entry.
    public func level(_ level: Int) -> LevelParameters {
        levels.isEmpty
            ? LevelParameters(reach: .zero) : levels[min(max(level, 0), levels.count - 1)]
    }

    /// The part of the tree that is sent to clients.
    public enum Extent: String, Sendable, Hashable, CaseIterable {
        /// The main path and its side paths.
        case fullTree = "full"
        /// The main path alone, for clients that reconstruct no tree. After a turn-off, a new path
        /// begins.
        case mainPath = "main-path"
        /// The link that the car is on, as a SEGMENT with path index 4, and nothing else of the tree.
        case currentLink = "mini"
    }
}

extension MessagePreset {
    /// The extent of the preset.
    public var extent: ProviderParameters.Extent {
        switch self {
        case .default, .all, .none: .fullTree
        case .mini: .currentLink
        case .mainPath: .mainPath
        }
    }
}

extension ProviderParameters.Extent {
    /// Whether messages of a kind are ever sent with this extent.
    public func includes(_ kind: MessageKind) -> Bool {
        switch self {
        case .fullTree: true
        case .mainPath: kind != .stub
        case .currentLink: kind == .segment || kind == .metaData
        }
    }
}

/// Reach and repetition of the messages on one level of paths.
public struct LevelParameters: Sendable, Hashable {
    /// STUBs.
    public var stub: StreamParameters
    /// SEGMENTs.
    public var segment: StreamParameters
    /// PROFILE SHORTs.
    public var profileShort: StreamParameters
    /// PROFILE LONGs.
    public var profileLong: StreamParameters

    /// The same parameters for all kinds.
    public init(reach: Metres, repetitionDistance: Metres = Metres(200)) {
        let stream = StreamParameters(
            isEnabled: true, reach: reach, repetitionDistance: repetitionDistance)
        stub = stream
        segment = stream
        profileShort = stream
        profileLong = stream
    }
}

/// Reach and repetition of one kind of messages on the paths of one level.
public struct StreamParameters: Sendable, Hashable {
    /// Whether they are sent at all.
    public var isEnabled: Bool
    /// The reach ahead of the vehicle, measured along the tree. Samples of other providers: 2 km on
    /// the main path, 300 to 500 m and 200 to 300 m on the levels below.
    public var reach: Metres
    /// The distance after which data ahead are sent again. Samples: 100 to 300 m.
    public var repetitionDistance: Metres

    /// The parameters of a kind of messages.
    public init(isEnabled: Bool, reach: Metres, repetitionDistance: Metres) {
        self.isEnabled = isEnabled
        self.reach = reach
        self.repetitionDistance = repetitionDistance
    }
}

/// The thinning of continuous profiles before transmission. It chooses the fewest points from which
/// linear interpolation stays within these bounds at every profile point of the map.
public struct ReductionParameters: Sendable, Hashable {
    /// Whether they are thinned out.
    public var isEnabled = true
    /// The error of curvature that is always allowed, 1/m.
    public var curvatureError = PerMetre(0.0002)
    /// The error of curvature that is allowed as a fraction of the curvature.
    public var relativeCurvatureError = 0.05
    /// The allowed error of slope with linear interpolation, per cent. The step on the wire is 0.1
    /// %.
    public var slopeError = 0.5
    /// The same of slope in steps: each step stands for a range twice as wide. Nine times out of
    /// ten, the slope of a map from a radar grid (SRTM) is not more exact.
    public var slopeStepError = 1.0
    /// The error of altitude that is allowed.
    public var altitudeError = Metres(0.5)
    /// The error of a place, in any direction.
    public var placeError = Metres(1)

    /// The defaults.
    public init() {}
}

/// The bus load limit, which holds in every period of one second.
public struct PaceParameters: Sendable, Hashable {
    /// The bit rate of the bus, bit/s.
    public var bitRate = 500_000
    /// The bit rates of buses: from the lowest one of CAN (CiA 102) to the highest one of CAN FD (ISO 11898-2).
    public static let bitRates = 10_000...8_000_000
    /// The bus load limit, per cent, with each frame at its worst length. Others use 1.4 to 6.8 %.
    public var busLoadPercent = 5.0
    /// How many frames may be sent in a package interval; POSITION and META-DATA do not count.
    /// Package and bus load limit both hold, and the smaller one decides. `nil` is
    /// ``usualPackage``, or more if the bus load limit needs more
    /// (``ProviderParameters/leastPackage``).
    public var packageSize: Int?
    /// The sizes of packages that can be set.
    public static let packageSizes = 1...1000
    /// The frames of a package by default, if the bus load limit does not need more.
    public static let usualPackage = 4
    /// The time from one package to the next. Others send a few frames every 20 to 100 ms
    /// (confidence A).
    public var packageInterval = Nanoseconds.milliseconds(20)
    /// How many more frames may follow each other at the start, when the whole horizon is new. It
    /// is the one exception to the bus load limit.
    public var startBurst = 0
    /// The time after which items are sent again if the bus load limit leaves room; zero never. It
    /// applies to items that were not repeated by distance. It completes the horizon of a client
    /// that joins while the car stands.
    public var cyclicInterval = Nanoseconds.milliseconds(20_000)

    /// The defaults.
    public init() {}

    /// The bits of the bus load limit in a second.
    public var bitsPerSecond: Int { Int(Double(bitRate) * busLoadPercent / 100) }
}

/// The times of META-DATA and POSITION.
public struct TimingParameters: Sendable, Hashable {
    /// The time from one META-DATA to the next. Other providers: 5 s.
    public var metaDataInterval = Nanoseconds.milliseconds(5000)
    /// The same at start-up, when clients wait for it.
    public var metaDataStartInterval = Nanoseconds.milliseconds(500)
    /// How long start-up lasts.
    public var metaDataStartDuration = Nanoseconds.milliseconds(5000)
    /// The time from one POSITION to the next; the host calls tick at this interval.
    public var positionInterval = Nanoseconds.milliseconds(100)
    /// The number of candidates that POSITION reports at a time if the vehicle may be at several
    /// places, 1...4.
    public var positionCandidates = 1
    /// The least probability of a further candidate. It is at least one step of the wire.
    public var candidateProbability = 0.1
    /// The fix age from which POSITION reports an unknown position.
    public var positionLifetime = Nanoseconds.milliseconds(10_000)
    /// The time from one SEGMENT with path index 4 to the next, without a change.
    public var currentLinkInterval = Nanoseconds.milliseconds(1000)

    /// The defaults.
    public init() {}
}
