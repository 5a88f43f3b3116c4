import Console
import Positioning
import RoadMap

extension RoadMap {
    /// Opens the files that flags name as one map. Files that are mapped are quicker to go through
    /// again and again.
    convenience init(files: [String], isMapped: Bool = false) throws(Failure) {
        do throws(NamedMapError) {
            try self.init(paths: files, isMapped: isMapped, cacheBytes: 64 << 20)
        } catch {
            throw Failure("\(error)")
        }
    }
}

/// Does what reads a map; a failure of the map names its files.
func reading<Result>(_ files: [String], _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as MapError {
        throw Failure("\(RoadMap.name(of: files)): \(error)")
    }
}

/// A recorded drive and what was wrong with it, which is said on standard error as it is read.
struct Drive {
    /// What a drive may be, for the help.
    static let forms =
        "NMEA 0183, gpsd JSON, GPX, CSV (time,latitude,longitude[,course,speed,accuracy], the usual other"
        + " names too, between commas, semicolons or tabs, the time in seconds or as 2024-05-01T12:00:00Z)"

    /// The drive.
    let log: FixLog

    private let path: String

    /// Says for people what was read and what was dropped.
    func sayTally() {
        if let tally = log.tally { Program.say("\(path): \(tally)") }
    }

    /// Whether anything was wrong.
    var hasProblems: Bool { !log.problems.isEmpty }

    /// So many problems are told one by one.
    private static let toldProblems = 20

    /// Reads a drive; a file that holds none is a failure.
    init(path: String) throws(Failure) {
        self.path = path
        log = FixLog(try Files.read(path))
        guard !log.entries.isEmpty else {
            // One line, not one for each of what may be a thousand: it is likely the wrong file.
            let reason = log.problems.first.map { "; the first problem: \($0)" } ?? ""
            throw Failure("\(path): there is no position in it\(reason)")
        }
        for problem in log.problems.prefix(Drive.toldProblems) {
            Program.say("ehorizon: \(path): \(problem)")
        }
        if log.problems.count > Drive.toldProblems {
            let rest = log.problems.count - Drive.toldProblems
            Program.say("ehorizon: \(path): \(rest) more problems like these")
        }
    }
}
