import ADASISv2
import CANDatabase
import CANFrames
import CLibrary
import TextFiles

/// The layout of the frames as it is chosen: a preset or a DBC file, and what is to be different.
///
/// Files are only read by ``load()``; until then the layout is the default one.
struct LayoutChoice: Sendable {
    /// A preset's name, or the path of a DBC file.
    private(set) var name = "adasis"
    /// The path of the file that says what the DBC calls the fields.
    var mapping: String?
    /// The frames that a preset's messages travel in.
    var frame = FrameChoice()
    /// The counter and checksum in a preset's frames.
    var trailer = TrailerChoice()
    /// The identifiers that were set, as they were written.
    private var texts: [MessageName: String] = [:]
    /// All of it put together.
    private(set) var layout = Layout(.adasis)

    /// Why the parts of a choice do not go together, with the settings that it is about, the likeliest
    /// first.
    struct Problem: Error {
        let settings: [String]
        let text: String
    }

    /// Whether the layout comes from a DBC file.
    var isDatabase: Bool { name.hasSuffix(".dbc") }

    /// Chooses a layout by its name or file.
    mutating func choose(_ name: String) throws(ValueProblem) {
        guard name.hasSuffix(".dbc") || LayoutPreset(name: name) != nil else {
            let names = LayoutPreset.allCases.map(\.name)
            throw ValueProblem(
                "unknown layout; known are \(names.joined(separator: ", ")), and files that end in .dbc"
                    + NearestName.words(for: name, among: names))
        }
        self.name = name
    }

    /// Lets a message or profile type travel on another identifier.
    mutating func setIdentifier(
        _ text: String, of carrier: MessageName
    ) throws(ValueProblem) {
        if let reason = CANIdentifier.problem(with: text[...]) { throw ValueProblem(reason) }
        texts[carrier] = text
    }

    /// The identifier of a message, as it is or would be written; of a profile type only where it has
    /// one of its own by these settings. `nil` where there is none.
    func identifierText(of carrier: MessageName) -> String? {
        if let text = texts[carrier] { return text }
        guard case .kind(let kind) = carrier, layout.carries(kind) else { return nil }
        return "0x" + layout.identifier(of: kind).text
    }

    /// Puts the layout together.
    mutating func load() throws(Problem) {
        var layout = isDatabase ? try database() : try preset()
        for carrier in MessageName.all {
            guard let text = texts[carrier], let identifier = CANIdentifier(text: text[...]) else {
                continue
            }
            guard carrier.isCarried(by: layout) else {
                throw Problem(
                    settings: [carrier.settingName],
                    text: "\(carrier.settingName): the layout has no \(carrier.description)")
            }
            carrier.set(identifier, in: &layout)
        }
        do throws(LayoutError) {
            try layout.check()
        } catch {
            throw Problem(
                settings: MessageName.all.filter { texts[$0] != nil }.reversed()
                    .map(\.settingName) + ["layout.name"], text: error.withCure)
        }
        self.layout = layout
    }

    private func preset() throws(Problem) -> Layout {
        if let mapping {
            throw Problem(
                settings: ["layout.mapping"],
                text: "the mapping \(mapping): only a DBC has one, and the layout is \(name)")
        }
        var layout = Layout(LayoutPreset(name: name) ?? .adasis)
        do throws(LayoutError) {
            if frame != FrameChoice() {
                layout = try layout.placing(
                    at: frame.byteOffset, frameLength: frame.length, isFD: frame.isFD)
            }
        } catch {
            throw Problem(
                settings: ["layout.pdu_offset_bytes", "layout.frame_bytes", "layout.can_fd"],
                text: error.description)
        }
        return try trailer.seal(layout)
    }

