import ADASISv2
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

/// Every word that a provider says on a drive. What changes here changes on the wire.
@Suite struct TranscriptTests {
    @Test func alongARoadOfWhichEverythingIsKnown() throws {
        var drive = Transcript(try FurnishedRoads.sketch())
        for metres in [5.0, 25, 70] { try drive.drive("A", "C", metres) }
        for metres in [3.0, 40, 90, 130] { try drive.drive("C", "E", metres) }
        for metres in [20.0, 110] { try drive.drive("E", "K", metres) }
        for metres in [10.0, 100] { try drive.drive("K", "F", metres) }
        for metres in [5.0, 150, 238] { try drive.drive("F", "L", metres) }
        drive.say("it stands, and the rest of the budget is used")
        drive.run(for: 22)
        try drive.expect("along")
    }

    @Test func backAgainstTheRoadsAndOffThem() throws {
        var drive = Transcript(try FurnishedRoads.sketch()) {
            $0.levels = [
                LevelParameters(reach: Metres(300), repetitionDistance: Metres(60)),
                LevelParameters(reach: Metres(150), repetitionDistance: Metres(40)),
            ]
            $0.levels[1].profileLong.isEnabled = false
            $0.pace.startBurst = 20
            $0.timing.positionCandidates = 3
        } horizon: {
            $0.lookAhead = [Centimetres(40_000), Centimetres(20_000), Centimetres(10_000)]
            $0.trailing = Centimetres(6_000)
        }
        try drive.drive("L", "F", 100)
        try drive.drive("L", "F", 235) { vehicle, tree in
            vehicle.relativeHeading = Degrees(3)
            vehicle.probability = 0.6
            vehicle.accuracy = Metres(7)
            vehicle.alternatives = VehicleState.Alternatives(
                tree.paths.dropFirst().prefix(3).map {
                    VehicleState.Alternative(
                        path: $0.id, offset: Metres(2), relativeHeading: Degrees(-90),
                        probability: 0.2)
                })
        }
        try drive.drive("F", "K", 60)
        try drive.drive("F", "K", 112)
        try drive.drive("K", "E", 110)
        drive.say("into the loop")
        try drive.drive("E", "K", 5)
        try drive.drive("E", "N", 30)
        try drive.drive("E", "N", 10)
        drive.say("found on the other side of the map")
        try drive.drive("C", "D", 20)
        try drive.drive("D", "C", 30)
        try drive.drive("C", "G", 10)
        try drive.expect("back")
    }

    @Test func aChangedMindOfTheHost() throws {
        var drive = Transcript(try FurnishedRoads.sketch()) {
            $0.pace.busLoadPercent = 8
        }
        try drive.drive("C", "E", 10)
        drive.say("only STUBs and slope")
        var mask = MessagePreset.none.mask
        mask.set(.stub, to: true)
        mask.set(ShortProfileType.slopeLinear, to: true)
        try drive.set(mask)
        try drive.drive("C", "E", 20)
        drive.say("all, the main path alone")
        try drive.set(MessagePreset.all.mask, .mainPath)
        drive.say("the current link alone")
        try drive.set(MessagePreset.all.mask, .currentLink)
        try drive.drive("C", "E", 60, seconds: 3)
        drive.repeatMessage(.segment)
        drive.say("everything")
        try drive.set(MessagePreset.all.mask, .fullTree)
        drive.say("requests")
        drive.repeatMessage(.metaData)
        drive.repeatMessage(.stub)
        drive.repeatMessage(.segment, counter: 1)
        drive.repeatMessage(.profileLong, counter: 3)
        drive.repeatMessage(.position)
        drive.repeatMessage(.systemSpecific)
        drive.bench.provider.repeatEverything(at: drive.bench.time)
        drive.run(for: 1)
        drive.say("off road, off the map, nowhere")
        for place in [VehicleState.Place.offRoad, .noMap, .notCalibrated] {
            drive.bench.tree.clear()
            try drive.bench.provider.update(
                tree: drive.bench.tree, vehicle: VehicleState(place, time: drive.bench.time),
                at: drive.bench.time)
            drive.run(for: 2)
        }
        try drive.drive("E", "K", 5)
        drive.say("no fix any more")
        drive.run(for: 12)
        try drive.expect("host")
    }

    @Test func aRoadThatRunsOnForKilometres() throws {
        // 2.4 km without a junction, slowly climbing, and a road beside it every now and then.
        let sketch = try MapSketch(
            """
            A-----------------------B----C---D--------------------------------E
                                    |    |   |
                                    F    G   H
            """, gridMetres: 40, roads: [.init("ABCDE"), .init("BF"), .init("CG"), .init("DH")],
            country: Country(numericCode: 826, drivingSide: .left, speedUnit: .milesPerHour)
        ) { link in
            guard link.way == 100 else { return }
            let end = Centimetres(Int(UInt32.max))
            link.profiles = [
                .init(
                    .slope, provenance: .derived,
                    spots: [
                        .init(offset: .zero, value: 0),
                        .init(offset: Centimetres(3_000), value: 60),
                        .init(offset: end, value: 900),
                    ]),
                .init(
                    .altitude, provenance: .derived,
                    spots: [.init(offset: .zero, value: 1000), .init(offset: end, value: 2500)]),
            ]
            link.attributes = [
                Attribute(
                    .speedLimit, SpeedLimit.limited(80, .kilometresPerHour).attributeValue,
                    provenance: .tagged, from: .zero, to: end)
            ]
        }
        var drive = Transcript(sketch) {
            $0.levels = [
                LevelParameters(reach: Metres(1000), repetitionDistance: Metres(150)),
                LevelParameters(reach: Metres(200)),
            ]
            $0.reduction.slopeError = 0.2
        } horizon: {
            $0.lookAhead = [Centimetres(150_000), Centimetres(30_000)]
            $0.trailing = Centimetres(10_000)
        }
        for step in 0..<6 { try drive.drive("A", "B", 20 + Double(step) * 180) }
        try drive.drive("B", "C", 40)
        try drive.drive("C", "D", 10)
        try drive.drive("D", "E", 30)
        try drive.drive("D", "E", 210)
        try drive.expect("kilometres")
    }
}

extension Transcript {
    mutating func set(
        _ mask: MessageMask, _ extent: ProviderParameters.Extent = .fullTree
    ) throws {
        try bench.provider.setMask(mask, extent: extent, tree: bench.tree, at: bench.time)
        run(for: 1)
    }

    mutating func repeatMessage(_ kind: MessageKind, counter: Int? = nil) {
        say("\(kind.name) again, \(counter.map { "that of counter \($0)" } ?? "all")")
        bench.provider.repeatMessage(
            kind, counter: counter.map { CyclicCounter(raw: UInt8($0)) }, at: bench.time)
        run(for: 1)
    }
}
