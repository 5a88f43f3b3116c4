import ADASISv2
import Testing

@Suite("Records of the profile types")
struct ProfileRecordTests {
    static let records = ShortProfileType.records + LongProfileType.records

    @Test("Numbers ascend, and numbers and names are unique in a message")
    func numbers() {
        for records in [ShortProfileType.records, LongProfileType.records] {
            #expect(records.map(\.number) == Set(records.map(\.number)).sorted())
            #expect(Set(records.map(\.name)).count == records.count)
            #expect(records.allSatisfy { (1...15).contains($0.number) })
        }
        #expect(ProfileType.named == ProfileType.named.sorted())
        #expect(ProfileType.named.map(\.record) == Self.records.map(Optional.some))
    }

    @Test("What a record lacks, its sentences say", arguments: records)
    func words(record: ProfileRecord) {
        #expect(!record.words.isEmpty && !record.source.isEmpty && !record.samples.isEmpty)
        // Own codings are off unless enabled by name.
        #expect(record.confidence != .own || !record.hasPublicCoding)
        if record.highestOnRoads != nil { #expect(record.unit == "m") }
    }

    @Test("Each sample reads as its record says", arguments: ProfileType.named)
    func samples(type: ProfileType) {
        for sample in type.record?.samples ?? [] {
            #expect(type.text(of: sample.raw).text == sample.text)
            let field = type.kind == .profileShort ? Field.value0 : Field.value
            let value = field.value(of: sample.raw, in: type.kind, profile: type)
            #expect(value.text == sample.text)
            #expect(field.unit(profile: type) == type.record?.unit)
        }
        let largest: UInt32 = type.kind == .profileShort ? 1023 : .max
        #expect(type.text(of: largest).text == "n/a")
        #expect(type.value(of: largest) == .notAvailable)
    }

    @Test("Each number of a scale comes back", arguments: ShortProfileType.named)
    func scales(type: ShortProfileType) {
        let coding = type.record?.coding
        for raw in UInt16(0)...1022 {
            let code = ProfileValueCode(raw: raw)
            guard let value = type.value(of: code).value else { continue }
            switch coding {
            case .linear, .curvature, .number: #expect(type.code(value) == code)
            default: #expect(value == Double(raw))
            }
        }
    }

    @Test("Scales against calculated values")
    func linear() {
        let altitude = LongProfileType.altitude
        // (2408.5 + 1000) · 100.
        #expect(altitude.code(2408.5).raw == 340_850)
        #expect(altitude.value(of: LongValueCode(raw: 340_850)) == .known(2408.5))
        #expect(altitude.code(-1000).raw == 0 && altitude.code(-1000.01) == .notAvailable)
        #expect(altitude.code(nil) == .notAvailable && altitude.code(.nan) == .notAvailable)
        let longitude = LongProfileType.bezierLongitude
        #expect(longitude.code(9.1829321).raw == 1_891_829_321)
        #expect(longitude.code(-180).raw == 0 && longitude.code(180).raw == 3_600_000_000)
        #expect(longitude.code(180.000_000_1) == .notAvailable)
        #expect(longitude.value(of: LongValueCode(raw: 3_600_000_001)) == .reserved)
        let slope = ShortProfileType.slopeStep
        #expect(slope.code(3.5).raw == 546 && slope.code(80).raw == 1022)
        #expect(slope.value(of: ProfileValueCode(raw: 0)) == .atMost(-51.1))
        guard case .linear(let scale) = slope.record?.coding else {
            Issue.record("slope has no scale")
            return
        }
        #expect(scale.factor == 0.1 && scale.lowestValue == -51.1 && scale.highestValue == 51.1)
    }

    @Test("What has no scale takes whole numbers")
    func numbersWithoutScale() {
        #expect(LongProfileType.linkIdentifier.code(7).raw == 7)
        #expect(LongProfileType.linkIdentifier.code(7.5) == .notAvailable)
        #expect(ShortProfileType.curvature.code(0.002).raw == 641)
        #expect(ShortProfileType.curvature.code(nil) == .notAvailable)
        #expect(ShortProfileType(raw: 17).code(3) == .notAvailable)
        #expect(ShortProfileType(raw: 17).value(of: ProfileValueCode(raw: 3)) == .known(3))
        #expect(LongProfileType(raw: 17).value(of: LongValueCode(raw: 3)) == .known(3))
        #expect(LongProfileType(raw: 17).code(3) == .notAvailable)
    }

    @Test("The highest number with a meaning")
    func highest() {
        func highest(_ type: ShortProfileType) -> UInt32? { type.record?.coding.highest }
        #expect(highest(.curvature) == 1022 && highest(.slopeLinear) == 1022)
        #expect(highest(.roadAccessibility) == 255 && highest(.roadCondition) == 7)
        #expect(highest(.variableSpeedSignPosition) == 15)
        #expect(LongProfileType.latitude.record?.coding.highest == 1_800_000_000)
        #expect(LongProfileType.trafficSign.record?.coding.highest == .max)
    }

    @Test("Names of numbers are those of the Swift types")
    func names() {
        func names(_ type: ShortProfileType) -> [String] { type.record?.coding.names ?? [] }
        #expect(names(.routeNumberType).count == RouteNumberType.allCases.count + 1)
        #expect(names(.roadCondition).count == RoadCondition.allCases.count + 1)
        #expect(names(.roadAccessibility).count == 8)
        #expect(names(.variableSpeedSignPosition).count == 4)
        #expect(names(.curvature).isEmpty && names(.slopeStep).isEmpty)
        let named = ShortProfileType.records.filter { !$0.coding.names.isEmpty }
        #expect(named.map(\.number) == [2, 5, 6, 7])
        #expect(named.filter(\.coding.isFlags).map(\.number) == [5, 7])
    }

    @Test("A type of a message, with or without a name")
    func types() {
        #expect(ProfileType(kind: .profileShort, number: 3) == .short(.slopeStep))
        #expect(ProfileType(kind: .profileLong, number: 3) == .long(.altitude))
        #expect(ProfileType(kind: .stub, number: 3) == nil)
        #expect(ProfileType.short(.curvature).maskName == "profile-short.curvature")
        #expect(ProfileType.long(.altitude).maskName == "profile-long.altitude")
        let system = ProfileType.short(ShortProfileType(raw: 17))
        #expect(system.name == "type-17" && system.unit.isEmpty && system.course == .steps)
        #expect(!system.hasPublicCoding && !system.isReserved && system.record == nil)
        #expect(ProfileType.long(LongProfileType(raw: 15)).isReserved)
        #expect(ProfileType.short(.notAvailable).isReserved)
        #expect(!ProfileType.long(.altitude).isReserved && ProfileType.long(.altitude).unit == "m")
        #expect(ProfileType.long(.extendedLane).course == .steps)
    }
}
