import Observations
import TextFiles

/// A file of observations.
enum ObservationFile {
    static func read(_ path: String) throws(Failure) -> Observations {
        let bytes = try Files.read(path)
        do throws(ObservationsError) { return try Observations(bytes) } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// Writes a file. One with tokens of cars is private.
    static func write(_ observations: Observations, to path: String) throws(Failure) {
        let output = try TextOutput(path, isPrivate: observations.leastCars == nil)
        try output.write(observations.bytes)
        try output.finish()
    }
}
