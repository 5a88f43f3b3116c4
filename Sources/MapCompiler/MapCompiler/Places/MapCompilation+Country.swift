import Geodesy

extension MapCompilation {
    /// The country of OpenStreetMap files, ISO 3166-1 alpha-2. If exactly one border is closed in
    /// them, it is that country. Else it is the coarse table's country at the middle of the first
    /// file for which the table has one; `nil` if there is none.
    public static func country(of files: [String]) throws(MapCompileError) -> String? {
        var stated: [StatedBorder] = []
        var boxes: [BoundingBox] = []
        for file in files {
            var pass = try OpenStreetMapPass.begin(file, .relations)
            boxes.append(pass.box ?? .empty)
            while try pass.nextRelations({ _, members, tags in
                if let border = StatedBorder(members, tags), border.isCountry {
                    stated.append(border)
                }
            }) {}
        }
        let closed = try closedCountries(stated, in: files)
        if closed.count == 1 { return closed[0] }
        for (file, stated) in zip(files, boxes) {
            var box = stated
            if box.isEmpty {
                var pass = try OpenStreetMapPass.begin(file, .nodes)
                while try pass.nextNodes(
                    where: { _ in true }, { (_, place, _) in box.grow(toHold: place) })
                {}
            }
            guard !box.isEmpty,
                let middle = Coordinate(
                    latitude: Double(Int64(box.southE7) + Int64(box.northE7)) / 2e7,
                    longitude: Double(Int64(box.westE7) + Int64(box.eastE7)) / 2e7)
            else { continue }
            if let country = CoarseBorders.table.country(at: middle) { return country }
        }
        return nil
    }

    /// The countries whose whole border is in the files.
    private static func closedCountries(
        _ stated: [StatedBorder], in files: [String]
    ) throws(MapCompileError) -> [String] {
        guard !stated.isEmpty else { return [] }
        var lines = AreaLines(of: stated)
        for file in files {
            var pass = try OpenStreetMapPass.begin(file, .ways, and: lines.wayIDs)
            while try pass.nextWays({ (id, _, nodes, _) in lines.take(id, nodes) }) {}
        }
        for file in files where lines.hasNodes {
            var pass = try OpenStreetMapPass.begin(file, .nodes)
            while try pass.nextNodes(
                where: { lines.wants($0) }, { (id, place, _) in lines.take(id, at: place) })
            {}
        }
        return lines.borders(own: nil).closedCountries
    }
}
