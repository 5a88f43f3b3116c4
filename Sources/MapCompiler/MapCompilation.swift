public import RoadMap
public import RoadMapWriter

/// The making of a map from OpenStreetMap files.
///
/// ```swift
/// let compilation = MapCompilation(files: ["andorra.osm.pbf"], countryCode: "AD", country: andorra)
/// let (content, report) = try compilation.run { task, fraction in … }
/// ```
/// The same files, in the same order, give the same content.
public struct MapCompilation {
    /// The files to read: PBF, XML, XML compressed with gzip or bzip2. What several of them hold is
    /// taken from the first.
    public var files: [String]
    /// The country's ISO 3166-1 alpha-2 code, for the notes.
    public var countryCode: String
    /// The country.
    public var country: Country
    /// How the curvature of the roads is told.
    public var curvature: any CurvatureEstimating

    /// A compilation of its input.
    public init(
        files: [String],
        countryCode: String,
        country: Country,
        curvature: any CurvatureEstimating = ThreePointCurvature()
    ) {
        self.files = files
        self.countryCode = countryCode
        self.country = country
        self.curvature = curvature
    }

    /// Compiles; `progress` hears what is being done and how much of that is done, 0...1.
    public func run(
        progress: (_ task: String, _ fraction: Double) -> Void = { _, _ in }
    ) throws(MapCompileError) -> (content: MapContent, report: CompileReport) {
        var network = RoadNetwork(
            under: Jurisdiction(code: countryCode, unit: country.speedUnit)
        )
        var dataTimes: [Int64?] = []
        for (number, file) in files.enumerated() {
            var pass = try OpenStreetMapPass(file, .ways)
            dataTimes.append(pass.timestamp)
            while try pass.nextWays({ network.add($0, edited: $1, nodes: $2, tags: $3) }) {
                progress("reading roads", (Double(number) + pass.progress) / Double(files.count))
            }
        }
        network.finishWays()
        for (number, file) in files.enumerated() where network.wayCount > 0 {
            var pass = try OpenStreetMapPass(file, .nodes)
            try pass.readNodes(
                network.nodeIDs,
                progress: {
                    progress("reading places", (Double(number) + $0) / Double(files.count))
                },
                { network.place($0, at: $1, tags: $2) }
            )
        }
        for file in files where network.wayCount > 0 {
            var pass = try OpenStreetMapPass(file, .relations)
            while try pass.nextRelations({ network.add($0, tags: $1) }) {}
        }

        var cutter = LinkCutter(network, curvature: curvature)
        for way in 0..<network.wayCount {
            cutter.cut(way: way)
            if way % 4096 == 0 {
                progress("cutting links", Double(way) / Double(network.wayCount))
            }
        }
        for _ in 0..<cutter.lostWays { network.drop(.missingNodes) }

        var content = MapContent(country: country)
        (content.nodes, content.links) = cutter.finish()
        guard !content.links.isEmpty else { throw .noRoads(files: files) }
        // Data of several ages is only as fresh as the oldest, and of unknown age if any is.
        content.dataTime = dataTimes.contains(nil) ? nil : dataTimes.compactMap { $0 }.min()
        let report = CompileReport(content, network: network, cutter: cutter)
        content.notes = notes(report)
        return (content, report)
    }

    private func notes(_ report: CompileReport) -> [(key: String, value: String)] {
        var notes = [(key: "country", value: countryCode.uppercased())]
        for file in files {
            // The folder is the builder's own business, and the same input gives the same bytes.
            let name = file.split(separator: "/").last ?? ""
            notes.append((key: "source", value: name.split(separator: "\n").joined(separator: " ")))
        }
        let licence = "OpenStreetMap data is © OpenStreetMap contributors, ODbL 1.0"
        notes.append((key: "licence", value: licence))
        for (what, count) in report.dropped {
            notes.append((key: "dropped.\(what)", value: "\(count)"))
        }
        for entry in report.unread {
            let example = entry.example.split(separator: "\n").joined(separator: " ")
            notes.append((key: "unread.\(entry.what)", value: "\(entry.count), as \(example)"))
        }
        return notes
    }
}
