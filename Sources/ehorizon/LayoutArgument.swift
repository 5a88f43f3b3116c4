import ADASISv2
import ArgumentParser
import CANDatabase
import Configuration
import Console
import Glibc

/// The flags that say how the messages lie in their frames: a preset, or a DBC file with a mapping of
/// its names.
struct LayoutArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The layout: adasis, adasis-intel, table-order, or a DBC file.",
            valueName: "name|file.dbc"
        )
    )
    var layout = "adasis"

    @Option(
        help: ArgumentHelp(
            "What the DBC calls messages and fields. Without it, the DBC's name with .map instead of "
                + ".dbc is looked for; if there is none, the DBC's names have to be ours.",
            valueName: "file.map"
        )
    )
    var layoutMapping: String?

    /// The layout that the flags name.
    func chosen() throws -> Layout {
        try LayoutSource(layout: layout, layoutMapping: layoutMapping).load()
    }
}

/// The same flags where no layout means all presets.
struct OptionalLayoutArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The layout: adasis, adasis-intel, table-order, or a DBC file. Without it, all presets.",
            valueName: "name|file.dbc"
        )
    )
    var layout: String?

    @Option(
        help: ArgumentHelp(
            "What the DBC calls messages and fields, as for 'ehorizon decode'.",
            valueName: "file.map"
        )
    )
    var layoutMapping: String?

    /// The layout that the flags name, and its name.
    func chosen() throws -> (name: String, layout: Layout)? {
        guard let layout else { return nil }
        let source = LayoutSource(layout: layout, layoutMapping: layoutMapping)
        return (layout.split(separator: "/").last.map { String($0) } ?? layout, try source.load())
    }
}

/// A layout by its name or file.
private struct LayoutSource {
    let layout: String
    let layoutMapping: String?

    func load() throws -> Layout {
        guard layout.hasSuffix(".dbc") else {
            if layoutMapping != nil {
                throw UsageFailure("--layout-mapping needs a DBC file in --layout")
            }
            return Layout(try LayoutPreset(flag: layout))
        }
        let database = try database()
        guard let path = layoutMapping ?? pathBeside else {
            do throws(LayoutSourceError) {
                return try Layout(database: database)
            } catch {
                throw Failure("\(layout): \(error)")
            }
        }
        let mapping = try mapping(path)
        do throws(LayoutSourceError) {
            return try Layout(database: database, mapping: mapping)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// The mapping beside the DBC, `nil` where there is none.
    private var pathBeside: String? {
        let path = layout.dropLast(4) + ".map"
        return access(String(path), R_OK) == 0 ? String(path) : nil
    }

    private func database() throws(Failure) -> Database {
        let bytes = try Files.read(layout)
        do throws(DatabaseSyntaxError) {
            return try Database(parsing: bytes.span)
        } catch {
            throw Failure("\(layout), \(error)")
        }
    }

    private func mapping(_ path: String) throws(Failure) -> LayoutMapping {
        let text = String(decoding: try Files.read(path), as: UTF8.self)
        do throws(LayoutMappingError) {
            return try LayoutMapping(parsing: text)
        } catch {
            throw Failure("\(path), \(error)")
        }
    }
}
