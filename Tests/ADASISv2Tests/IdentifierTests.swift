import ADASISv2
import CANDatabase
import CANFrames
import Testing

@Suite("Which message on which identifier")
struct IdentifierTests {
    static func base(_ value: UInt16) -> CANIdentifier { CANIdentifier(truncatingBase: value) }

    static func short(_ type: ShortProfileType) -> Message {
        .profileShort(ProfileShortMessage(profileType: type))
    }

    static func long(_ type: LongProfileType) -> Message {
        .profileLong(ProfileLongMessage(profileType: type))
    }

    @Test("Curvature on an identifier of its own")
    func ownIdentifier() throws {
        var layout = Layout(.adasis)
        layout.setIdentifier(Self.base(0x310), of: .curvature)
        #expect(layout.messages.count == 7)
        for (message, identifier) in [
            (Self.short(.curvature), 0x310), (Self.short(.slopeLinear), 0x303),
            (Self.long(.altitude), 0x304), (.stub(StubMessage()), 0x301),
            (.segment(SegmentMessage()), 0x302), (.systemSpecific(.init(bytes: 0)), 0x300),
        ] as [(Message, UInt16)] {
            #expect(layout.identifier(for: message) == Self.base(identifier))
            #expect(layout.encode(message).identifier == Self.base(identifier))
            #expect(try layout.decode(layout.encode(message)) == message)
            #expect(layout.carries(message))
        }
        // Any type is understood on any identifier of its kind.
        var frame = layout.encode(Self.short(.slopeLinear))
        frame.identifier = Self.base(0x310)
        #expect(try layout.decode(frame) == Self.short(.slopeLinear))
        #expect(layout.identifier(of: .profileShort) == Self.base(0x303))
    }

    @Test("Types move, share and come back")
    func moving() throws {
        var layout = Layout(.adasis)
        layout.setIdentifier(Self.base(0x310), of: .curvature)
        layout.setIdentifier(Self.base(0x310), of: .slopeLinear)
        #expect(layout.messages.count == 7)
        #expect(layout.identifier(for: Self.short(.slopeLinear)) == Self.base(0x310))
        layout.setIdentifier(Self.base(0x311), of: .curvature)
        layout.setIdentifier(Self.base(0x311), of: .slopeLinear)
        #expect(layout.messages.count == 7, "nothing travels on 0x310 any more")
        layout.setIdentifier(Self.base(0x303), of: .curvature)
        layout.setIdentifier(Self.base(0x303), of: .slopeLinear)
        #expect(layout.messages == Layout(.adasis).messages)
        layout.setIdentifier(Self.base(0x312), of: .altitude)
        #expect(layout.identifier(for: Self.long(.altitude)) == Self.base(0x312))
        #expect(layout.identifier(for: Self.long(.longitude)) == Self.base(0x304))
        try layout.check()
    }

    @Test("A layout without some messages sends nothing of them")
    func missingMessages() throws {
        let all = Layout(.adasis).messages
        var mini = try Layout(messages: [all[1], all[5]])
        #expect(!mini.carries(.position))
        #expect(mini.carries(.segment))
        #expect(mini.carries(.systemSpecific))
        let position = Message.position(PositionMessage(pathIndex: .first))
        #expect(!mini.carries(position))
        #expect(mini.identifier(for: position) == nil)
        #expect(mini.encode(position).length == 0)
        #expect(mini.encode(position).identifier == Self.base(0x300))
        #expect(mini.identifier(of: .position) == Self.base(0x300))
        #expect(mini.encode(.systemSpecific(.init(bytes: 9))).identifier == Self.base(0x302))
        #expect(mini.identifier(of: .systemSpecific) == Self.base(0x302))
        mini.setIdentifier(Self.base(1), of: .position)
        mini.setIdentifier(Self.base(1), of: .curvature)
        mini.setIdentifier(Self.base(1), of: .altitude)
        #expect(mini.messages == [all[1], all[5]])
        var counters = AliveCounters(for: mini)
        #expect(mini.encode(position, counting: &counters).length == 0)
    }

    @Test("Whether a frame has a field of a message")
    func carriedFields() throws {
        let all = Layout(.adasis).messages
        let layout = try Layout(messages: [
            all[0],
            MessageLayout(
                kind: .stub,
                identifier: Self.base(0x301),
                signals: all[2].signals.filter { $0.field != .turnAngle }
            ),
        ])
        let position = layout.encode(.position(PositionMessage()))
        let stub = layout.encode(.stub(StubMessage()))
        #expect(layout.carries(.speed, of: .position, in: position))
        #expect(layout.carries(.subPathIndex, of: .stub, in: stub))
        #expect(!layout.carries(.turnAngle, of: .stub, in: stub), "it was left out")
        #expect(!layout.carries(.offset, of: .position, in: stub), "on another identifier")
        #expect(!layout.carries(.offset, of: .stub, in: position))
        #expect(!layout.carries(.offset, of: .segment, in: position), "not of the layout")
    }

