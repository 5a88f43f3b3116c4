import Testing

/// A typical slip at the command line, and what the one line about it has to have.
struct Slip: Sendable, CustomTestStringConvertible {
    /// What went wrong, as the page names it.
    let name: String
    /// The program and its arguments. `MAP`, `DRIVE`, `LOG`, `OSM`, `MAKER`, `EMPTY` and the names of ``files`` stand
    /// for paths.
    let command: String
    /// Files of the test, by their names.
    let files: [String: String]
    let status: Int32
    /// The input and the place in it.
    let place: String
    /// What to do.
    let cure: String

    init(
        _ name: String, _ command: String, files: [String: String] = [:], status: Int32 = 2,
        place: String, cure: String
    ) {
        self.name = name
        self.command = command
        self.files = files
        self.status = status
        self.place = place
        self.cure = cure
    }

    var testDescription: String { name }
}

extension Slip {
    private static let replay = "ehorizon replay --map MAP --input DRIVE --output OUT"
    private static let dbc = VehicleFlagTests.dbc

    /// The slips of the page "Slips" (docs/guide/slips.md), in its order.
    static let all: [Slip] = files + places + names + numbers + buses

    /// A file of another kind, or none.
    private static let files: [Slip] = [
        Slip(
            "OpenStreetMap data as a map", "ehorizon map info OSM", status: 1,
            place: "OSM: not a compiled map", cure: "ehorizon map build compiles one"),
        Slip(
            "a drive as a map", "ehorizon replay --map DRIVE --input DRIVE --output OUT", status: 1,
            place: "DRIVE: not a compiled map", cure: "ehorizon map build compiles one"),
        Slip(
            "a log of frames as a drive", "ehorizon replay --map MAP --input LOG --output OUT",
            status: 1, place: "LOG: there is no position in it",
            cure: "this is a log of CAN frames, which 'ehorizon decode' reads"),
        Slip(
            "a map as a drive", "ehorizon match --map MAP --input MAP --output OUT", status: 1,
            place: "MAP: there is no position in it",
            cure: "this is a compiled map, which --map takes"),
        Slip(
            "OpenStreetMap data as a drive", "ehorizon match --map MAP --input OSM --output OUT",
            status: 1, place: "OSM: there is no position in it",
            cure: "this is OpenStreetMap data, which 'ehorizon map build --osm' compiles"),
        Slip(
            "an empty drive", "ehorizon match --map MAP --input EMPTY --output OUT", status: 1,
            place: "EMPTY: there is no position in it", cure: "the file is empty"),
        Slip(
            "a drive as a log of frames", "ehorizon decode DRIVE", status: 1,
            place: "DRIVE: it is no log of CAN frames",
            cure: "this is an NMEA 0183 log, which 'ehorizon replay --input' takes"),
        Slip(
            "a map as a log of frames", "ehorizon check MAP", status: 1,
            place: "MAP: it is no log of CAN frames",
            cure: "this is a compiled map, which --map takes"),
        Slip(
            "a DBC as a log of frames", "ehorizon reconstruct MAKER.dbc", status: 1,
            place: "MAKER.dbc: it is no log of CAN frames",
            cure: "this is a DBC, which --layout takes"),
        Slip(
            "a map as OpenStreetMap data", "ehorizon map build --osm MAP --output OUT", status: 1,
            place: "cannot read MAP", cure: "its name must end in .osm.pbf, .osm"),
        Slip(
            "the mapping as the layout", replay + " --layout MAKER.map",
            place: "--layout MAKER.map", cure: "files that end in .dbc"),
        Slip(
            "a DBC of other signals as the layout", replay + " --layout car.dbc",
            files: ["car.dbc": dbc], place: "car.dbc: the DBC has no message of ours",
            cure: "a mapping of its names is needed"),
        Slip(
            "a file that is not there", "ehorizon decode nothere.log", status: 1,
            place: "cannot open nothere.log", cure: "No such file or directory"),
        Slip(
            "the output in the place of an input",
            "ehorizon replay --map MAP --input DRIVE --output DRIVE",
            place: "--output DRIVE", cure: "that is the file of --input, which is read"),
        Slip(
            "a log of other identifiers", "ehorizon view --log other.log --output OUT",
            files: ["other.log": "(1767254400.000000) can0 514#0011223344556677\n"], status: 1,
            place: "other.log: the log has no message of this layout; it has 0x514",
            cure: "choose them with --can-id, or a layout with --layout"),
        Slip(
            "heights of another region",
            "ehorizon map build --osm OSM --country DE --elevation far.asc --output OUT",
            files: [
                "far.asc":
                    "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0.5\n10 20\n30 40\n",
                "far.prj": "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\","
                    + "SPHEROID[\"WGS 84\",6378137,298.257223563]],PRIMEM[\"Greenwich\",0],"
                    + "UNIT[\"degree\",0.0174532925199433]]",
            ], status: 1, place: "far.asc: no height on the roads of the map",
            cure: "use the grid of that region"),
        Slip(
            "a picture of another format", "ehorizon map render MAP --layer limit --output x.bmp",
            place: "--output x.bmp", cure: "a name that ends in .svg or .png"),
    ]

