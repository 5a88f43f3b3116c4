import ADASISv2
import CANDatabase
import CANFrames
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import RandomNumbers

/// A configuration of provider and tree of a seed: layout, masks, extent, levels, reduction, pace,
/// candidates, turning back, illegal exits.
struct RandomConfiguration {
    var provider = ProviderParameters()
    var tree = HorizonParameters()
    /// The masks that are changed to on the way, by chance; none where the first one stays.
    var laterMasks: [MessageMask] = []

    /// A configuration in which everything is random, or one whose repetition keeps to what the
    /// protocol's clients may expect: 200 m, and 20 s where the car stands.
    init(seed: UInt64, repeatsInTime: Bool = false) throws {
        var random = SplitMix64(seed: seed &* 0x9E37 &+ 17)
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        func number(_ range: ClosedRange<Double>) -> Double {
            Double.random(in: range, using: &random)
        }
        let layouts = [LayoutPreset.adasis, .adasisIntel, .tableOrder]
        provider.layout = Layout(layouts.randomElement(using: &random) ?? .adasis)
        provider.mask = Self.mask(&random)
        provider.extent = chance(0.15) ? .mainPath : chance(0.06) ? .currentLink : .fullTree
        let count = Int.random(in: 1...4, using: &random)
        provider.levels = (0..<count).map { level in
            let reach = level == 0 ? number(500...1200) : number(100...400) / Double(level)
            var parameters = LevelParameters(
                reach: Metres(reach.rounded()),
                repetitionDistance: Metres(number(100...(repeatsInTime ? 200 : 500))))
            guard chance(0.4) else { return parameters }
            func vary(_ stream: inout StreamParameters) {
                stream.isEnabled = chance(0.9)
                stream.reach = Metres((reach * number(0.4...1)).rounded())
                stream.repetitionDistance = Metres(number(80...(repeatsInTime ? 200 : 600)))
            }
            vary(&parameters.stub)
            vary(&parameters.segment)
            vary(&parameters.profileShort)
            vary(&parameters.profileLong)
            return parameters
        }
        provider.reduction.isEnabled = chance(0.85)
        provider.reduction.curvatureError = PerMetre(number(0.00005...0.001))
        provider.reduction.relativeCurvatureError = number(0.02...0.2)
        provider.reduction.slopeError = number(0.1...2)
        provider.reduction.slopeStepError = number(0.2...2)
        provider.reduction.altitudeError = Metres(number(0.05...2))
        provider.reduction.placeError = Metres(number(0.2...3))
        provider.pace.busLoadPercent = number(5...20)
        let package = Int.random(in: 1...16, using: &random)
        provider.pace.packageSize = package < 16 ? package : nil
        provider.pace.startBurst = chance(0.3) ? Int.random(in: 1...200, using: &random) : 0
        if !repeatsInTime, chance(0.3) { provider.pace.cyclicInterval = .zero }
        tree.pathChange = chance(0.5) ? .stub : .newPath
        tree.showsUTurns = seed % 3 == 0
        tree.showsIllegalExits = seed % 4 < 2
        provider.sendsIllegalExits = seed % 4 == 1
        provider.drivenPathIsCertain = seed % 5 != 0
        tree.trailing = Centimetres(Int(number(60...300)) * 100)
        tree.lookAhead = provider.levels.map { level in
            let reach =
                [level.stub, level.segment, level.profileShort, level.profileLong]
                .map(\.reach.value).max() ?? 0
            return Centimetres(Int(reach * 100))
        }
        provider.timing.positionCandidates = chance(0.4) ? Int.random(in: 2...4, using: &random) : 1
        provider.timing.candidateProbability = 0
        if !repeatsInTime, chance(0.4) {
            laterMasks = (0..<3).map { _ in Self.mask(&random) } + [provider.mask]
        }
        try place(&random)
        // Of fewer frames the budget would be for nothing, and what is transmitted late is none of this test's.
        if package < 16 { provider.pace.packageSize = max(package, provider.leastPackage) }
    }

    private static func mask(_ random: inout SplitMix64) -> MessageMask {
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        var mask = MessagePreset.all.mask
        for type in ShortProfileType.named
        where !type.hasPublicCoding && type != .variableSpeedSignPosition {
            mask.set(type, to: chance(0.8))
        }
        for type in [LongProfileType.trafficSign, .extendedLane, .speedLimitAndRecommendedSpeed] {
            mask.set(type, to: chance(0.8))
        }
        guard chance(0.3) else { return mask }
        for type in ShortProfileType.named where chance(0.5) { mask.set(type, to: false) }
        for type in LongProfileType.named where chance(0.5) { mask.set(type, to: false) }
        for kind in [MessageKind.metaData, .segment, .stub] where chance(0.2) {
            mask.set(kind, to: false)
        }
        return mask
    }

    /// Puts the messages somewhere in longer frames, or on identifiers of their own, or lets the layout
    /// go through a DBC, now and then.
    private mutating func place(_ random: inout SplitMix64) throws {
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        if chance(0.3) {
            let length = [12, 16, 24, 32, 48, 64].randomElement(using: &random) ?? 64
            provider.layout = try provider.layout.placing(
                at: Int.random(in: 0...length - 8, using: &random), frameLength: length, isFD: true)
            // At the nominal rate, as the budget counts, long frames take up to five times as long.
            provider.pace.busLoadPercent *= Double(length + 8) / 16
        }
        if chance(0.3) {
            provider.layout.setIdentifier(CANIdentifier(truncatingBase: 0x310), of: .curvature)
            provider.layout.setIdentifier(CANIdentifier(truncatingBase: 0x311), of: .altitude)
        }
        if chance(0.3) {
            let text = try provider.layout.database().dbc
            provider.layout = try Layout(database: Database(parsing: text))
        }
    }
}
