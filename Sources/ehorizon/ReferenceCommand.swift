import ADASISv2
import ArgumentParser
import Configuration
import Console
import ProtocolReference

/// `ehorizon reference`: what goes over the wire, as documents.
struct ReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract:
            "Print the protocol's reference page, conformance statement or Wireshark dissector.",
        discussion: """
            Everything comes from the tables that the codec runs on.

              ehorizon reference > reference.md
              ehorizon reference --format lua > adasis-v2.lua
              wireshark -X lua_script:adasis-v2.lua drive.log

            Without --layout the page and the dissector have all presets; with it only that one, which \
            may be a DBC file. The dissector takes the layout's identifiers.
            """
    )

    /// What can be printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case markdown
        case conformance
        case lua
    }

    @Option(help: "What to print.")
    var format = Format.markdown

    @OptionGroup var layout: LayoutArgument

    func run() throws {
        let chosen = layout.isGiven ? try layout.chosen() : nil
        let text: String
        switch format {
        case .conformance: text = ConformanceStatement.markdown
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