    /// Positions, rectangles and links.
    private static let places: [Slip] = [
        Slip(
            "longitude before latitude", "ehorizon tree --map MAP --at 13.26155,53.53763",
            status: 1,
            place: "no road within 100 m of 13.26155,53.53763",
            cure: "are latitude and longitude swapped?"),
        Slip(
            "the same for map at", "ehorizon map at MAP 13.26155,53.53763", status: 1,
            place: "no road within 15 m of 13.26155,53.53763",
            cure: "are latitude and longitude swapped?"),
        Slip(
            "the map of another region",
            "ehorizon simulate --map MAP --from 48.1,11.5 --to"
                + " 48.2,11.5 --output OUT", status: 1,
            place: "--from 48.1,11.5: no road within 200 m",
            cure: "use the map of that region"),
        Slip(
            "a decimal comma", "ehorizon tree --map MAP --at 53,53763,13,26155",
            place: "'53,53763,13,26155' is invalid for '--at",
            cure: "decimals need a point, as in 53.53763,13.26155"),
        Slip(
            "half a position", "ehorizon tree --map MAP --at 53.53763",
            place: "'53.53763' is invalid for '--at", cure: "such as 53.53763,13.26155"),
        Slip(
            "the position before the map", "ehorizon map at 53.53763,13.26155 53.53763,13.26155",
            place: "53.53763,13.26155 stands in the place of the map file",
            cure: "use 'ehorizon map at FILE 53.53763,13.26155'"),
        Slip(
            "a rectangle from north to south",
            "ehorizon map links MAP --bbox 13.27,53.54,13.26,53.53",
            place: "--bbox 13.27,53.54,13.26,53.53",
            cure: "west,south,east,north in degrees, such as"),
        Slip(
            "a position as a link", "ehorizon map link MAP 53.53763,13.26155",
            place: "53.53763,13.26155: this is a position",
            cure: "use 'ehorizon map at FILE 53.53763,13.26155'"),
        Slip(
            "the name of a road as a link", "ehorizon map link MAP Lindenstraße",
            place: "Lindenstraße: this is no link", cure: "use --name Lindenstraße"),
        Slip(
            "a road that is misspelt", "ehorizon map link MAP --name Lindenstrase", status: 1,
            place: "MAP: there is no road 'Lindenstrase' in it", cure: "did you mean Lindenstraße?"),
    ]

