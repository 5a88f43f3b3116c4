import Elevation
import RoadShape
import WorkSharing
public import Quantities
public import RecordSorting
public import RoadMap
public import RoadMapWriter

/// The compilation of a map from OpenStreetMap files.
///
/// ```swift
/// let compilation = MapCompilation(files: ["andorra.osm.pbf"], countryCode: "AD", country: andorra, space: space)
/// let report = try compilation.run(encode: EncodedLink.init) { link throws(MapContentError) in
///     try writer.add(link)
/// }
/// ```
/// The same files, in the same order, give the same links in the same order.
public struct MapCompilation {
    /// The files to read: PBF, XML, XML compressed with gzip or bzip2. If several files have an
    /// object, the first file counts.
    public var files: [String]
    /// The country's ISO 3166-1 alpha-2 code, for the notes.
    public var countryCode: String
    /// Whether the country comes from the coarse table if no border of the files is near. It does
    /// not if the user has named the country.
    public var asksCoarseBorders: Bool
    /// A file or folder with the height of the ground, `nil` for a map without heights.
    public var elevation: String?
    /// The area whose roads are written; `nil` for all.
    public var area: KeptArea?
    /// The entries of overlays, which replace facts of the files. Of two entries for one fact, the first counts.
    public var overlay: [OverlayEntry] = []
    /// The moment at which the entries have to be valid; `nil`: the age of the data.
    public var moment: UTCTime?
    /// Receives each tag that was not understood or that may be a mistake, in the order of the input.
    public var reportTag: ((TagRemark) -> Void)?
    /// The ways whose values the report explains.
    public var explained: Set<Int64> = []
    private let country: Country
    private let space: SortingSpace

    /// A compilation of its input, in the memory of a space.
    public init(
        files: [String],
        countryCode: String,
        country: Country,
        space: SortingSpace,
        elevation: String? = nil,
        asksCoarseBorders: Bool = false
    ) {
        self.asksCoarseBorders = asksCoarseBorders
        self.files = files
        self.countryCode = countryCode
        self.country = country
        self.elevation = elevation
        self.space = space
    }