    @Test("Only profiles have profile types")
    func typeless() throws {
        let all = Layout(.adasis).messages
        let stub = try all[2].changed(types: ProfileTypeSet([.curvature, .slopeStep]))
        #expect(stub.profileTypes == .all)
        #expect(try Layout(messages: [stub]).messages == [all[2]])
        let long = try all[4].changed(types: ProfileTypeSet([.altitude]))
        #expect(long.profileTypes.numbers == [LongProfileType.altitude.raw])
    }

    @Test("System specific messages need a message type somewhere")
    func systemSpecific() throws {
        let all = try Layout(.adasis).messages.prefix(2).map { message in
            try MessageLayout(
                kind: message.kind,
                identifier: message.identifier,
                signals: message.signals.filter { $0.field != .messageType }
            )
        }
        let special = Message.systemSpecific(SystemSpecificMessage(bytes: 5))
        let without = try Layout(messages: all)
        #expect(!without.carries(.systemSpecific))
        #expect(!without.carries(special))
        #expect(without.encode(special).length == 0)
        let stub = try Layout(messages: all + [Layout(.adasis).messages[2]])
        #expect(stub.identifier(for: special) == Self.base(0x301))
        #expect(try stub.decode(stub.encode(special)) == special)
    }

    @Test("Layouts that clients could not tell apart")
    func ambiguous() throws {
        let all = Layout(.adasis).messages
        let short = all[3]
        #expect(throws: LayoutError.profileTypeTwice(.profileShort, 0)) {
            try Layout(messages: [short, short])
        }
        // The same identifier, but the other bits.
        var layout = Layout(.adasis)
        layout.setIdentifier(Self.base(0x310), of: .curvature)
        let intel = Layout(.adasisIntel).messages[3]
        let own = try MessageLayout(
            kind: .profileShort,
            identifier: intel.identifier,
            signals: intel.signals,
            profileTypes: ProfileTypeSet([ShortProfileType.curvature])
        )
        let rest = try #require(layout.messages.first { $0.kind == .profileShort })
        #expect(
            throws: LayoutError.sharedIdentifier(rest.identifier, .profileShort, .profileShort)
        ) {
            try Layout(messages: [rest, own])
        }
        let other = try #require(Layout(.adasisIntel).messages.last)
        let metaData = try MessageLayout(
            kind: .metaData, identifier: rest.identifier, signals: other.signals)
        #expect(throws: LayoutError.sharedIdentifier(rest.identifier, .profileShort, .metaData)) {
            _ = try Layout(messages: [rest, metaData])
        }
    }

    @Test("Two ways of one kind on one identifier: the one that sends the type reads it")
    func sameIdentifierTwice() throws {
        var layout = Layout(.adasis)
        layout.setIdentifier(Self.base(0x310), of: .curvature)
        layout.setIdentifier(Self.base(0x310), of: .profileShort)
        try layout.check()
        for type in [ShortProfileType.curvature, .slopeStep] {
            let message = Self.short(type)
            #expect(try layout.decode(layout.encode(message)) == message)
        }
        #expect(try layout.database().message(named: "PROFILE_SHORT") != nil)
    }

    @Test("A type that is sent on no identifier gets one")
    func unsent() throws {
        let short = Layout(.adasis).messages[3]
        var layout = try Layout(messages: [
            MessageLayout(
                kind: .profileShort,
                identifier: short.identifier,
                signals: short.signals,
                profileTypes: ProfileTypeSet([ShortProfileType.slopeStep])
            )
        ])
        #expect(!layout.carries(Self.short(.curvature)))
        layout.setIdentifier(Self.base(0x310), of: .curvature)
        #expect(layout.identifier(for: Self.short(.curvature)) == Self.base(0x310))
    }

    @Test("Sets of profile types")
    func sets() {
        var set = ProfileTypeSet([LongProfileType.longitude, .latitude])
        #expect(set.numbers == [1, 2])
        set.insert(31)
        set.remove(1)
        #expect(set.numbers == [2, 31])
        #expect(ProfileTypeSet.all.numbers.count == 32)
        #expect(ProfileTypeSet().isEmpty)
    }
}
