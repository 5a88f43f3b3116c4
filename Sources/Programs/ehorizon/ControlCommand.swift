import ArgumentParser
import TextFiles

/// `ehorizon control`: changes a running daemon, and follows its events.
struct ControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Changes a running daemon, and follows its events.",
        discussion: """
            Example:

              ehorizon control mask --messages all --disable profile-long.altitude

            The daemon needs --control-socket. Changes need the user of the daemon, or root; the others need its \
            group. docs/guide/status.md explains requests and events.
            """,
        subcommands: [
            MaskCommand.self, SetRouteCommand.self, UnsetRouteCommand.self, AddObjectsCommand.self,
            RemoveObjectsCommand.self, WriteRingCommand.self, SubscribeCommand.self,
            AheadEventsCommand.self,
        ]
    )

    /// Sends a request that changes the daemon.
    static func change(
        _ flags: ControlFlags, _ name: String, _ members: [(String, String)] = []
    ) throws(Failure) {
        var client = try flags.connect()
        try client.send(name, members)
        _ = try client.answer()
    }

    /// A list as JSON; `nil` without elements.
    static func list(_ key: String, _ texts: [String]) -> (String, String)? {
        texts.isEmpty ? nil : (key, "[" + texts.map(jsonText).joined(separator: ",") + "]")
    }

    /// Prints the lines that the daemon sends, until it ends or Ctrl-C.
    static func follow(
        _ flags: ControlFlags, _ name: String, _ members: [(String, String)] = []
    ) throws(Failure) {
        var client = try flags.connect()
        try client.send(name, members)
        _ = try client.answer()
        while let line = try client.line() {
            let output = try TextOutput("-")
            try output.write(String(decoding: line, as: UTF8.self) + "\n")
            try output.finish()
        }
    }

    struct MaskCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mask",
            abstract: "Changes the messages that are sent, until the next change or SIGHUP.",
            discussion: """
                Example:

                  ehorizon control mask --messages all --disable profile-long.altitude
                """)

        @OptionGroup var control: ControlFlags
        @Option(help: ArgumentHelp("The preset of messages.", valueName: "preset"))
        var messages: String?
        @Option(help: ArgumentHelp("An additional message. Repeat it.", valueName: "name"))
        var enable: [String] = []
        @Option(help: ArgumentHelp("An excluded message. Repeat it.", valueName: "name"))
        var disable: [String] = []

        func run() throws {
            let members = [
                messages.map { ("messages", jsonText($0)) },
                ControlCommand.list("enable", enable), ControlCommand.list("disable", disable),
            ]
            try ControlCommand.change(control, "mask", members.compactMap(\.self))
        }
    }

    struct SetRouteCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set-route",
            abstract: "Sets the calculated route: a file as for --route of ehorizond.",
            discussion: """
                Example:

                  ehorizon control set-route route.geojson
                """)

        @OptionGroup var control: ControlFlags
        @Argument(help: ArgumentHelp("The file.", valueName: "file"))
        var file: String

        func run() throws {
            let text = String(decoding: try Files.read(file, atMost: 60_000), as: UTF8.self)
            try ControlCommand.change(control, "set-route", [("route", jsonText(text))])
        }
    }

    struct UnsetRouteCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset-route", abstract: "Removes the calculated route.",
            discussion: """
                Example:

                  ehorizon control unset-route
                """)

        @OptionGroup var control: ControlFlags

        func run() throws { try ControlCommand.change(control, "unset-route") }
    }

    struct AddObjectsCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add-objects",
            abstract: "Adds objects of a GeoJSON file: closures, limits and others.",
            discussion: """
                Example:

                  ehorizon control add-objects closures.geojson
                """)

        @OptionGroup var control: ControlFlags
        @Argument(help: ArgumentHelp("The file.", valueName: "file"))
        var file: String

        func run() throws {
            // A request is one line.
            let bytes = try Files.read(file, atMost: 60_000).map {
                $0 == 0x0A || $0 == 0x0D ? 0x20 : $0
            }
            try ControlCommand.change(
                control, "add-objects", [("objects", String(decoding: bytes, as: UTF8.self))])
        }
    }

    struct RemoveObjectsCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-objects", abstract: "Removes objects by their names.",
            discussion: """
                Example:

                  ehorizon control remove-objects closure-1
                """)

        @OptionGroup var control: ControlFlags
        @Flag(help: "Remove all objects.")
        var all = false
        @Argument(help: ArgumentHelp("The names.", valueName: "name"))
        var names: [String] = []

        func run() throws {
            let members =
                all ? [("all", "true")] : [ControlCommand.list("names", names)].compactMap(\.self)
            try ControlCommand.change(control, "remove-objects", members)
        }
    }

    struct WriteRingCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "write-ring",
            abstract: "Has the ring buffer of the last minutes written to a recording.",
            discussion: """
                Example:

                  ehorizon control write-ring
                """)

        @OptionGroup var control: ControlFlags

        func run() throws { try ControlCommand.change(control, "write-ring") }
    }

    struct SubscribeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "subscribe",
            abstract: "Prints events as they come, one JSON object a line.",
            discussion: """
                Example:

                  ehorizon control subscribe place warning
                """)

        @OptionGroup var control: ControlFlags
        @Argument(
            help: ArgumentHelp(
                "The events: place, tree, bus, warning, ahead (default: all but ahead).",
                valueName: "event"))
        var events: [String] = []

        func run() throws {
            try ControlCommand.follow(
                control, "subscribe", [ControlCommand.list("events", events)].compactMap(\.self))
        }
    }

    struct AheadEventsCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ahead",
            abstract: "Prints the attributes ahead each second, one JSON object a line.",
            discussion: """
                Example:

                  ehorizon control ahead
                """)

        @OptionGroup var control: ControlFlags

        func run() throws { try ControlCommand.follow(control, "ahead") }
    }
}
