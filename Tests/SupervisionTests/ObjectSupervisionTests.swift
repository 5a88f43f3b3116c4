import Engine
import Geodesy
import MapSketch
import Quantities
import RoadMap
import RoadObjects
import Testing

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
        #expect(objects.takeEvent() == nil)
        let (number, list) = try #require(objects.toMatch)
        let found = FoundObjects(number, list, on: map)
        #expect(objects.take(found, map: MapIdentity(length: 1, checksum: 2)).isEmpty)
        #expect(objects.toMatch != nil)
        #expect(objects.take(found, map: map.identity).isEmpty)
        #expect(objects.toMatch == nil)
        guard case .restrictions(let restrictions)? = objects.takeEvent() else {
            Issue.record("no event")
            return
        }
        #expect(Set(restrictions.map(\.kind)) == [.closed, .limit(.limited(20, .milesPerHour))])
        #expect(objects.takeEvent() == nil)
        // Only a new object is matched again.
        #expect(objects.add(file(feature("c", at: place, #""limit":30"#))) == nil)
        #expect(objects.takeEvent() == nil)
        // An answer about the former list is late.
        #expect(objects.take(found, map: map.identity).isEmpty)
        #expect(objects.toMatch?.objects.count == 3)
        #expect(objects.remove(["a", "b", "c"]) == nil)
        #expect(objects.takeEvent() == .restrictions([]))
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

    @Test func anObjectOnNoRoadIsNamed() throws {
        let map = try Self.sketch().map
        let far = try #require(Coordinate(latitude: 1, longitude: 1))
        var objects = ObjectSupervision()
        #expect(objects.add(file(feature("a", at: far))) == nil)
        let (number, list) = try #require(objects.toMatch)
        let lines = objects.take(FoundObjects(number, list, on: map), map: map.identity)
        #expect(lines.count == 1 && lines[0].hasPrefix("object a: there is no road"))
        #expect(objects.takeEvent() == nil)
        #expect(objects.toMatch == nil)
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
            let (number, list) = try #require(objects.toMatch)
            _ = objects.take(FoundObjects(number, list, on: map), map: map.identity)
        }
        try match()
        #expect(objects.takeEvent() != nil)
        #expect(objects.expire(at: nil).isEmpty)
        #expect(objects.expire(at: 99).isEmpty)
        #expect(objects.expire(at: 100) == ["a"])
        #expect(objects.all.map(\.object.id) == ["b"])
        #expect(objects.takeEvent() != nil)
        objects.noteMap()
        #expect(objects.takeEvent() == nil)
        try match()
        #expect(objects.takeEvent() != nil)
    }
}
