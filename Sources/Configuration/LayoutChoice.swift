public import ADASISv2
import CANFrames
public import Console

/// The layout of the frames as it is chosen: by name, with the identifiers that are to be others.
struct LayoutChoice: Sendable {
    /// The name.
    private(set) var name = "adasis"
    /// The identifiers that were set, as they were written.
    private(set) var identifierTexts: [MessageKind: String] = [:]
    private var chosen = Layout(.adasis)
    private var identifiers: [(kind: MessageKind, identifier: CANIdentifier)] = []

    /// The layout with its identifiers.
    var layout: Layout {
        var layout = chosen
        for (kind, identifier) in identifiers { layout.setIdentifier(identifier, of: kind) }
        return layout
    }

    /// Chooses a layout by its name.
    mutating func choose(_ name: String) throws(ValueProblem) {
        chosen = try LayoutChoice.layout(named: name)
        self.name = name
    }

    /// Lets a message travel on another identifier.
    mutating func setIdentifier(_ text: String, of kind: MessageKind) throws(ValueProblem) {
        guard let identifier = CANIdentifier(text: text[...]) else {
            throw ValueProblem(
                "expected a hexadecimal identifier, as in 0x300; more than three digits make it a"
                    + " 29-bit one")
        }
        identifiers.removeAll { $0.kind == kind }
        identifiers.append((kind, identifier))
        identifierTexts[kind] = text
    }

    /// The identifier of a message, as it is or would be written.
    func identifierText(of kind: MessageKind) -> String {
        identifierTexts[kind] ?? "0x" + chosen.identifier(of: kind).text
    }

    /// The one place where a name becomes a layout.
    static func layout(named name: String) throws(ValueProblem) -> Layout {
        guard let preset = LayoutPreset(name: name) else {
            let names = LayoutPreset.allCases.map(\.name).joined(separator: ", ")
            throw ValueProblem("unknown layout; known are \(names)")
        }
        return Layout(preset)
    }
}

extension LayoutPreset {
    /// The layout that a flag names.
    public init(flag name: String) throws(UsageFailure) {
        guard let preset = LayoutPreset(name: name) else {
            let names = LayoutPreset.allCases.map(\.name).joined(separator: ", ")
            throw UsageFailure("--layout \(name): unknown layout; known are \(names)")
        }
        self = preset
    }
}

extension CANIdentifier {
    /// An identifier in hexadecimal, with or without 0x: up to three digits are an 11-bit one.
    init?(text: Substring) {
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text
        guard (1...8).contains(digits.count), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        if digits.count <= 3 { self.init(base: value) } else { self.init(extended: value) }
    }
}
