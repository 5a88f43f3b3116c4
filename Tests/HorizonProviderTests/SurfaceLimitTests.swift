import ADASISv2
import Horizon
import Quantities
import RoadMap
import Testing

@testable import HorizonProvider

/// Speed limits that hold in rain or snow, by what the car says of the road.
@Suite("Limits in rain and snow")
struct SurfaceLimitTests {
    private typealias Roads = TimedLimitTests

    private static func when(_ weather: Condition.Weather) -> Condition {
        var condition = Condition()
        condition.weather = weather
        return condition
    }

    private static let rain = "100 7 5"
    private static let snow = "100 7 6"

    @Test("The limit that holds on each surface, and its type")
    func kinds() throws {
        let cases: [(Condition.Weather, [SurfaceCondition: [String]])] = [
            (.wet, [.wet: Roads.with(.rain)]), (.snow, [.snow: Roads.with(.snow)]),
            // The wire has no type for these.
            (.ice, [.ice: Roads.with(.explicitSign)]), (.dry, [.dry: Roads.with(.explicitSign)]),
            (.fog, [:]), (.winter, [:]), (.night, [:]),
        ]
        for (weather, expected) in cases {
            for surface in SurfaceCondition.allCases {
                for moment in [Roads.noon, nil] {
                    var bench = try Roads.bench(Self.when(weather))
                    bench.tree.surface = surface
                    #expect(
                        try Roads.segments(&bench, at: moment)
                            == expected[surface] ?? Roads.without, "\(weather) \(surface)")
                }
            }
        }
    }

    @Test("When rain begins and ends, SEGMENTs are told, those of known places as updates")
    func change() throws {
        for moment in [Roads.noon, nil] {
            var bench = try Roads.bench(Self.when(.wet))
            func told(_ surface: SurfaceCondition) throws -> [String] {
                bench.tree.surface = surface
                return try Roads.segments(&bench, at: moment)
            }
            #expect(try told(.unknown) == Roads.without)
            let index = bench.provider.pathIndex(of: try #require(bench.tree.mainPath).id)
            #expect(try told(.dry).isEmpty)
            #expect(try told(.wet) == [Self.rain, "200 11 7"])
            #expect(try told(.wet).isEmpty)
            #expect(try told(.dry) == ["100 11 7 update"])
            #expect(try told(.wet) == [Self.rain + " update"])
            // What is not known any more does not count, whatever was told before.
            #expect(try told(.unknown) == ["100 11 7 update"])
            #expect(try told(.snow).isEmpty)
            #expect(bench.provider.pathIndex(of: try #require(bench.tree.mainPath).id) == index)
        }
    }

    @Test("Rain at certain hours: both have to be known")
    func hours() throws {
        var condition = Roads.hours(13, 14)
        condition.weather = .snow
        func bench(_ surface: SurfaceCondition) throws -> Bench {
            var bench = try Roads.bench(condition)
            bench.tree.surface = surface
            return bench
        }
        let begin = Roads.noon + Roads.hour
        let end = begin + Roads.hour
        // It begins and ends with its hour …
        var drive = try bench(.snow)
        #expect(try Roads.segments(&drive, at: Roads.noon) == Roads.without)
        #expect(try Roads.segments(&drive, at: begin) == [Self.snow, "200 11 7"])
        #expect(try Roads.segments(&drive, at: end) == ["100 11 7 update"])
        // … with the snow within it …
        drive = try bench(.unknown)
        #expect(try Roads.segments(&drive, at: begin) == Roads.without)
        drive.tree.surface = .snow
        #expect(try Roads.segments(&drive, at: begin + 60) == [Self.snow, "200 11 7"])
        drive.tree.surface = .wet
        #expect(try Roads.segments(&drive, at: begin + 120) == ["100 11 7 update"])
        // … and with both at once.
        drive = try bench(.dry)
        #expect(try Roads.segments(&drive, at: Roads.noon) == Roads.without)
        drive.tree.surface = .snow
        #expect(try Roads.segments(&drive, at: begin) == [Self.snow, "200 11 7"])
        drive.tree.surface = .dry
        #expect(try Roads.segments(&drive, at: end) == ["100 11 7 update"])
        // Without a time it is not known.
        drive = try bench(.snow)
        #expect(try Roads.segments(&drive, at: nil) == Roads.without)
    }
}
