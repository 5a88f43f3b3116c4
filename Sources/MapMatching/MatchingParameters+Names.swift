import Quantities

extension MatchingParameters {
    /// Sets the number of that name, in the unit that its declaration says, seconds for spans of time;
    /// `false` where there is none of that name or it cannot have that value.
    public mutating func set(_ name: String, to value: Double) -> Bool {
        guard value.magnitude <= 1e9 else { return false }
        guard let parameter = Self.named.first(where: { $0.name == name }) else { return false }
        parameter.set(&self, value)
        return true
    }

    /// The names that ``set(_:to:)`` knows.
    public static var names: [String] { named.map(\.name) }

    private typealias Named = (name: String, set: @Sendable (inout Self, Double) -> Void)

    private static let named: [Named] = [
        ("searchDeviations", { $0.searchDeviations = $1 }),
        ("minimumSearchRadius", { $0.minimumSearchRadius.value = $1 }),
        ("maximumSearchRadius", { $0.maximumSearchRadius.value = $1 }),
        ("maximumCandidates", { $0.maximumCandidates = Int($1) }),
        ("defaultAccuracy", { $0.defaultAccuracy.value = $1 }),
        ("bestAccuracy", { $0.bestAccuracy.value = $1 }),
        ("worstAccuracy", { $0.worstAccuracy.value = $1 }),
        ("laneDeviation", { $0.laneDeviation.value = $1 }),
        ("mainRoadLaneFactor", { $0.mainRoadLaneFactor = $1 }),
        ("huberDeviations", { $0.huberDeviations = $1 }),
        ("independentDistance", { $0.independentDistance.value = $1 }),
        ("independentHeadingDistance", { $0.independentHeadingDistance.value = $1 }),
        ("errorTime", { $0.errorTime = $1 }),
        ("leastErrorChange", { $0.leastErrorChange.value = $1 }),
        ("errorJumpLog", { $0.errorJumpLog = $1 }),
        ("doubtDeviations", { $0.doubtDeviations = $1 }),
        ("startNoise", { $0.startNoise.value = $1 }),
        ("noiseSpan", { $0.noiseSpan = $1 }),
        ("usualAcceleration", { $0.usualAcceleration = $1 }),
        ("noiseMemory", { $0.noiseMemory = $1 }),
        ("noiseJumpDeviations", { $0.noiseJumpDeviations = $1 }),
        ("standingDeviations", { $0.standingDeviations = $1 }),
        ("minimumCourseSpeed", { $0.minimumCourseSpeed.value = $1 }),
        ("headingDeviation", { $0.headingDeviation.value = $1 }),
        ("movementDeviation", { $0.movementDeviation.value = $1 }),
        ("velocityDeviation", { $0.velocityDeviation.value = $1 }),
        ("relativeDeviation", { $0.relativeDeviation.value = $1 }),
        ("turnPerSecond", { $0.turnPerSecond.value = $1 }),
        ("headingOutlierShare", { $0.headingOutlierShare = $1 }),
        ("tunnelFixLog", { $0.tunnelFixLog = $1 }),
        ("startBelowLog", { $0.startBelowLog = $1 }),
        ("minimumMovement", { $0.minimumMovement.value = $1 }),
        ("standingSpeed", { $0.standingSpeed.value = $1 }),
        ("standingDrift", { $0.standingDrift.value = $1 }),
        ("transitionScale", { $0.transitionScale.value = $1 }),
        ("transitionScalePerSecond", { $0.transitionScalePerSecond.value = $1 }),
        ("searchScales", { $0.searchScales = $1 }),
        ("maximumSpeed", { $0.maximumSpeed.value = $1 }),
        ("deadEndTurnLog", { $0.deadEndTurnLog = $1 }),
        ("turnLog", { $0.turnLog = $1 }),
        ("forbiddenTurnLog", { $0.forbiddenTurnLog = $1 }),
        ("maximumLinksPerCandidate", { $0.maximumLinksPerCandidate = Int($1) }),
        ("maximumLinksPerFix", { $0.maximumLinksPerFix = Int($1) }),
        ("offRoadDeviations", { $0.offRoadDeviations = $1 }),
        ("startOffRoadLog", { $0.startOffRoadLog = $1 }),
        ("leaveRoadLog", { $0.leaveRoadLog = $1 }),
        ("returnToRoadLog", { $0.returnToRoadLog = $1 }),
        ("stayOffRoadLog", { $0.stayOffRoadLog = $1 }),
        ("leaveRoadProbability", { $0.leaveRoadProbability = $1 }),
        ("returnToRoadProbability", { $0.returnToRoadProbability = $1 }),
        ("ferryDistance", { $0.ferryDistance.value = $1 }),
        ("carParkDistance", { $0.carParkDistance.value = $1 }),
        ("samePlaceDeviations", { $0.samePlaceDeviations = $1 }),
        ("sureTurnProbability", { $0.sureTurnProbability = $1 }),
        ("maximumGap", { $0.maximumGap = .seconds($1) }),
        ("jumpDistance", { $0.jumpDistance.value = $1 }),
        ("window", { $0.window = Int($1) }),
    ]
}
