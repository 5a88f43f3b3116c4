import Foundation
import Testing

/// GDAL's tools, where Debian installs them.
private enum GDAL {
    static let isThere = ["/usr/bin/ogr2ogr", "/usr/bin/ogrinfo"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static let reason: Comment = "needs ogr2ogr and ogrinfo: Debian's gdal-bin"
}

@Suite("GeoJSON of tree, ahead, match and map links")
struct GeoJSONTests {
    private typealias Feature = [String: Any]

    private func features(_ outcome: Outcome) throws -> [Feature] {
        #expect(outcome.status == 0, "\(outcome)")
        return try features(outcome.output)
    }

    private func features(_ data: Data) throws -> [Feature] {
        let all = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try #require(all?["features"] as? [Feature])
    }

    private func properties(_ feature: Feature) -> [String: Any] {
        feature["properties"] as? [String: Any] ?? [:]
    }

    private func points(_ feature: Feature) -> [[Double]] {
        let geometry = feature["geometry"] as? [String: Any]
        let coordinates = geometry?["coordinates"]
        return coordinates as? [[Double]] ?? (coordinates as? [Double]).map { [$0] } ?? []
    }

    /// Metres between two places of the sample map.
    private func metres(_ first: [Double], _ second: [Double]) -> Double {
        let north = (first[1] - second[1]) * 111_200
        let east = (first[0] - second[0]) * 111_200 * 0.594
        return (north * north + east * east).squareRoot()
    }

    private func length(_ line: [[Double]]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + metres($1.0, $1.1) }
    }

    /// Each link has its line: as long as it says, and one begins where the one before ends.
    @Test func aTreeIsALineForEachLink() throws {
        let command = ["tree", "--map", try Sample.map, "--at", "53.53763,13.26155,30"]
        let outcome = try ehorizon(command + ["--geojson"])
        #expect(try ehorizon(command + ["--format", "geojson"]).output == outcome.output)
        let all = try features(outcome)
        let links = all.filter { properties($0)["kind"] as? String == "link" }
        #expect(links.count > 50 && all.count == links.count + 1)
        for (link, next) in zip(links, links.dropFirst()) {
            let stated = try #require(properties(link)["length_m"] as? Double)
            #expect(abs(length(points(link)) - stated) < 0.01 * stated + 0.1)
            guard properties(link)["path"] as? Int == properties(next)["path"] as? Int else {
                continue
            }
            #expect(points(link).last == points(next).first)
        }
        let vehicle = try #require(all.last)
        #expect(properties(vehicle)["kind"] as? String == "vehicle")
        #expect(metres(points(vehicle)[0], [13.26155, 53.53763]) < 20)
        try ehorizon(command + ["--geojson", "--format", "text"]).expectRefusal(2, "--geojson")
    }

    /// The geometry of an entry is as far from the car, and as long, as it says.
    @Test func anEntryAheadLiesAtItsDistance() throws {
        let all = try features(
            ehorizon(
                "ahead", "--map", Sample.map, "--input", Sample.drive.path(), "--geojson",
                "--every", "30"))
        var car: [Double] = []
        var checked = 0
        for feature in all {
            let known = properties(feature)
            if known["kind"] as? String == "car" {
                car = points(feature)[0]
                continue
            }
            let line = points(feature)
            let distance = try #require(known["distance_m"] as? Double)
            let end = try #require(known["end_m"] as? Double)
            #expect(!line.isEmpty && metres(car, line[0]) < abs(distance) + 1)
            guard distance >= 0 else { continue }
            #expect(abs(length(line) - (end - distance)) < 0.01 * (end - distance) + 0.5)
            checked += 1
        }
        #expect(checked > 200, "\(checked)")
        let limits = all.map(properties).filter { $0["limit"] is Int }
        #expect(!limits.isEmpty && limits.allSatisfy { $0["limit_km_h"] is Int })
        try ehorizon(
            "ahead", "--map", Sample.map, "--input", Sample.drive.path(), "--geojson", "--json"
        ).expectRefusal(2, "--json and --geojson")
    }

    /// The points are those of the rows.
    @Test func aMatchIsAPointForEachFix() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon(
            "match", "--map", Sample.map, "--input", Sample.drive.path(), "--output", "-",
            "--geojson", scratch["m.geojson"])
        #expect(outcome.status == 0, "\(outcome)")
        let rows = outcome.lines.dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let fixes = try features(scratch.content("m.geojson"))
        #expect(fixes.count == 478 && rows.count == 478)
        for (row, fix) in zip(rows, fixes) {
            let known = properties(fix)
            #expect(known["state"] as? String == String(row[3]))
            #expect(known["way"] as? Int == Int(row[4]))
            guard let latitude = Double(row[8]), let longitude = Double(row[9]) else {
                continue
            }
            #expect(points(fix) == [[longitude, latitude]])
        }
        // Points alone need no table.
        let alone = try ehorizon(
            "match", "--map", Sample.map, "--input", Sample.drive.path(), "--geojson",
            scratch["n.geojson"])
        #expect(alone.status == 0 && alone.output.isEmpty)
        #expect(try scratch.content("n.geojson") == scratch.content("m.geojson"))
    }

    /// The commands of docs/guide/json.md: each makes a GeoPackage whose features GDAL counts as we do.
    @Test(.enabled(if: GDAL.isThere, GDAL.reason))
    func gdalMakesGeoPackages() throws {
        let scratch = try Scratch()
        let map = try Sample.map
        let drive = Sample.drive.path()
        let match = try ehorizon(
            "match", "--map", map, "--input", drive, "--geojson", scratch["match.geojson"])
        #expect(match.status == 0, "\(match)")
        let outputs = [
            "links": try ehorizon("map", "links", map, "--bbox", "13.26,53.53,13.27,53.54").output,
            "tree": try ehorizon("tree", "--map", map, "--at", "53.53763,13.26155", "--geojson")
                .output,
            "ahead": try ehorizon(
                "ahead", "--map", map, "--input", drive, "--geojson", "--every", "end"
            ).output, "match": try scratch.content("match.geojson"),
        ]
        for (name, output) in outputs {
            let input = try scratch.file("\(name).geojson", output)
            let package = scratch["\(name).gpkg"]
            let made = try ChildProcess("ogr2ogr", ["-f", "GPKG", "-nln", name, package, input])
                .wait()
            #expect(made.status == 0 && made.words.isEmpty, "\(name): \(made)")
            let read = try ChildProcess("ogrinfo", ["-ro", "-so", package, name]).wait()
            let count = try features(output).count
            #expect(read.status == 0 && count > 0, "\(read)")
            #expect(read.text.contains("Feature Count: \(count)\n"), "\(name): \(read.text)")
            #expect(read.text.contains(#"ID["EPSG",4326]"#), "\(name): \(read.text)")
            // Numbers are columns of numbers.
            let column = ["links": "length_m", "tree": "probability", "ahead": "distance_m"]
            #expect(read.text.contains("\n\(column[name] ?? "offset_m"): Real"), "\(read.text)")
        }
    }
}
