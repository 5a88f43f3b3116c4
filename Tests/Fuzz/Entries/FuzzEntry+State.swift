import Engine
import Horizon
import MapSignature
import MapSketch
import Quantities
import Recording
import RoadMap
import RouteReading
import Routing

extension FuzzEntry {
    /// The first byte chooses between a stored place and learned turns; the rest is the file, and then what stands
    /// between its head and a checksum that is right. What is read is what was written, and an engine begins with it.
    static func state(_ bytes: [UInt8]) -> String? {
        guard let choice = bytes.first, let town else { return nil }
        let rest = Array(bytes.dropFirst())
        let map = town.map
        let identity = MapIdentity(map.header)
        guard choice & 1 == 0 else {
            return turns(rest, on: map) ?? turns(sealed("EHTURNS1", rest), on: map)
        }
        // The place of this map: its identity stands behind the first eight bytes.
        let head = LastPlace.offRoad.bytes(on: identity)[8..<20]
        return place(rest, on: map) ?? place(sealed("EHPLACE1", head + rest), on: map)
    }

    static func sealed(_ magic: String, _ content: [UInt8]) -> [UInt8] {
        var file = Array(magic.utf8) + content
        let checksum = CRC32C.of(file.span)
        for shift in [UInt32(0), 8, 16, 24] { file.append(UInt8(checksum >> shift & 0xFF)) }
        return file
    }

    private static func sealed(_ magic: String, _ content: ArraySlice<UInt8>) -> [UInt8] {
        sealed(magic, Array(content))
    }

    private static func place(_ file: [UInt8], on map: RoadMap) -> String? {
        let identity = MapIdentity(map.header)
        guard let place = try? LastPlace(file, on: identity) else { return nil }
        guard place.bytes(on: identity) == file else { return "the place has changed: \(place)" }
        guard let exists = try? place.exists(on: map) else { return "the map is not read" }
        var engine = Engine(map: map, parameters: EngineParameters())
        do { try drive(&engine, from: place) } catch { return "\(place): \(error)" }
        guard exists || engine.tree.mainPath == nil else { return "a horizon at \(place)" }
        return nil
    }

    private static func turns(_ file: [UInt8], on map: RoadMap) -> String? {
        guard let turns = try? LearnedTurns(file) else { return nil }
        guard turns.bytes == file else { return "the turns have changed" }
        var parameters = EngineParameters()
        parameters.horizon.learnsTurns = true
        var engine = Engine(map: map, parameters: parameters)
        engine.learnedTurns = turns
        guard engine.learnedTurns == turns else { return "the engine has other turns" }
        let first = DirectedLink(LinkReference(block: 0, index: 0), .forward)
        let place = LastPlace.onRoad(
            LinkPlace(first, offset: .zero), accuracy: Metres(5), probability: 1)
        do { try drive(&engine, from: place) } catch { return "\(error)" }
        return nil
    }

    private static func drive(_ engine: inout Engine, from place: LastPlace) throws {
        var now = MonotonicTime.zero
        try engine.ingest(.lastPlace(place), at: now)
        for _ in 0..<5 {
            try engine.ingest(.tick, at: now)
            while engine.nextFrame(at: now) != nil { engine.frameWasSent(at: now) }
            now = now + .milliseconds(100)
        }
    }

    /// A key is read or refused, and is the same with the line ends of another system.
    static func key(_ bytes: [UInt8]) -> String? {
        guard let key = MapKey(pem: bytes) else { return nil }
        var other: [UInt8] = []
        for byte in bytes where byte != 0x0D {
            if byte == 0x0A { other.append(0x0D) }
            other.append(byte)
        }
        return MapKey(pem: other) == key ? nil : "with other line ends it is another key"
    }

    /// A line in OpenLR's binary format comes back as it was, and its links are those of the map.
    static func openLR(_ bytes: [UInt8]) -> String? {
        guard let town else { return nil }
        do throws(RouteError) {
            let line = try OpenLRLine(bytes)
            if let again = line.bytes, try OpenLRLine(again).bytes != again {
                return "it has changed"
            }
            for mode in TransportMode.allCases {
                for link in try RouteFile.openLR(line).links(on: town.map, for: mode)
                where (try? town.map.link(link.link)) == nil {
                    return "a link that the map does not have"
                }
            }
        } catch {
            let text = error.description
            if text.isEmpty || text.contains("\n") { return "not one line: \(text)" }
        }
        return nil
    }
}
