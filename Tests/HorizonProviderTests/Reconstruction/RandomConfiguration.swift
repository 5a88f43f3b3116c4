import ADASISv2
import CANFrames
import Horizon
import HorizonProvider
import MapSketch
import Quantities

/// A configuration of provider and tree of a seed: layout, mask, extent, levels, reduction, pace.
struct RandomConfiguration {
    var provider = ProviderParameters()
    var tree = HorizonParameters()

    /// A configuration in which everything is random, or one whose repetition keeps to what the
    /// protocol's clients may expect: 200 m, and 20 s where the car stands.
    init(seed: UInt64, repeatsInTime: Bool = false) {
        var random = SplitMix64(seed: seed &* 0x9E37 &+ 17)
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        func number(_ range: ClosedRange<Double>) -> Double {
            Double.random(in: range, using: &random)
        }
        let layouts = [LayoutPreset.adasis, .adasisIntel, .tableOrder]
        provider.layout = Layout(layouts.randomElement(using: &random) ?? .adasis)
        provider.mask = MessagePreset.all.mask
        for type in [ShortProfileType.routeNumberType, .headingChange] {
            provider.mask.set(type, to: chance(0.8))
        }
        for type in [LongProfileType.trafficSign, .extendedLane, .speedLimitAndRecommendedSpeed] {
            provider.mask.set(type, to: chance(0.8))
        }
        if chance(0.3) {
            for type in ShortProfileType.named where chance(0.5) {
                provider.mask.set(type, to: false)
            }
            for type in LongProfileType.named where chance(0.5) {
                provider.mask.set(type, to: false)
            }
            for kind in [MessageKind.metaData, .segment, .stub] where chance(0.2) {
                provider.mask.set(kind, to: false)
            }
        }
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
        provider.pace.budgetPercent = number(5...20)
        provider.pace.packageSize = Int.random(in: 1...16, using: &random)
        provider.pace.startBurst = chance(0.3) ? Int.random(in: 1...200, using: &random) : 0
        if !repeatsInTime, chance(0.3) { provider.pace.cyclicInterval = .zero }
        tree.pathChange = chance(0.5) ? .stub : .newPath
        tree.trailing = Centimetres(Int(number(60...300)) * 100)
        tree.lookAhead = provider.levels.map { level in
            let reach =
                [level.stub, level.segment, level.profileShort, level.profileLong]
                .map(\.reach.value).max() ?? 0
            return Centimetres(Int(reach * 100))
        }
    }
}
