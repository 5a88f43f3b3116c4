import ADASISv2
import CANDatabase
import CANFrames
import Foundation
import ProtocolChecker
import ProtocolReference
import Testing

@Suite("Documents from the tables")
struct CommittedDocumentTests {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Wire/ProtocolReference/Pages")

    /// `UPDATE_GOLDEN=1 swift test --filter CommittedDocument` writes them.
    @Test(
        "What is committed is what the tables give",
        arguments: ["reference.md", "conformance.md", "rules.md", "adasis-v2.lua"])
    func committed(name: String) throws {
        let text =
            switch name {
            case "reference.md": ReferencePage().markdown
            case "conformance.md": ConformanceStatement.markdown
            case "rules.md": RulePage.markdown
            default: WiresharkDissector().lua
            }
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let isSame = try String(contentsOf: file, encoding: .utf8) == text
        #expect(
            isSame,
            "\(name) has drifted: UPDATE_GOLDEN=1 swift test --filter CommittedDocument")
    }

    @Test("Every field and profile type is on the page, with its confidence")
    func complete() {
        let page = ReferencePage().markdown
        for kind in MessageKind.standard {
            for field in kind.fields where !field.isMakersOwn && field != .reserved {
                #expect(page.contains("| \(field.rawValue) | "), "\(field)")
            }
        }
        for type in ShortProfileType.named { #expect(page.contains("| \(type.name) | ")) }
        for type in LongProfileType.named { #expect(page.contains("| \(type.name) | ")) }
        for field in Field.allCases {
            #expect(ConformanceStatement.markdown.contains(field.rawValue), "\(field)")
        }
    }

    @Test("Every rule is on the page of rules, with its source, its effect and its remedy")
    func rules() {
        let page = RulePage.markdown
        for rule in Rule.allCases {
            let record = rule.record
            #expect(page.contains("\n## \(rule.rawValue)\n\n\(record.statement)\n"))
            for text in [record.statement, record.effect, record.remedy] {
                #expect(text.hasSuffix(".") && text.count > 10, "\(rule)")
                #expect(page.contains(text), "\(rule)")
            }
        }
        #expect(Set(Rule.allCases.map(\.record)).count == Rule.allCases.count)
    }

    @Test("The linear codings of the dissector are the codec's")
    func linear() {
        let lua = WiresharkDissector().lua
        for type in ProfileType.named {
            guard let record = type.record, case .linear(let scale) = record.coding else {
                continue
            }
            let numbers = "factor = \(scale.factor), offset = \(scale.lowestValue)"
            #expect(lua.contains("name = \"\(record.name)\", "))
            #expect(lua.contains(numbers + ", places = \(scale.places), "))
            for raw in stride(from: UInt32(1), to: scale.highest, by: Int(scale.highest / 900)) {
                guard case .known(let value) = type.value(of: raw) else { continue }
                #expect(abs(value - Double(raw) * scale.factor - scale.lowestValue) < 1e-6)
            }
        }
    }

    @Test("A page and a dissector of one layout alone")
    func oneLayout() throws {
        let all = Layout(.adasis).messages
        let mini = try Layout(messages: [all[1], all[5]])
        let page = ReferencePage(name: "mini", layout: mini).markdown
        #expect(page.contains("## SEGMENT"))
        #expect(!page.contains("## STUB"))
        #expect(page.contains("| mini | coding |"))
        let lua = WiresharkDissector(name: "a \"mini\"", layout: mini).lua
        #expect(lua.contains("name = \"a \\\"mini\\\"\""))
        #expect(!lua.contains("table-order"))
    }
}
