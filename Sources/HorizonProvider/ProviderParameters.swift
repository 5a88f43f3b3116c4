public import ADASISv2
public import Quantities

/// What is sent, how far, how often and how fast.
public struct ProviderParameters: Sendable {
    /// Where the fields stand in the frames, and the frames' identifiers.
    public var layout = Layout(.adasis)
    /// The messages and profile types that are sent.
    public var mask = MessagePreset.default.mask
    /// How much of the tree is told.
    public var extent = Extent.fullTree
    /// Who supplied the map, as META-DATA says it. Map files do not say it in the protocol's terms.
    public var mapProvider = MapProviderCode.other
    /// The version of the sender's hardware, as META-DATA says it, 0...511.
    public var hardwareVersion = 0
    /// How far and how often, for the main path, its side paths, theirs, and so on. Deeper levels are
    /// as the last one.
    public var levels = [LevelParameters(reach: Metres(2000)), LevelParameters(reach: Metres(500))]
    /// Whether STUBs tell of exits that are illegal, where the tree has them
    /// (``/Horizon/HorizonParameters/showsIllegalExits``): with relative probability 0, which clients read
    /// as *unknown* or *not allowed to be driven* (confidence C), and without a path index.
    public var sendsIllegalExits = false
    /// How continuous profiles are thinned out.
    public var reduction = ReductionParameters()
    /// The share of the bus, and how it is used.
    public var pace = PaceParameters()
    /// META-DATA and POSITION in time.
    public var timing = TimingParameters()
    /// When a path whose STUBs and items are all sent is told of again, all the same: clients forget
    /// a path that goes unmentioned for 10 s (confidence C).
    public var mentionInterval = Nanoseconds.milliseconds(8000)
    /// The shortest time before a path index is used again after its path was given up.
    public var indexRest = Nanoseconds.milliseconds(10_000)

    /// The defaults.
    public init() {}

    /// The parameters of a level; deeper ones than are given are as the last.
    func level(_ level: Int) -> LevelParameters {
        levels.isEmpty
            ? LevelParameters(reach: .zero) : levels[min(max(level, 0), levels.count - 1)]
    }

    /// How much of the tree clients are told.
    public enum Extent: String, Sendable, Hashable, CaseIterable {
        /// The main path and its side paths.
        case fullTree = "full"
        /// The main path alone, for clients that reconstruct no tree. Where the car turns off, a new
        /// path is begun.
        case mainPath = "main-path"
        /// The link that the car is on, as a SEGMENT with path index 4, and nothing else of the tree.
        case currentLink = "mini"
    }
}

extension MessagePreset {
    /// How much of the tree is told with the preset.
    public var extent: ProviderParameters.Extent {
        switch self {
        case .default, .all, .none: .fullTree
        case .mini: .currentLink
        case .mainPath: .mainPath
        }
    }
}

extension ProviderParameters.Extent {
    /// Whether messages of a kind are ever sent with it.
    public func tells(of kind: MessageKind) -> Bool {
        switch self {
        case .fullTree: true
        case .mainPath: kind != .stub
        case .currentLink: kind == .segment || kind == .metaData
        }
    }
}

/// How far and how often the messages of one level of paths are sent.
public struct LevelParameters: Sendable, Hashable {
    /// STUBs.
    public var stub: StreamParameters
    /// SEGMENTs.
    public var segment: StreamParameters
    /// PROFILE SHORTs.
    public var profileShort: StreamParameters
    /// PROFILE LONGs.
    public var profileLong: StreamParameters

    /// All kinds alike.
    public init(reach: Metres, repetitionDistance: Metres = Metres(200)) {
        let stream = StreamParameters(
            isEnabled: true, reach: reach, repetitionDistance: repetitionDistance)
        stub = stream
        segment = stream
        profileShort = stream
        profileLong = stream
    }
}

/// How far and how often messages of one kind are sent on the paths of one level.
public struct StreamParameters: Sendable, Hashable {
    /// Whether they are sent at all.
    public var isEnabled: Bool
    /// How far ahead of the vehicle, by way of the tree. Samples of other providers: 2 km on the main
    /// path, 300 to 500 m and 200 to 300 m on the levels below.
    public var reach: Metres
    /// How far the vehicle drives before what lies ahead is sent again. Samples: 100 to 300 m.
    public var repetitionDistance: Metres

