import Console
import Geodesy
import Positioning
import Quantities
import RegionSet
import RoadMap
import TextFiles

extension RoadMap {
    /// Opens files, or the files of region sets, as one map. Memory-mapped files are faster to read repeatedly.
    convenience init(files: [String], isMapped: Bool = false) throws(Failure) {
        let parts = try MapName.parts(of: files)
        do throws(NamedMapError) {
            try self.init(paths: parts.map(\.path), isMapped: isMapped, cacheBytes: 64 << 20)
        } catch {
            throw Failure("\(error)")
        }
        for (part, header) in zip(parts, fileHeaders) {
            do throws(RegionProblem) { try part.check(header) } catch {
                throw Failure("\(part.path): \(error)")
            }
        }
        let headers = fileHeaders
        guard headers.count > 1 else { return }
        let bases: [String?]
        do throws(MapError) { bases = try self.bases() } catch {
            throw Failure("\(RoadMap.name(of: files)): \(error)")
        }
        try Corrections.checkOrder(
            of: zip(headers, bases).map { Corrections.File(identity: MapIdentity($0), base: $1) },
            named: parts.map(\.path))
    }
}

/// Runs a body that reads a map. A failure of the map names its files.
func reading<Result>(_ files: [String], _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as MapError {
        throw Failure("\(RoadMap.name(of: files)): \(error)")
    }
}

/// A recorded drive. Standard error reports its rejected input.
struct Drive {
    /// The drive.
    let log: FixLog

    /// Its path.
    let path: String

    /// Reports the amount of read and rejected input.
    func sayTally() {
        if let tally = log.tally { Program.say("\(path): \(tally)") }
    }

    /// Whether input was rejected.
    var hasProblems: Bool { !log.problems.isEmpty }

    /// Reports a drive of which all fixes are at one place, and one of which none is on the map: it is the map of another
    /// region, or the wrong drive. Returns whether a fix is on the map.
    func isOnMap(_ map: RoadMap, named name: String) -> Bool {
        let places = log.entries.lazy.compactMap { entry -> Coordinate? in
            if case .fix(let fix) = entry.event { fix.place } else { nil }
        }
        guard let first = places.first else { return true }
        let count = places.count
        if count > 1, places.allSatisfy({ $0 == first }) {
            Program.say(
                "ehorizon: \(path): all \(count) fixes are at the same place, \(first.text)")
        }
        let bounds = map.header.bounds
        if places.contains(where: bounds.contains) { return true }
        let kilometres = first.distance(to: bounds.nearest(to: first)).value / 1000
        let far = decimalText(kilometres, places: kilometres < 1 ? 2 : kilometres < 10 ? 1 : 0)
        Program.say(
            "ehorizon: \(path): no fix is on the map: the first one is at \(first.text), about \(far) km off, and"
                + " \(name) covers \(bounds.text); \(bounds.advice(for: first))")
        return false
    }

    /// The number of problems that are reported one by one.
    private static let reportedProblems = 20

    /// Reads a drive; throws for a file without a position.
    init(path: String) throws(Failure) {
        self.path = path
        let bytes = try Files.read(path)
        log = FixLog(bytes)
        guard !log.entries.isEmpty else {
            // A file without a position is likely the wrong file: one line is enough.
            let kind = FileKind(start: bytes)
            let words = [.gpx, .nmea, .gpsd, nil].contains(kind) ? nil : kind?.words
            let problem = log.problems.first.map { "the first problem: \($0)" }
            let reason = (words ?? problem).map { "; \($0)" } ?? ""
            throw Failure("\(path): there is no position in it\(reason)")
        }
        for problem in log.problems.prefix(Drive.reportedProblems) {
            Program.say("ehorizon: \(path): \(problem)")
        }
        if log.problems.count > Drive.reportedProblems {
            let rest = log.problems.count - Drive.reportedProblems
            Program.say("ehorizon: \(path): \(rest) more problems like these")
        }
    }
}

extension BoundingBox {
    /// The place in it that is nearest to another one by latitude and by longitude.
    fileprivate func nearest(to place: Coordinate) -> Coordinate {
        Coordinate(
            latitudeE7: min(max(place.latitudeE7, southE7), northE7),
            longitudeE7: min(max(place.longitudeE7, westE7), eastE7)) ?? place
    }

    /// What to do about a position outside of a map.
    fileprivate func advice(for place: Coordinate) -> String {
        let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude)
        return swapped.map(contains) ?? false
            ? "are latitude and longitude swapped?" : "use the map of that region"
    }

    /// Words to add to a line about a position without a road; nothing where it is in the rectangle of the map.
    func remark(about place: Coordinate) -> String {
        contains(place) ? "" : "; the map covers \(text); \(advice(for: place))"
    }
}
