import Engine
import Geodesy
import MapSketch
import Quantities
import RoadMap
import RoadObjects
import Testing
import TextFiles

@testable import Supervision

@Suite("Objects of the host") struct ObjectSupervisionTests {
    private func file(_ features: String...) -> [UInt8] {
        Array(
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8)
    }

    private func feature(
        _ id: String, at place: Coordinate, _ properties: String = #""kind":"closure""#
    ) -> String {
        #"{"type":"Feature","id":"\#(id)","properties":{\#(properties)},"geometry":{"type":"Point","coordinates":[\#(place.longitude),\#(place.latitude)]}}"#
    }

    private static func sketch() throws -> MapSketch {
        try MapSketch("A---B---C", gridMetres: 100, roads: [.init("AB"), .init("BC")])
    }

    @Test func addedMatchedAndRemoved() throws {
        let map = try Self.sketch().map
        let place = try Self.sketch().place("A")
        var objects = ObjectSupervision()
        #expect(
            objects.add(
                file(feature("a", at: place), feature("b", at: place, #""limit":"20 mph""#))) == nil
        )
        #expect(objects.takeEvent { _ in } == nil)
        let (number, list) = try Self.required(objects.takeRequest(at: .zero))
        let found = found(number, list, on: map)
        #expect(objects.take(found, map: MapIdentity(length: 1, checksum: 2), at: .zero).isEmpty)
        #expect(objects.take(found, map: map.identity, at: .zero).isEmpty)
        #expect(objects.takeRequest(at: .zero) == nil)
        guard case .restrictions(let restrictions)? = objects.takeEvent({ _ in }) else {
            Issue.record("no event")
            return
        }
        #expect(Set(restrictions.map(\.kind)) == [.closed, .limit(.limited(20, .milesPerHour))])
        #expect(objects.takeEvent { _ in } == nil)
        // Only a new object is matched.
        #expect(objects.add(file(feature("c", at: place, #""limit":30"#))) == nil)
        #expect(objects.takeEvent { _ in } == nil)
        #expect(objects.takeRequest(at: .zero)?.objects.map(\.id) == ["c"])
        #expect(objects.takeRequest(at: .zero) == nil)
        #expect(objects.remove(["a", "b", "c"]) == nil)
        #expect(objects.takeEvent { _ in } == .restrictions([]))
        #expect(objects.isEmpty)
    }

    @Test func refusals() throws {
        let place = try Self.sketch().place("A")
        var objects = ObjectSupervision()
        #expect(objects.add(file(feature("a", at: place))) == nil)
        #expect(objects.add(Array("{}".utf8))?.contains("FeatureCollection") == true)
        #expect(
            objects.add(file(feature("b", at: place, #""limit":4"#)))?.contains("limit") == true)
        #expect(objects.remove(["x"]) == "there is no object x")
        let many = (0..<ObjectSupervision.most).map { feature("o\($0)", at: place) }
        #expect(
            objects.add(
                Array(
                    #"{"type":"FeatureCollection","features":[\#(many.joined(separator: ","))]}"#
                        .utf8)) == "more than 64 objects")
        #expect(objects.all.map(\.object.id) == ["a"])
        // One of the same name is replaced.
        #expect(objects.add(file(feature("a", at: place, #""limit":30"#))) == nil)
        #expect(objects.all.map(\.object.limit) == [.limited(30, .kilometresPerHour)])
    }

    /// The objects of the file are replaced as a whole, those of clients stay.
    @Test func theFileAndClients() throws {
        let place = try Self.sketch().place("A")
        var objects = ObjectSupervision()
        func take(_ bytes: [UInt8]) -> String {
            objects.take(ObjectFileContent("works.geojson", .success(bytes)))
        }
        func names() -> [String] { objects.all.map(\.object.id) }
        #expect(objects.add(file(feature("c", at: place))) == nil)
        #expect(
            take(file(feature("a", at: place), feature("b", at: place)))
                == "works.geojson: 2 objects")
        #expect(names() == ["c", "a", "b"])
        // One that a client gives is not the file's any more.
        #expect(objects.add(file(feature("a", at: place, #""limit":30"#))) == nil)
        #expect(take(file(feature("d", at: place))) == "works.geojson: 1 object")
        #expect(names() == ["c", "a", "d"])
        // What cannot be read changes nothing, and is named with its line.
        #expect(
            take(Array("{\n\n".utf8)).hasPrefix("works.geojson: line 3: expected"))
        let bad = take(file(feature("e", at: place), feature("f", at: place, #""limit":4"#)))
        #expect(bad.hasPrefix("works.geojson: ") && bad.hasSuffix("; the objects are unchanged"))
        #expect(
            objects.take(ObjectFileContent("works.geojson", .failure(Failure("cannot open it"))))
                == "cannot open it; the objects are unchanged")
        let many = (0..<ObjectSupervision.most - 1).map { feature("o\($0)", at: place) }
        #expect(
            take(
                Array(
                    #"{"type":"FeatureCollection","features":[\#(many.joined(separator: ","))]}"#
                        .utf8))
                == "works.geojson: more than 64 objects; the objects are unchanged")
        #expect(names() == ["c", "a", "d"])
        #expect(
            objects.take(.missing("works.geojson"))
                == "works.geojson: there is no such file; it has no objects")
        #expect(names() == ["c", "a"])
    }

    @Test func anObjectOnNoRoadIsNamed() throws {
        let map = try Self.sketch().map
        let far = try #require(Coordinate(latitude: 1, longitude: 1))
        var objects = ObjectSupervision()
        #expect(objects.add(file(feature("a", at: far))) == nil)
        let (number, list) = try Self.required(objects.takeRequest(at: .zero))
        let lines = objects.take(found(number, list, on: map), map: map.identity, at: .zero)
        #expect(lines.count == 1 && lines[0].hasPrefix("object a: there is no road"))
        #expect(objects.takeEvent { _ in } == nil)
        #expect(objects.takeRequest(at: .zero) == nil)
    }

    /// Objects on roads that cannot be read now keep no other one from its roads, and are matched as soon as they can be.
    @Test func whatCouldNotBeReadIsMatchedAgain() throws {
        let map = try Self.sketch().map
        let place = try Self.sketch().place("A")
        func at(_ seconds: Double) -> MonotonicTime { .zero + .seconds(seconds) }
        let eio = MapError.cannotRead(offset: 4096, reason: "Input/output error")
        var objects = ObjectSupervision()
        #expect(objects.add(file(feature("a", at: place), feature("b", at: place))) == nil)
        let (first, both) = try Self.required(objects.takeRequest(at: at(0)))
        #expect(objects.takeRequest(at: at(1)) == nil)
        var unread = FoundObjects(first, both, on: .failure(eio), identity: map.identity)
        #expect(
            objects.take(unread, map: map.identity, at: at(1)) == [
                "objects: cannot read the map at byte 4096: Input/output error; trying again"
            ])
        #expect(objects.takeRequest(at: at(10.9)) == nil)
        // A new object is matched at once, and those before it with it.
        #expect(objects.add(file(feature("c", at: place))) == nil)
        let (second, three) = try Self.required(objects.takeRequest(at: at(5)))
        #expect(three.map(\.id) == ["a", "b", "c"])
        // The answer to the first request comes late: what it has counts.
        let good = FoundObjects(first, [both[0]], on: .success(map), identity: map.identity)
        #expect(objects.take(good, map: map.identity, at: at(6)).isEmpty)
        #expect(objects.takeRequest(at: at(6)) == nil)
        #expect(objects.takeEvent { _ in } != nil)
        unread = FoundObjects(second, three, on: .failure(eio), identity: map.identity)
        #expect(objects.take(unread, map: map.identity, at: at(7)).isEmpty)
        let (third, rest) = try Self.required(objects.takeRequest(at: at(17)))
        #expect(rest.map(\.id) == ["b", "c"])
        #expect(objects.take(found(third, rest, on: map), map: map.identity, at: at(18)).isEmpty)
        #expect(objects.all.allSatisfy { if case .success? = $0.result { true } else { false } })
        #expect(objects.takeRequest(at: at(100)) == nil)
    }

    /// All objects together restrict at most 400 stretches: one that does not fit is named, and restricts nothing.
    @Test func anObjectThatDoesNotFitIsNamed() throws {
        let names = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let sketch = try MapSketch(
            names.map(String.init).joined(separator: "---"), gridMetres: 100,
            roads: zip(names, names.dropFirst()).map { .init("\($0)\($1)") })
        let (west, east) = (try sketch.place("A"), try sketch.place("Z"))
        let corners = [
            (west, -0.001), (east, -0.001), (east, 0.001), (west, 0.001), (west, -0.001),
        ]
        let ring = corners.map { "[\($0.0.longitude),\($0.0.latitude + $0.1)]" }
        func area(_ id: String) -> String {
            #"{"type":"Feature","id":"\#(id)","properties":{"kind":"closure"},"geometry":{"type":"Polygon","coordinates":[[\#(ring.joined(separator: ","))]]}}"#
        }
        var objects = ObjectSupervision()
        var lines: [String] = []
        for id in (1...9).map({ "o\($0)" }) { #expect(objects.add(file(area(id))) == nil) }
        let (number, list) = try Self.required(objects.takeRequest(at: .zero))
        #expect(
            objects.take(found(number, list, on: sketch.map), map: sketch.map.identity, at: .zero)
                == []
        )
        guard case .restrictions(let sent)? = objects.takeEvent({ lines.append($0) }) else {
            Issue.record("no event")
            return
        }
        #expect(sent.count == 400)
        #expect(lines.count == 1 && lines[0].hasPrefix("object o9: all objects together"))
        guard case .failure? = objects.all.last?.result else {
            Issue.record("the object has no problem")
            return
        }
        // It is named once, and restricts as soon as there is room.
        #expect(objects.takeEvent { lines.append($0) } == nil)
        #expect(lines.count == 1)
        #expect(objects.remove(["o1"]) == nil)
        _ = objects.takeEvent { lines.append($0) }
        guard case .success? = objects.all.last?.result else {
            Issue.record("the object restricts nothing")
            return
        }
        #expect(lines.count == 1)
    }

    private static func required(
        _ request: (number: Int, objects: [CustomObject])?
    ) throws -> (Int, [CustomObject]) {
        let request = try #require(request)
        return (request.number, request.objects)
    }

    private func found(_ number: Int, _ objects: [CustomObject], on map: RoadMap) -> FoundObjects {
        FoundObjects(number, objects, on: .success(map), identity: map.identity)
    }

    /// A fix with a wrong date does not remove objects for good.
    @Test func anObjectExpiresForGoodAfterAMinute() throws {
        let map = try Self.sketch().map
        let place = try Self.sketch().place("A")
        let closure = #""kind":"closure","expiry":100"#
        var objects = ObjectSupervision()
        #expect(objects.add(file(feature("a", at: place, closure))) == nil)
        let (number, list) = try Self.required(objects.takeRequest(at: .zero))
        _ = objects.take(found(number, list, on: map), map: map.identity, at: .zero)
        func restricts() -> Bool? {
            guard case .restrictions(let list)? = objects.takeEvent({ _ in }) else { return nil }
            return !list.isEmpty
        }
        func expire(_ moment: Int64, _ seconds: Int64) -> [String] {
            objects.expire(at: moment, now: .zero + .seconds(Double(seconds)))
        }
        #expect(restricts() == true)
        #expect(expire(4_000_000_000, 10) == ["object a: it has expired"])
        #expect(restricts() == false && objects.all.isEmpty)
        // The clock of the drive stands still: there is no fix.
        #expect(expire(4_000_000_000, 90) == [])
        #expect(expire(50, 92) == ["object a: it is valid after all"])
        #expect(restricts() == true && objects.all.count == 1)
        #expect(expire(100, 120) == ["object a: it has expired"])
        #expect(expire(160, 179) == [] && !objects.isEmpty)
        #expect(expire(160, 180) == [] && objects.isEmpty)
        #expect(expire(50, 181) == [])
        // One that takes its name is another one.
        #expect(objects.add(file(feature("a", at: place, closure))) == nil)
        #expect(expire(100, 190) == ["object a: it has expired"])
        #expect(objects.add(file(feature("a", at: place))) == nil)
        #expect(expire(100, 191) == [] && objects.all.count == 1)
        // One that comes too late never restricts anything.
        #expect(objects.add(file(feature("late", at: place, closure))) == nil)
        #expect(objects.takeRequest(at: .zero)?.objects.map(\.id) == ["a"])
        #expect(objects.all.map(\.object.id) == ["a"])
        #expect(expire(100, 192) == ["object late: it has expired"])
    }

    /// Those that have expired make room for others.
    @Test func anExpiredObjectTakesNoRoom() throws {
        let place = try Self.sketch().place("A")
        var objects = ObjectSupervision()
        let closure = #""kind":"closure","expiry":100"#
        for number in 0..<ObjectSupervision.most {
            #expect(
                objects.add(file(feature("o\(number)", at: place, number == 7 ? closure : "")))
                    == nil)
        }
        let one = file(feature("one", at: place))
        #expect(objects.add(one) == "more than 64 objects")
        #expect(objects.expire(at: 100, now: .zero).count == 1)
        #expect(objects.add(one) == nil)
        #expect(objects.all.count == ObjectSupervision.most)
        #expect(objects.add(file(feature("two", at: place))) == "more than 64 objects")
    }

    @Test func theyExpireAndAreMatchedOnAnotherMap() throws {
        let map = try Self.sketch().map
        let place = try Self.sketch().place("A")
        var objects = ObjectSupervision()
        #expect(
            objects.add(
                file(
                    feature("a", at: place, #""kind":"closure","expiry":100"#),
                    feature("b", at: place))) == nil)
        func match() throws {
            let (number, list) = try Self.required(objects.takeRequest(at: .zero))
            _ = objects.take(found(number, list, on: map), map: map.identity, at: .zero)
        }
        try match()
        #expect(objects.takeEvent { _ in } != nil)
        #expect(objects.expire(at: nil, now: .zero) == [])
        #expect(objects.expire(at: 99, now: .zero) == [])
        #expect(objects.expire(at: 100, now: .zero) == ["object a: it has expired"])
        #expect(objects.all.map(\.object.id) == ["b"])
        #expect(objects.takeEvent { _ in } != nil)
        objects.noteMap()
        #expect(objects.takeEvent { _ in } == nil)
        try match()
        #expect(objects.takeEvent { _ in } != nil)
    }
}
