import Engine
import Quantities
import Recording
import RoadMap
import Routing
import Testing

@Suite struct StoredPlaceTests {
    private let map = MapIdentity(length: 4711, checksum: 0xDEAD_BEEF)
    private let places: [LastPlace] = [
        .offRoad, .unknown,
        .onRoad(
            LinkPlace(
                DirectedLink(LinkReference(block: 70_000, index: 65_535), .backward),
                offset: Metres(1234.5)), accuracy: Metres(6.25), probability: 0.875),
    ]

    @Test func whatIsStoredIsRead() throws {
        for place in places {
            let bytes = place.bytes(on: map)
            #expect(bytes.count <= LastPlace.mostBytes)
            #expect(try LastPlace(bytes, on: map) == place)
        }
    }

    @Test func aPlaceOfAnotherMapIsRefused() {
        let other = MapIdentity(length: 4711, checksum: 0xDEAD_BEEE)
        #expect(throws: StoredPlaceError.otherMap(map)) {
            _ = try LastPlace(places[2].bytes(on: map), on: other)
        }
    }

    @Test func eachChangedByteAndEachLengthIsRefused() {
        for place in places {
            let bytes = place.bytes(on: map)
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= 1 << UInt8(index % 8)
                #expect(throws: StoredPlaceError.self) { _ = try LastPlace(changed, on: map) }
            }
            for count in 0..<bytes.count {
                #expect(throws: StoredPlaceError.self) {
                    _ = try LastPlace(Array(bytes[..<count]), on: map)
                }
            }
            #expect(throws: StoredPlaceError.self) { _ = try LastPlace(bytes + [0], on: map) }
        }
    }
}
