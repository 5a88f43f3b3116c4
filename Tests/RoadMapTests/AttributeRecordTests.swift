import RoadMap
import Testing

/// The records of attributes: one for each number, in the order of FORMAT.md.
@Suite struct AttributeRecordTests {
    @Test func `Numbers and names are unique, and the numbers ascend without a gap`() {
        let numbers = AttributeKind.records.map(\.kind.rawValue)
        #expect(numbers == Array(1...UInt8(AttributeKind.records.count)))
        #expect(Set(AttributeKind.records.map(\.name)).count == numbers.count)
    }

    @Test func `A kind that this version does not know has no record and is no text`() {
        let unknown = AttributeKind(rawValue: 200)
        #expect(unknown.record == nil && !unknown.isText)
        #expect(AttributeKind.name.isText && !AttributeKind.lanes.isText)
    }

    @Test func `Texts, exceptions and repeated attributes`() {
        let records = AttributeKind.records
        #expect(
            records.filter(\.kind.isText).map(\.kind)
                == [
                    .name, .reference, .turnLanes, .nameInLanguage, .internationalReference,
                    .signText, .timeZone,
                ])
        #expect(
            records.filter { $0.occurrence == .exception }.map(\.kind) == [
                .country, .timeZone, .removed,
            ])
        #expect(
            records.filter { !$0.isSingle }.map(\.kind)
                == [
                    .particularSpeedLimit, .condition, .nameInLanguage, .turnRestriction,
                    .previousWay, .roadObject, .signText, .exitCount,
                ])
    }

    @Test func `Named values have their names`() throws {
        let record = try #require(AttributeKind.surface.record)
        guard case .name(let name) = record.coding else {
            Issue.record("surface is a named value")
            return
        }
        #expect(name(2) == "asphalt" && name(200) == nil)
    }
}