    /// The parameters of a kind of messages.
    public init(isEnabled: Bool, reach: Metres, repetitionDistance: Metres) {
        self.isEnabled = isEnabled
        self.reach = reach
        self.repetitionDistance = repetitionDistance
    }
}

/// How continuous profiles are thinned out before they are sent: the fewest spots from which linear
/// interpolation stays within these bounds at every spot of the map.
public struct ReductionParameters: Sendable, Hashable {
    /// Whether they are thinned out.
    public var isEnabled = true
    /// The error of curvature that is always allowed, 1/m.
    public var curvatureError = PerMetre(0.0002)
    /// The error of curvature that is allowed as a share of the curvature.
    public var relativeCurvatureError = 0.05
    /// The error of slope that is allowed where it runs straight from spot to spot, per cent. The wire
    /// counts it in 0.1 %.
    public var slopeError = 0.5
    /// The same of slope in steps: each of them stands for a range twice as wide. Nine times of ten the
    /// slope of a map from a radar grid (SRTM) is no more exact than that.
    public var slopeStepError = 1.0
    /// The error of altitude that is allowed.
    public var altitudeError = Metres(0.5)
    /// The error of a place, in any direction.
    public var placeError = Metres(1)

    /// The defaults.
    public init() {}
}

/// The share of the bus that is used, in every second that one may look at.
public struct PaceParameters: Sendable, Hashable {
    /// The bit rate of the bus, bit/s.
    public var bitRate = 500_000
    /// The share of it that may be used, per cent, counting each frame at its worst length. Others
    /// use 1.4 to 6.8 %.
    public var budgetPercent = 5.0
    /// How many frames may be sent in a package interval; POSITION and META-DATA do not count. Packages
    /// and budget both hold, whichever allows less. `nil` is ``usualPackage``, or as many more as the
    /// budget needs (``ProviderParameters/leastPackage``).
    public var packageSize: Int?
    /// How many frames a package has where nothing is said and the budget needs no more.
    public static let usualPackage = 4
    /// The time from one package to the next. Others send a few frames every 20 to 100 ms
    /// (confidence A).
    public var packageInterval = Nanoseconds.milliseconds(20)
    /// How many frames beyond that may follow each other at the start, where the whole horizon is
    /// new. It is the one exception to the budget.
    public var startBurst = 0
    /// The time after which what has not been repeated by distance is sent again where the budget has
    /// room; zero never. It completes the horizon of a client that joins a standing car.
    public var cyclicInterval = Nanoseconds.milliseconds(20_000)

    /// The defaults.
    public init() {}

    /// The bits that may be used in a second.
    var bitsPerSecond: Int { Int(Double(bitRate) * budgetPercent / 100) }
}

/// META-DATA and POSITION in time.
public struct TimingParameters: Sendable, Hashable {
    /// The time from one META-DATA to the next. Other providers: 5 s.
    public var metaDataInterval = Nanoseconds.milliseconds(5000)
    /// The same at start-up, where clients wait for it.
    public var metaDataStartInterval = Nanoseconds.milliseconds(500)
    /// How long start-up lasts.
    public var metaDataStartDuration = Nanoseconds.milliseconds(5000)
    /// The time from one POSITION to the next; the host's ticks make it true.
    public var positionInterval = Nanoseconds.milliseconds(100)
    /// How many places POSITION tells of at a time where the vehicle may be at several, 1...4.
    public var positionCandidates = 1
    /// The least probability of a further place, and no less than one step of the wire.
    public var candidateProbability = 0.1
    /// The fix age from which POSITION says that the position is not known any more.
    public var positionLifetime = Nanoseconds.milliseconds(10_000)
    /// The time from one SEGMENT with path index 4 to the next, where nothing changes.
    public var currentLinkInterval = Nanoseconds.milliseconds(1000)

    /// The defaults.
    public init() {}
}
