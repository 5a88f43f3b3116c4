import ADASISv2
import CANFrames
import Foundation
import Testing

/// The samples file that lies beside the repository on some machines. The same frames stand in
/// `Sample.all`, so that nothing is lost where it is not there.
private enum SharedSamples {
    static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/protocol/samples.json")

    static let isThere = FileManager.default.fileExists(atPath: file.path())

    struct Contents: Decodable {
        let samples: [Entry]
    }

    struct Entry: Decodable {
        let message: String
        let what: String
        let raw: [String: UInt32]
        let adasis: String?
        let adasisIntel: String?
        let tableOrder: String?

        enum CodingKeys: String, CodingKey {
            case message
            case what
            case raw
            case adasis
            case adasisIntel = "adasis-intel"
            case tableOrder = "table-order"
        }
    }
}

@Suite("Samples by the names of their fields")
struct SharedSampleTests {
    @Test(
        "Each sample's file entry decodes and encodes exactly",
        .enabled(
            if: SharedSamples.isThere,
            "needs ../shared/protocol/samples.json beside the repository"
        )
    )
    func roundTrip() throws {
        let data = try Data(contentsOf: SharedSamples.file)
        let samples = try JSONDecoder().decode(SharedSamples.Contents.self, from: data).samples
        #expect(samples.count >= 9)
        for sample in samples {
            let frames: [(LayoutPreset, String?)] = [
                (.adasis, sample.adasis), (.adasisIntel, sample.adasisIntel),
                (.tableOrder, sample.tableOrder),
            ]
            for case (let preset, let text?) in frames {
                let layout = Layout(preset)
                let kind = try #require(
                    MessageKind.standard.first { $0.name == sample.message }
                )
                let bytes = try #require(UInt64(text, radix: 16))
                let frame = frame(layout.identifier(of: kind), bytes)
                let decoded = try #require(try layout.fields(of: frame))
                for (index, field) in kind.fields.enumerated() {
                    guard let expected = sample.raw[field.rawValue] else { continue }
                    #expect(decoded.raw[index] == expected, "\(sample.what): \(field)")
                }
                #expect(Set(sample.raw.keys).isSubset(of: kind.fields.map(\.rawValue)))
                let message = try #require(try layout.decode(frame))
                #expect(layout.encode(message) == frame, "\(sample.what)")
            }
        }
    }
}