    /// Names of commands, options, settings, messages and signals.
    private static let names: [Slip] = [
        Slip(
            "a mistyped subcommand", "ehorizon deocde LOG", place: "unknown subcommand 'deocde'",
            cure: "did you mean decode?"),
        Slip(
            "a mistyped option", "ehorizon replay --mapp MAP --input DRIVE --output OUT",
            place: "Unknown option '--mapp'", cure: "Did you mean '--map'?"),
        Slip(
            "an option left out", "ehorizon replay --map MAP --input DRIVE",
            place: "Missing expected argument '--output <file.log>'", cure: "see --help"),
        Slip(
            "a mistyped preset", replay + " --messages defualt", place: "--messages defualt",
            cure: "did you mean default?"),
        Slip(
            "a mistyped message", replay + " --enable profile-short.curvatur",
            place: "--enable profile-short.curvatur", cure: "did you mean profile-short.curvature?"),
        Slip(
            "a mistyped message of an identifier", replay + " --can-id stubb=0x300",
            place: "--can-id stubb=0x300", cure: "did you mean stub?"),
        Slip(
            "a mistyped layout", "ehorizon decode --layout adasis-intl LOG",
            place: "--layout adasis-intl", cure: "did you mean adasis-intel?"),
        Slip(
            "the layout of another log", "ehorizon check --layout table-order LOG", status: 1,
            place: "LOG: ", cure: "try --layout adasis"),
        Slip(
            "a bus that the log has not", "ehorizon decode --interface vcan1 LOG", status: 0,
            place: "LOG: the log has no frame of vcan1", cure: "it has frames of vcan0"),
        Slip(
            "a mistyped key", replay + " --config c.toml",
            files: ["c.toml": "[messages]\nenabel = [\"stub\"]\n"],
            place: "c.toml:2:1: unknown key messages.enabel", cure: "did you mean messages.enable?"),
        Slip(
            "a mistyped table", replay + " --config c.toml",
            files: ["c.toml": "[mesages]\nenable = [\"stub\"]\n"],
            place: "c.toml:2:1: unknown key mesages.enable", cure: "did you mean messages.enable?"),
        Slip(
            "a mistyped signal",
            "ehorizond --check-config --vehicle-dbc car.dbc --odometer-signal Odometr",
            files: ["car.dbc": dbc], place: "car.dbc: there is no signal Odometr",
            cure: "did you mean Odometer?"),
        Slip(
            "a signal of two messages",
            "ehorizond --check-config --vehicle-dbc car.dbc --speed-signal VehicleSpeed",
            files: ["car.dbc": dbc],
            place: "car.dbc: the signal VehicleSpeed is in Wheels, Dashboard",
            cure: "name the message too, as in Wheels.VehicleSpeed"),
    ]

    /// Numbers and their units.
    private static let numbers: [Slip] = [
        Slip(
            "a number out of range", replay + " --look-ahead 90000", place: "--look-ahead 90000",
            cure: "10 to 7800 m can be set"),
        Slip(
            "the same in a configuration", replay + " --config c.toml",
            files: ["c.toml": "[horizon]\nside_levels = 99\n"],
            place: "c.toml:2:15: horizon.side_levels = 99", cure: "0 to 5 can be set"),
        Slip(
            "a text for a number", replay + " --config c.toml",
            files: ["c.toml": "[horizon]\nside_levels = \"two\"\n"],
            place: "c.toml:2:15: horizon.side_levels = \"two\"", cure: "expected a whole number"),
        Slip(
            "a bracket left out", replay + " --config c.toml", files: ["c.toml": "[messages\n"],
            place: "c.toml:1:10", cure: "] is expected"),
        Slip(
            "an identifier of too many bits", replay + " --can-id stub=0x999",
            place: "--can-id stub=0x999",
            cure:
                "three digits are an 11-bit identifier, up to 0x7FF; more digits make it a 29-bit one"
        ),
        Slip(
            "a time that is none", "ehorizon decode --from 12:61 LOG", place: "--from 12:61",
            cure: "a time such as 08:03:17"),
        Slip(
            "a time of another day", "ehorizon reconstruct --at 1999 LOG", status: 1,
            place: "--at 1999: LOG begins at", cure: "2026-01-01T08:00:00Z"),
    ]

    /// Buses and receivers.
    private static let buses: [Slip] = [
        Slip(
            "a bit rate in kbit/s",
            "ehorizond --map MAP --position file:DRIVE --can can0 --bitrate 500",
            place: "--bitrate 500", cure: "10000 to 8000000 bit/s can be set"),
        Slip(
            "a bit rate with a unit", "ehorizond --map MAP --position - --can can0 --bitrate 500k",
            place: "'500k' is invalid for '--bitrate",
            cure: "a whole number in bit/s, such as 500000"),
        Slip(
            "a device without nmea:", "ehorizond --map MAP --position /dev/ttyUSB0 --can can0",
            place: "'/dev/ttyUSB0' is invalid for '--position", cure: "nmea:DEVICE[?baud=RATE]"),
        Slip(
            "a name that no interface can have",
            "ehorizond --map MAP --position file:DRIVE --can a-name-that-is-too-long",
            place: "--can a-name-that-is-too-long", cure: "a name has 1 to 15 characters"),
        Slip(
            "a daemon that does not run", "ehorizon status --control-socket nothere", status: 1,
            place: "nothere: connect: No such file or directory",
            cure: "is ehorizond running with --control-socket?"),
        Slip(
            "two messages on one identifier", replay + " --layout MAKER.dbc --can-id stub=0x423",
            place: "SEGMENT and STUB share the identifier 423",
            cure: "give one of them another identifier"),
    ]
}
