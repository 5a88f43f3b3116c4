import MapExamination
import MapSketch
import Observations
import RoadMap

extension FuzzEntry {
    /// The bytes are a file of observations, and then what stands between its head and a checksum that is right. What is
    /// read is what was written, can be merged and released, and is compared with a map.
    static func observations(_ bytes: [UInt8]) -> String? {
        observationFile(bytes) ?? observationFile(sealed("EHOBS001", bytes))
    }

    private static func observationFile(_ file: [UInt8]) -> String? {
        guard let seen = try? Observations(file) else { return nil }
        guard seen.bytes == file else { return "the observations have changed" }
        var twice = seen
        if seen.leastCars == nil {
            do { try twice.merge(seen) } catch { return "\(error)" }
            guard (try? Observations(twice.bytes)) == twice else { return "the sum is not read" }
        }
        let release = seen.released(leastCars: 1)
        guard (try? Observations(release.bytes)) == release else {
            return "the release is not read"
        }
        guard let town else { return "no town" }
        do throws(MapError) {
            _ = try MapExaminer(map: town.map, observations: release).findings()
        } catch { return "\(error)" }
        return nil
    }
}