    /// Compiles and passes each link on in the form of `encode`, which several threads call.
    /// `progress` receives the current step and its progress, 0...1.
    public func run<Link: Sendable>(
        progress: (_ task: String, _ fraction: Double) -> Void = { _, _ in },
        encode: @Sendable (NewLink) throws(MapContentError) -> Link,
        _ take: (Link) throws(MapContentError) -> Void
    ) throws(MapCompileError) -> CompileReport {
        let law = Jurisdiction(code: countryCode, unit: country.speedUnit)
        let network = RoadNetwork(
            under: law, correctedBy: try placedOverlay(), in: space, report: reportTag)
        network.explained = explained
        var (lines, enforcement) = try readRelations(of: network, progress)
        var roadside = RoadsideObjects(enforcement, drivingSide: country.drivingSide)
        var rings = DrawnRings(in: space)
        let own = countryCode.uppercased()
        let nearby = ForeignLaws(of: lines.codes.filter { $0 != own }, beside: law)
        if asksCoarseBorders || !nearby.isEmpty { network.expectNeighbours() }
        var dataTimes: [Int64?] = []
        for (number, file) in files.enumerated() {
            var pass = try OpenStreetMapPass.begin(file, .ways, and: lines.wayIDs)
            dataTimes.append(pass.timestamp)
            while try pass.nextWays({ (id, edited, nodes, tags) throws(MapCompileError) in
                lines.take(id, nodes, tags)
                try rings.take(nodes, tags)
                guard tags.areOfRoad else { return }
                try network.add(id, edited: edited, nodes: nodes, tags: tags)
            }) {
                progress("reading roads", (Double(number) + pass.progress) / Double(files.count))
            }
        }
        network.finishOverlay()
        let (roads, points, restrictions) = try place(
            network, &lines, &rings, &roadside, progress)
        var borders = lines.borders(own: own)
        if asksCoarseBorders { borders.coarse = CoarseCountries() }

        var report = CompileReport(namedCountry: asksCoarseBorders ? nil : own)
        let (beyond, carriageways, heights) = try survey(
            roads, points, &borders.coarse, &roadside, progress)
        var beside = RoadsideReader(roadside)
        let laws = ForeignLaws(
            of: (lines.codes + borders.codes).filter { $0 != own }, beside: law)
        let hasHeights = heights != nil
        let (builtUpAreas, accessAreas) = try areas(lines, rings)
        let cutter = LinkCutter(
            isDescribed: network.isDescribed,
            hasHeights: hasHeights,
            restrictions: restrictions,
            countries: LinkCountries(borders, own: own),
            builtUpAreas: builtUpAreas,
            accessAreas: accessAreas,
            carriageways: carriageways,
            restAreas: lines.areasOfRest
        )
        var codes: [Int64: Set<String>] = [:]
        var done = 0
        try ConcurrentWork.run(tool: { LinkCutter.Tools(laws: laws) }) {
            () throws(MapCompileError) -> LinkCutter.Uncut? in
            guard let road = try roads.next() else { return nil }
            return LinkCutter.Uncut(
                way: road.id,
                record: road.record,
                points: try points.next(road.record.nodes),
                beyond: try beyond.of(road.number),
                beside: beside.next(road.number) + network.overlay.signs(on: road.id)
            )
        } work: { tools, road in
            let cut = cutter.cut(road, with: &tools)
            // One thread reads heights, in the order of the links.
            if hasHeights { return (cut, []) }
            let links = cut.links.map { link in
                Result { () throws(MapContentError) in try encode(link) }
            }
            return (cut, links)
        } take: {
            (cut: LinkCutter.Cut, links: [Result<Link, MapContentError>])
                throws(MapCompileError) in
            if cut.isLost { network.drop(.missingNodes) }
            report.add(cut)
            for (number, var link) in cut.links.enumerated() where area?.touches(link) ?? true {
                if let heights {
                    do throws(ElevationError) {
                        link.profiles += try heights.profiles(of: link, cut.surroundings[number])
                    } catch { throw .elevation("\(error)") }
                }
                do throws(MapContentError) {
                    try take(hasHeights ? encode(link) : links[number].get())
                } catch {
                    guard error.isOfOneLink else { throw .content(error) }
                    report.dropOversizedLink()
                    continue
                }
                if explained.contains(link.way) {
                    codes[link.way, default: []].formUnion(link.codesOfLaw(own: own))
                }
                report.add(
                    link, length: cut.lengths[number], placed: cut.placedLengths[number])
            }
            done += 1
            if done % 512 == 0 {
                progress("cutting links", Double(done) / Double(network.roadCount))
            }
        }
        guard report.linkCount > 0 else { throw .noRoads(files: files) }
        report.finish(network, restrictions, roadside)
        report.reasoning = WayReasoning(network, overlay, report.overlay, codes, law)
        // Data of several ages are only as fresh as the oldest part. If any age is unknown, the
        // result is unknown.
        report.dataTime = dataTimes.contains(nil) ? nil : dataTimes.compactMap { $0 }.min()
        report.notes = notes(report, borders)
        return report
    }

    private func areas(
        _ lines: AreaLines, _ rings: DrawnRings
    ) throws(MapCompileError) -> (BuiltUpAreas, AccessAreas) {
        var builtUp = BuiltUpAreas()
        var access = AccessAreas()
        for area in lines.residentialRings { builtUp.add(area) }
        for area in lines.restAreaRings { access.add(area, .serviceAccess) }
        try rings.add(to: &builtUp, &access, in: space)
        return (builtUp, access)
    }

    /// Restrictions, borders and areas, and the places of speed enforcement.
    private func readRelations(
        of network: RoadNetwork,
        _ progress: (_ task: String, _ fraction: Double) -> Void
    ) throws(MapCompileError) -> (AreaLines, [StatedEnforcement]) {
        var enforcement: [StatedEnforcement] = []
        var borders: [StatedBorder] = []
        var restAreas: [[Int64]] = []
        var residentialAreas: [[Int64]] = []
        // If several files have an object, the first file counts.
        var taken: Set<Int64> = []
        for (number, file) in files.enumerated() {
            var pass = try OpenStreetMapPass.begin(file, .relations)
            while try pass.nextRelations({ id, members, tags in
                guard files.count == 1 || taken.insert(id).inserted else { return }
                network.add(id, members, tags: tags)
                if let border = StatedBorder(members, tags) { borders.append(border) }
                if let found = StatedEnforcement(members, tags) { enforcement.append(found) }
                if let area = restArea(members, tags) { restAreas.append(area) }
                if let area = residentialArea(members, tags) { residentialAreas.append(area) }
            }) {
                let done = Double(number) + pass.progress
                progress("reading restrictions", done / Double(files.count))
            }
        }
        let lines = AreaLines(
            of: borders, restAreas: restAreas, residentialAreas: residentialAreas)
        return (lines, enforcement)
    }

