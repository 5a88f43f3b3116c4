import ADASISv2
import ArgumentParser
import Configuration
import Console
import ProtocolReference
import TextFiles

/// `ehorizon reference`: the protocol as documents.
struct ReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract:
            "Prints a page of the protocol: reference, conformance, rules, Wireshark dissector; or a JSON Schema.",
        discussion: """
            Examples:

              ehorizon reference > reference.md
              ehorizon reference --format rules > rules.md
              ehorizon reference --format lua > adasis-v2.lua
              wireshark -X lua_script:adasis-v2.lua drive.log
              ehorizon reference --schema ahead > ahead.schema.json

            All pages are generated from the tables of the codec, the page of rules from those of check. Without --layout, page and dissector \
            have all presets, otherwise only this layout, with its identifiers.

            --schema prints the JSON Schema (draft 2020-12) of the output of a command, of the control socket or of \
            the log of speed limits.
            """
    )

    /// The formats of the output.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case markdown
        case conformance
        case rules
        case lua
    }

    @Option(help: "The page to print.")
    var format = Format.markdown

    @Option(help: ArgumentHelp("The JSON Schema to print.", valueName: "name"))
    var schema: SchemaArgument?

    @OptionGroup var layout: LayoutArgument

    func run() throws {
        if let schema {
            if layout.isGiven || format != .markdown {
                throw UsageFailure("--schema: it cannot be combined with --format and --layout")
            }
            let output = try TextOutput("-")
            try output.write(schema.schema.text)
            return try output.finish()
        }
        let chosen = layout.isGiven ? try layout.chosen() : nil
        let text: String
        switch format {
        case .conformance: text = ConformanceStatement.markdown
        case .rules: text = RulePage.markdown
        case .markdown:
            text =
                (chosen.map { ReferencePage(name: $0.name, layout: $0.layout) } ?? ReferencePage())
                .markdown
        case .lua:
            text =
                (chosen.map { WiresharkDissector(name: $0.name, layout: $0.layout) }
                ?? WiresharkDissector()).lua
        }
        let output = try TextOutput("-")
        try output.write(text)
        try output.finish()
    }
}
