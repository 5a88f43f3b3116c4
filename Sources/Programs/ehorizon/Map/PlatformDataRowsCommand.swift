import ArgumentParser
import CLibrary
import Console
import PlatformDataExtension
import RecordSorting
import TextFiles

/// `ehorizon map pde-rows`: the rows of saved tiles, link by link.
struct PlatformDataRowsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pde-rows",
        abstract: "Prints the rows of saved Platform Data Extension tiles, joined on their links.",
        discussion: """
            Example:

              ehorizon map pde-rows --pde here-tiles --layers LINK

            The output is a JSON array with one link on each line, in the order of ids. It lists the rows \
            of all layers that name the link: file, row number, kind of reference, and the original \
            columns. A row in several tiles is printed once. A row of several links is printed with each \
            of them. Standard error has the counts.
            """
    )

    @Option(help: ArgumentHelp("The folder with the saved responses.", valueName: "dir"))
    var pde: String

    @Option(
        help: ArgumentHelp(
            "Print only these layers. A name without a class stands for all classes.",
            valueName: "layer,layer,…"
        )
    )
    var layers: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Print only this link; repeat it for several.", valueName: "id")
    )
    var link: [Int64] = []

    @Option(
        help: ArgumentHelp(
            "Memory for the join. Larger data go through temporary files in the folder that TMPDIR "
                + "names, otherwise /tmp.",
            valueName: "MB"
        )
    )
    var memory = 256

    func validate() throws {
        guard (1...1 << 20).contains(memory) else {
            throw ValidationError("--memory \(memory): between 1 and 1048576 megabytes")
        }
    }

    func run() throws {
        let wanted = try layers.map { text in
            try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
                guard let layer = LayerName(parsing: name) else {
                    throw UsageFailure("--layers: '\(name)' is not the name of a layer")
                }
                return layer
            }
        }
        do {
            try printRows(of: wanted)
        } catch let error as PlatformDataError {
            throw Failure("\(error)")
        }
    }

    private func printRows(of layers: [LayerName]?) throws {
        let folder = try TileFolder(pde)
        let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let join = RowJoin(in: SortingSpace(memory: memory << 20, folder: temporary))
        for file in folder.files {
            try folder.response(file).forEachRow { (row) throws(PlatformDataError) in
                let layer = row.origin.layer
                let isWanted = layers.map { names in
                    names.contains { name in
                        name.subject == layer.subject
                            && (name.functionalClass ?? layer.functionalClass)
                                == layer.functionalClass
                    }
                }
                if isWanted ?? true { try join.add(row) }
            }
        }
        let output = try TextOutput("-")
        var links = 0
        let all = try join.links()
        while let joined = try all.next() {
            guard link.isEmpty || link.contains(joined.id) else { continue }
            try output.write(links == 0 ? "[\n" : ",\n")
            try output.write(joined.json)
            links += 1
        }
        try output.line(links == 0 ? "[\n]" : "\n]")
        try output.finish()
        Program.say(
            "\(pde): \(links) links in \(join.rowCount) rows of \(folder.files.count) files; "
                + "\(all.sharedCount) rows that several tiles share, "
                + "\(join.countWithoutLink) without a link"
        )
    }
}

extension JoinedLink {
    /// One line of JSON.
    fileprivate var json: String {
        "{\"link\":\"\(id)\",\"rows\":[\(rows.map(\.json).joined(separator: ","))]}"
    }
}

extension JoinedRow {
    fileprivate var json: String {
        let columns = row.columns.map {
            "\(jsonText($0.name)):\($0.value.map(jsonText) ?? "null")"
        }
        let direction =
            switch passage.direction {
            case .fromReference: "from-reference"
            case .toReference: "to-reference"
            case .both: "both"
            }
        let origin = row.origin
        return "{\"layer\":\(jsonText(origin.layer.description)),"
            + "\"file\":\(jsonText(origin.file)),"
            + "\"tile\":\(origin.tile.map(jsonText) ?? "null"),\"row\":\(origin.row),"
            + "\"direction\":\"\(direction)\",\"place\":\(order),"
            + "\"columns\":{\(columns.joined(separator: ","))}}"
    }
}
