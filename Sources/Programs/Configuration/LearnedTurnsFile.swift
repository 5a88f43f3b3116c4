import CLibrary
public import Horizon
public import TextFiles

/// The file that what a vehicle has learned of turns is kept in from one drive to the next
/// (``/Horizon/LearnedTurns/bytes``).
public enum LearnedTurnsFile {
    /// As large as it can be: 4,096 junctions of 8 exits each.
    public static let mostBytes = 1 << 20

    /// Reads it; `nil` where there is none yet. The failure is one line that names the file.
    public static func read(_ path: String) throws(Failure) -> LearnedTurns? {
        try bytes(of: path).map { bytes throws(Failure) in try turns(bytes, named: path) }
    }

    /// The bytes of the file; `nil` where there is none yet.
    public static func bytes(of path: String) throws(Failure) -> [UInt8]? {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT { return nil }
        return try Files.readRegular(path, atMost: mostBytes)
    }

    /// The turns of its bytes; the failure names the file.
    public static func turns(
        _ bytes: [UInt8], named path: String
    ) throws(Failure) -> LearnedTurns {
        do throws(LearnedTurnsError) {
            return try LearnedTurns(bytes)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// Whether it could be written; the failure is one line that names the file.
    public static func check(_ path: String) throws(Failure) {
        try expectFile(path)
        // What is not finished leaves no file.
        _ = try TextOutput(path, isPrivate: true)
    }

    /// A pipe without a reader would block, and a device is no place to learn from.
    private static func expectFile(_ path: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw Failure("cannot write \(path): it is not a regular file")
    }

    /// Writes it: what was there before stays until all of it is on the disk.
    public static func write(_ turns: LearnedTurns, to path: String) throws(Failure) {
        try expectFile(path)
        let output = try TextOutput(path, isPrivate: true)
        try output.write(turns.bytes)
        try output.finish(isDurable: true)
    }
}