    /// The roads and their points in the same order, the access restrictions, and the places of
    /// borders and areas.
    private func place(
        _ network: RoadNetwork,
        _ lines: inout AreaLines,
        _ rings: inout DrawnRings,
        _ roadside: inout RoadsideObjects,
        _ progress: (_ task: String, _ fraction: Double) -> Void
    ) throws(MapCompileError) -> (Roads, RoadPoints, RestrictionTable) {
        let (roads, uses, restrictions) = try network.finish()
        guard network.roadCount > 0 else { throw .noRoads(files: files) }
        var places = NodePlaces(of: uses, in: space)
        try rings.beginPlaces(in: space)
        for (number, file) in files.enumerated() {
            var pass = try OpenStreetMapPass.begin(file, .nodes)
            try places.beginFile()
            try rings.beginFile()
            var isOfRoad = false
            var isOfRing = false
            while try pass.nextNodes(
                where: { (id) throws(MapCompileError) in
                    isOfRoad = try places.wants(id)
                    isOfRing = try rings.wants(id)
                    return isOfRoad || isOfRing || lines.wants(id) || roadside.wants(id)
                },
                orTagged: \.mayBeBesideRoad,
                { (id, place, tags) throws(MapCompileError) in
                    if lines.wants(id) { lines.take(id, at: place) }
                    if isOfRing { try rings.take(id, at: place) }
                    roadside.take(id, at: place, tags, isOfRoad: isOfRoad)
                    guard isOfRoad else { return }
                    var objects = roadObjects(tags)
                    if roadside.isDevice(id) {
                        objects.removeAll { $0.object.kind == .speedCamera }
                    }
                    try places.take(id, at: place, objects)
                }
            ) {
                progress("reading places", (Double(number) + pass.progress) / Double(files.count))
            }
        }
        roadside.finishNodes()
        return (roads, try places.points(in: space), restrictions)
    }

    /// The surroundings that a road needs before it is cut: its continuations, and the heights of
    /// bridges and tunnels.
    private func survey(
        _ roads: Roads,
        _ points: RoadPoints,
        _ coarse: inout CoarseCountries?,
        _ roadside: inout RoadsideObjects,
        _ progress: (_ task: String, _ fraction: Double) -> Void
    ) throws(MapCompileError) -> (RoadContinuations, Carriageways, RoadHeights?) {
        var heights: RoadHeights?
        if let elevation {
            do throws(ElevationError) {
                heights = RoadHeights(on: try ElevationModel(path: elevation))
            } catch { throw .elevation("\(error)") }
        }
        let ends = RoadEnds(in: space)
        let divided = DividedRoads(drivingSide: country.drivingSide, in: space)
        progress("joining roads", 0)
        while let road = try roads.next() {
            let points = try points.next(road.record.nodes)
            if coarse != nil { points.forEach { if let at = $0.place { coarse?.add(at) } } }
            roadside.offer(road.number, road.record, points)
            try divided.add(road.id, road.record, points)
            try ends.add(road.number, road.record, points)
            heights?.addStructures(of: road.record, along: points)
        }
        try roads.rewind()
        try points.rewind()
        let (ways, carriageways) = try divided.ways()
        roads.divide(ways)
        let beyond = try ends.joined()
        guard heights != nil else { return (beyond, carriageways, nil) }
        while let road = try roads.next() { heights?.count(try points.next(road.record.nodes)) }
        try roads.rewind()
        try points.rewind()
        progress("measuring structures", 0)
        do throws(ElevationError) { try heights?.settle() } catch { throw .elevation("\(error)") }
        return (beyond, carriageways, heights)
    }
}
