import ADASISv2
import CANDatabase
import CANFrames
import Testing

@Suite("What layouts may be, and how they are described")
struct LayoutRuleTests {
    private static func base(_ value: UInt16) -> CANIdentifier {
        CANIdentifier(truncatingBase: value)
    }

    private static func sealed(_ message: MessageLayout, _ start: Int?) throws -> MessageLayout {
        try message.placing(
            at: 0, frameLength: 12, isFD: true,
            trailer: start.map {
                Trailer(
                    counter: SignalBits(startBit: 88, width: 4, byteOrder: .intel),
                    checksum: SignalBits(startBit: $0, width: 8, byteOrder: .intel),
                    algorithm: .xor)
            })
    }

    /// PROFILE SHORT twice on one identifier, the second with curvature only.
    private static func pair(
        _ first: (MessageLayout) throws -> MessageLayout,
        _ second: (MessageLayout) throws -> MessageLayout
    ) throws {
        let short = Layout(.adasis).messages[3]
        let rest = try short.without(ShortProfileType.curvature.raw)
        let own = try short.changed(types: ProfileTypeSet([ShortProfileType.curvature]))
        _ = try Layout(messages: [first(rest), second(own)])
    }

    @Test("Two ways of one kind on one identifier have to agree in all")
    func sameFrame() throws {
        let whole = { (message: MessageLayout) in message }
        try Self.pair(whole, whole)
        let others: [(MessageLayout) throws -> MessageLayout] = [
            { try $0.placing(at: 0, frameLength: 12, isFD: true) },
            { try $0.placing(at: 0, frameLength: 8, isFD: true) },
        ]
        for other in others {
            #expect(throws: LayoutError.self) { try Self.pair(whole, other) }
            #expect(throws: LayoutError.self) { try Self.pair(other, whole) }
        }
        let long = { (start: Int) in
            { (message: MessageLayout) in
                try message.placing(at: start, frameLength: 16, isFD: true)
            }
        }
        try Self.pair(long(4), long(4))
        #expect(throws: LayoutError.self) { try Self.pair(long(4), long(5)) }
        try Self.pair({ try Self.sealed($0, 64) }, { try Self.sealed($0, 64) })
        #expect(throws: LayoutError.self) {
            try Self.pair({ try Self.sealed($0, 64) }, { try Self.sealed($0, 72) })
        }
        #expect(throws: LayoutError.self) {
            try Self.pair({ try Self.sealed($0, 64) }, { try Self.sealed($0, nil) })
        }
    }

    @Test("Different kinds on one identifier need frames of one length and kind")
    func otherKinds() throws {
        let all = Layout(.adasis).messages
        func together(_ stub: MessageLayout) throws {
            _ = try Layout(messages: [all[0], stub.changed(identifier: all[0].identifier)])
        }
        try together(all[2])
        #expect(throws: LayoutError.sharedIdentifier(all[0].identifier, .position, .stub)) {
            try together(all[2].placing(at: 0, frameLength: 8, isFD: true))
        }
        #expect(throws: LayoutError.self) {
            try together(all[2].placing(at: 0, frameLength: 12, isFD: true))
        }
        // Nor can such a layout, made by setting identifiers, be described.
        let untyped = try MessageLayout(
            kind: .stub, identifier: all[2].identifier,
            signals: all[2].signals.filter { $0.field != .messageType })
        var layout = try Layout(messages: [all[0], untyped])
        layout.setIdentifier(all[0].identifier, of: .stub)
        #expect(throws: LayoutError.sharedIdentifier(all[0].identifier, .position, .stub)) {
            try layout.database()
        }
    }

    @Test("A message lies in its frame, and has none but its own fields")
    func fit() throws {
        let stub = Layout(.adasis).messages[2]
        #expect(throws: LayoutError.invalidFrame(.stub, length: 64, byteOffset: 64)) {
            try stub.placing(at: 64, frameLength: 64, isFD: true)
        }
        for byteOffset in [57, 63] {
            let error = #expect(throws: LayoutError.self) {
                try stub.placing(at: byteOffset, frameLength: 64, isFD: true)
            }
            guard case .outsideFrame(.stub, _)? = error else {
                Issue.record("\(byteOffset): \(String(describing: error))")
                continue
            }
        }
        let type = SignalBits(startBit: 7, width: 3, byteOrder: .motorola)
        #expect(throws: LayoutError.foreignField(.systemSpecific, .messageType)) {
            try MessageLayout(
                kind: .systemSpecific, identifier: Self.base(1),
                signals: [SignalPlacement(.messageType, type)])
        }
        let before = SignalBits(startBit: -8, width: 6, byteOrder: .intel)
        #expect(throws: LayoutError.outsideFrame(.stub, .pathIndex)) {
            try MessageLayout(
                kind: .stub, identifier: Self.base(1), frameLength: 16, isFD: true, byteOffset: 1,
                signals: [SignalPlacement(.pathIndex, before)])
        }
        let metaData = Layout(.adasis).messages[5]
        for field in [Field.drivingSide, .speedUnit] {
            #expect(throws: LayoutError.missingField(.metaData, field)) {
                try MessageLayout(
                    kind: .metaData, identifier: Self.base(1),
                    signals: metaData.signals.filter { $0.field != field })
            }
        }
    }

    @Test("A type on an identifier of its own keeps its frame, behind the others of its kind")
    func ownFrames() throws {
        let short = Layout(.adasis).messages[3]
        let rest = try short.changed(types: ProfileTypeSet([ShortProfileType.slopeStep]))
        let own = try short.placing(at: 8, frameLength: 16, isFD: true).changed(
            identifier: Self.base(0x310), types: ProfileTypeSet([ShortProfileType.curvature]))
        var layout = try Layout(messages: [rest, own])
        layout.setIdentifier(Self.base(0x311), of: .curvature)
        #expect(layout.encode(IdentifierTests.short(.curvature)).length == 16)
        layout.setIdentifier(Self.base(0x312), of: .slopeLinear)
        #expect(layout.encode(IdentifierTests.short(.slopeLinear)).length == 8)
        #expect(layout.messages.map(\.identifier.value) == [0x303, 0x311, 0x312])
    }

    @Test("Each identifier's counter is read where it lies")
    func counters() throws {
        let all = Layout(.adasis).messages
        let layout = try Layout(messages: [all[0], all[2]]).placing(
            at: 0, frameLength: 12, isFD: true
        ).sealed { message in
            Trailer(
                counter: SignalBits(
                    startBit: message.kind == .stub ? 64 : 80, width: 4, byteOrder: .intel),
                checksum: SignalBits(startBit: 72, width: 8, byteOrder: .intel), algorithm: .xor)
        }
        var counters = AliveCounters(for: layout)
        for count in UInt64(0)..<3 {
            let stub = layout.encode(.stub(StubMessage()), counting: &counters)
            #expect(layout.aliveCounter(of: stub) == count)
        }
        let position = layout.encode(.position(PositionMessage()), counting: &counters)
        #expect(layout.aliveCounter(of: position) == 0)
    }

    @Test("Kinds on one identifier are one message of the DBC")
    func shared() throws {
        var layout = try TrailerTests.layout()
        layout.setIdentifier(Self.base(0x320), of: .curvature)
        for kind in MessageKind.standard { layout.setIdentifier(Self.base(0x320), of: kind) }
        #expect(layout.messages.count == 7)
        let message = try #require(try layout.database().messages.first)
        #expect(try layout.database().messages.count == 1)
        let names = message.signals.map(\.name)
        #expect(names.first == "messageType")
        #expect(Set(names).count == names.count)
        #expect(names.filter { $0.contains("messageType") }.count == 1)
        for name in ["aliveCounter", "checksum"] {
            #expect(names.filter { $0.contains(name) } == [name])
        }
        #expect(
            message.comment
                == "ADASIS v2 POSITION, SEGMENT, STUB, PROFILE SHORT, PROFILE LONG, META-DATA.")
        #expect(message.signal(named: "messageType")?.namedValues.count == 7)
        let own = try #require(try TrailerTests.layout().database().message(named: "STUB"))
        #expect(own.signals.map(\.name).suffix(2) == ["aliveCounter", "checksum"])
    }

    @Test("Numbers that have names")
    func namedValues() {
        let answers = [
            NamedValue(0, "no"), NamedValue(1, "yes"), NamedValue(2, "unknown"),
            NamedValue(3, "n/a"),
        ]
        #expect(Field.tunnel.namedValues(in: .segment) == answers)
        #expect(Field.update.namedValues(in: .segment).isEmpty)
        #expect(Field.value.namedValues(in: .profileLong) == [NamedValue(0xFFFF_FFFF, "n/a")])
        #expect(Field.reserved.namedValues(in: .stub).isEmpty)
        #expect(Field.messageType.namedValues(in: .stub) == [NamedValue(3, "STUB")])
        let limits = Field.effectiveSpeedLimit.namedValues(in: .segment)
        #expect(limits.count == 32 && limits[0].name == "unknown" && limits[2].name == "7")
        #expect(Field.regionCode.namedValues(in: .metaData) == [NamedValue(0, "unknown")])
        #expect(Field.pathIndex.value(of: 6, in: .segment).text != "continuation")
        #expect(Field.subPathIndex.value(of: 6, in: .stub).text == "continuation")
    }

    @Test("Each profile type on an identifier of its own is found again in the DBC")
    func profileTypes() throws {
        for raw in UInt8(0)..<32 {
            for kind in [MessageKind.profileShort, .profileLong] {
                var layout = Layout(.adasis)
                let message: Message
                if kind == .profileShort {
                    layout.setIdentifier(Self.base(0x310), of: ShortProfileType(raw: raw))
                    message = IdentifierTests.short(ShortProfileType(raw: raw))
                } else {
                    layout.setIdentifier(Self.base(0x310), of: LongProfileType(raw: raw))
                    message = IdentifierTests.long(LongProfileType(raw: raw))
                }
                let text = try layout.database().dbc
                let read = try Layout(database: Database(parsing: text))
                #expect(read.identifier(for: message)?.value == 0x310, "\(kind) \(raw)")
                #expect(read.messages.count == 7)
            }
        }
    }

    @Test("Only names of ours are taken from a DBC without a mapping")
    func automatic() throws {
        var text = try Layout(.adasis).database().dbc
        let ours = LayoutMapping(automatic: try Database(parsing: text))
        for section in ours.sections {
            let message = Layout(.adasis).messages.first { $0.kind == section.kind }
            let hasReserved = message?.bits(of: .reserved) != nil
            #expect(section.signals.contains { $0.field == .reserved } == hasReserved)
        }
        // Reserved bits and a type alone are no message of ours.
        text += "\nBO_ 4 PROFILE_SHORT_STATUS: 8 X\n SG_ messageType : 0|3@1+ (1,0) [0|1] \"\" X"
        text += "\n SG_ reserved : 8|8@1+ (1,0) [0|1] \"\" X\n"
        for (number, name) in [(1, "POSITION_2"), (2, "PROFILE_SHORTER")] {
            text += "\nBO_ \(number) \(name): 8 X\n SG_ offset : 0|13@1+ (1,0) [0|1] \"\" X"
            text += "\n SG_ value0 : 16|10@1+ (1,0) [0|1] \"\" X\n"
        }
        #expect(LayoutMapping(automatic: try Database(parsing: text)) == ours)
        text += "\nBO_ 3 OTHER: 8 X\n SG_ STUB_offset : 0|13@1+ (1,0) [0|1] \"\" X\n"
        let names = LayoutMapping(automatic: try Database(parsing: text)).sections.map(\.name)
        #expect(Set(names).count == names.count && names.count == ours.sections.count + 1)
    }
}
