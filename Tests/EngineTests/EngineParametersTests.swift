import Engine
import Horizon
import Quantities
import RoadMap
import Testing

/// The largest work of an update, against calculated values.
@Suite struct EngineParametersTests {
    @Test func theDefaultHasTheUsualWork() {
        #expect(EngineParameters().treeParameters.maximumSteps == RoadMap.maximumSteps)
    }

    @Test func aLargerHorizonMayTakeMoreWork() {
        var parameters = EngineParameters()
        // 5,000 m of look-ahead in place of 2,500 m.
        parameters.horizon.lookAhead = [Centimetres(400_000), Centimetres(100_000)]
        #expect(parameters.treeParameters.maximumSteps == 2 * RoadMap.maximumSteps)
        parameters.horizon.showsIllegalExits = true
        #expect(parameters.treeParameters.maximumSteps == 4 * RoadMap.maximumSteps)
        parameters.horizon.lookAhead = [Centimetres(4_000_000)]
        #expect(parameters.treeParameters.maximumSteps == 8 * RoadMap.maximumSteps)
    }

    @Test func aShorterHorizonMayTakeTheUsualWork() {
        var parameters = EngineParameters()
        parameters.horizon.lookAhead = [Centimetres(50_000)]
        #expect(parameters.treeParameters.maximumSteps == RoadMap.maximumSteps)
    }

    @Test func aLookAheadByTimeCounts() {
        var parameters = EngineParameters()
        // 100 s at 36 m/s are 3,600 m: 6,100 of 2,500.
        parameters.horizon.lookAheadTime = [.seconds(100)]
        #expect(parameters.treeParameters.maximumSteps == 3 * RoadMap.maximumSteps)
    }
}
