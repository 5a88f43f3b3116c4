import Geodesy
import Horizon
import Quantities
import RoadMap
import Testing

@testable import RoadObjects

/// The owners of state one by one: objects of the host, runs along paths, and visits of the vehicle.
@Suite struct ObjectStateTests {
    private static let link = DirectedLink(LinkReference(block: 0, index: 1), .forward)

    private static func object(_ id: String, expiry: Int64? = nil) -> CustomObject {
        CustomObject(id: id, expiry: expiry, .line([]))
    }

    private static func stretch(_ from: Int, _ to: Int) -> ObjectStretch {
        ObjectStretch(
            link: link, from: Centimetres(from * 100), to: Centimetres(to * 100), isStart: true,
            isEnd: true, rest: nil)
    }

    private static func stay(_ object: Int, _ from: Double, _ to: Double) -> ObjectStay {
        ObjectStay(
            object: object, path: .none, offset: .zero, from: from, to: to, isStart: true,
            isEnd: true, rest: nil, isOpen: false)
    }

    @Test func objectsExpireOnceInTheOrderOfAdding() {
        var host = HostObjects()
        let numbers = [
            host.add(Self.object("a", expiry: 20), on: [Self.stretch(1, 2)]),
            host.add(Self.object("b"), on: [Self.stretch(3, 4)]),
            host.add(Self.object("c", expiry: 10), on: []),
        ]
        #expect(numbers == [0, 1, 2])
        let expired = [9, 20, 30].map { host.takeExpired(at: $0) }
        #expect(expired == [[], ["a", "c"], []])
        let removed = [host.remove("a"), host.remove("a")]
        #expect(removed == [0, nil])
        #expect(host.ids == ["b", "c"])
        #expect(host.stretches(on: Self.link).map(\.object) == [1])
        // Numbers are never used again.
        let next = host.add(Self.object("a"), on: [])
        #expect(next == 3 && host.name(of: 3) == "a" && host["b"]?.id == "b")
    }

    @Test func visitsAreReportedByDistance() {
        var host = HostObjects()
        for id in ["gantry", "area"] { _ = host.add(Self.object(id), on: []) }
        let names = ObjectNames(host: host, map: MapObjects([]))
        var visits = ObjectVisits()
        // A gantry at 5 m, an area from 3 m to 8 m; the vehicle drives 6 m.
        let stays = [Self.stay(1, 3, 8), Self.stay(0, 5, 5)]
        visits.report(stays, upTo: 6, names)
        #expect(visits.events == [.entered("area", atStart: true), .passed("gantry")])
        #expect(visits.inside == [1])
        visits.begin()
        // Seen from there the area ends after 2 m.
        visits.report([Self.stay(1, -3, 2)], upTo: 4, names)
        #expect(visits.events == [.exited("area", atEnd: true)])
        #expect(visits.inside.isEmpty)
    }
}