    private func database() throws(Problem) -> Layout {
        if frame != FrameChoice() || trailer != TrailerChoice() {
            throw Problem(
                settings: LayoutChoice.presetSettings + TrailerChoice.settings,
                text: "the layout is \(name): describe frames and trailers in the DBC and its"
                    + " mapping")
        }
        do throws(Failure) {
            let database = try DatabaseFile.read(name)
            let path = mapping ?? pathBeside
            var names: LayoutMapping?
            if let path { names = try DatabaseFile.mapping(path) }
            do throws(LayoutSourceError) {
                guard let names else { return try Layout(database: database) }
                return try Layout(database: database, mapping: names)
            } catch .layout(let error) where !error.isOfCoverage {
                // What a frame cannot hold is the DBC's matter, which bytes are covered the mapping's.
                throw Failure("\(name): \(error.withCure)")
            } catch .noNameOfOurs {
                let error = LayoutSourceError.noNameOfOurs
                throw Failure(
                    "\(name): \(error) (--layout-mapping, or layout.mapping of a configuration)")
            } catch {
                throw Failure("\(path ?? name): \(error)")
            }
        } catch {
            throw Problem(settings: ["layout.name", "layout.mapping"], text: error.description)
        }
    }

    /// The settings of ``frame``.
    private static let presetSettings = [
        "layout.pdu_offset_bytes", "layout.frame_bytes", "layout.can_fd",
    ]

    /// The mapping beside the DBC, `nil` where there is none.
    private var pathBeside: String? {
        let path = String(name.dropLast(4) + ".map")
        return access(path, F_OK) == 0 ? path : nil
    }
}

/// The frames that a preset's messages travel in.
struct FrameChoice: Sendable, Hashable {
    /// The payload in bytes.
    var length = 8
    /// Whether they are CAN FD frames.
    var isFD = false
    /// The byte that messages begin at.
    var byteOffset = 0
}

extension LayoutError {
    /// The line for people, with a remedy for messages that a client cannot tell apart.
    fileprivate var withCure: String {
        switch self {
        case .sharedIdentifier:
            "\(description); give one of them another identifier, or both the message type at one place"
        case .differentTrailers: "\(description); give one of them another identifier"
        default: description
        }
    }
}

/// A DBC and its mapping, with what is wrong in them named by file and place.
enum DatabaseFile {
    static func read(_ path: String) throws(Failure) -> Database {
        let bytes = try Files.read(path)
        do throws(DatabaseSyntaxError) {
            return try Database(parsing: bytes.span)
        } catch {
            throw Failure("\(path), \(error)")
        }
    }

    static func mapping(_ path: String) throws(Failure) -> LayoutMapping {
        let text = String(decoding: try Files.read(path), as: UTF8.self)
        do throws(LayoutMappingError) {
            return try LayoutMapping(parsing: text)
        } catch {
            throw Failure("\(path), \(error)")
        }
    }
}

extension CANIdentifier {
    private static func digits(_ text: Substring) -> Substring {
        text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text
    }

    /// Why a text is no identifier, `nil` where it is one.
    static func problem(with text: Substring) -> String? {
        if CANIdentifier(text: text) != nil { return nil }
        let digits = digits(text)
        guard (1...8).contains(digits.count), digits.allSatisfy(\.isHexDigit) else {
            return "expected a hexadecimal identifier, as in 0x300; more than three digits make it"
                + " a 29-bit one"
        }
        return digits.count <= 3
            ? "three digits are an 11-bit identifier, up to 0x7FF; more digits make it a 29-bit"
                + " one"
            : "a 29-bit identifier is 0x1FFFFFFF at most"
    }

    /// Whether a text may be meant as a decimal number: nothing in it shows that it is not.
    static func looksDecimal(_ text: Substring) -> Bool {
        !text.hasPrefix("0") && text.allSatisfy { ("0"..."9").contains($0) }
    }

    /// An identifier in hexadecimal, with or without 0x: up to three digits are an 11-bit one.
    init?(text: Substring) {
        let digits = CANIdentifier.digits(text)
        guard (1...8).contains(digits.count), digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        if digits.count <= 3 { self.init(base: value) } else { self.init(extended: value) }
    }
}
