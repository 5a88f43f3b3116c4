public import Console
import Glibc
public import Horizon

/// The file that what a vehicle has learned of turns is kept in from one drive to the next
/// (``/Horizon/LearnedTurns/bytes``).
public enum LearnedTurnsFile {
    /// As large as it can be: 4,096 junctions of 8 exits each.
    private static let mostBytes = 1 << 20

    /// Reads it; `nil` where there is none yet. The failure is one line that names the file.
    public static func read(_ path: String) throws(Failure) -> LearnedTurns? {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT { return nil }
        let bytes = try Files.read(path, atMost: mostBytes)
        do throws(LearnedTurnsError) {
            return try LearnedTurns(bytes)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// Writes it: what was there before stays until all of it is on the disk.
    public static func write(_ turns: LearnedTurns, to path: String) throws(Failure) {
        let output = try TextOutput(path)
        try output.write(turns.bytes)
        try output.finish(isDurable: true)
    }
}
