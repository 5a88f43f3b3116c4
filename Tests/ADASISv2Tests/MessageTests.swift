import ADASISv2
import Testing

@Suite("Messages")
struct MessageTests {
    static let metaData = MetaDataMessage(
        countryCode: .unknown,
        drivingSide: .right,
        speedUnit: .kilometresPerHour
    )

    static let all: [Message] = [
        .systemSpecific(SystemSpecificMessage(bytes: 0)), .position(PositionMessage()),
        .segment(SegmentMessage()), .stub(StubMessage()), .profileShort(ProfileShortMessage()),
        .profileLong(ProfileLongMessage()), .metaData(metaData),
    ]

    @Test("Kinds have the numbers of the protocol")
    func kinds() {
        #expect(Self.all.map(\.kind.rawValue) == Array(0...6))
        #expect(Self.all.map(\.kind) == MessageKind.allCases)
    }

    @Test("What nobody set says nothing", arguments: MessageTests.all)
    func unknownByDefault(message: Message) throws {
        guard message.kind != .systemSpecific else { return }
        let layout = Layout(.adasis)
        let (kind, raw) = try #require(try layout.fields(of: layout.encode(message)))
        let exceptions: Set<Field> = [
            // No knowledge of the road: header, flags, and what has to be given.
            .messageType, .reserved, .cyclicCounter, .retransmission, .update, .controlPoint,
            .lastStubAtOffset, .positionIndex, .distance1, .drivingSide, .speedUnit,
            .majorProtocolVersion, .minorProtocolVersion, .minorProtocolSubVersion,
            .hardwareVersion, .mapVersionQuarter,
        ]
        for (index, field) in kind.fields.enumerated() where !exceptions.contains(field) {
            let value = field.value(
                of: raw[index],
                in: kind,
                profile: ProfileType(kind: kind, raw: raw)
            )
            #expect(["unknown", "n/a"].contains(value.text), "\(kind) \(field): \(value.text)")
        }
    }

    @Test("The counter can be set wherever there is one", arguments: MessageTests.all)
    func counter(message: Message) {
        var message = message
        message.cyclicCounter = CyclicCounter(raw: 3)
        #expect(message.cyclicCounter.raw == (message.kind == .systemSpecific ? 0 : 3))
    }

    @Test("Repetition can be marked wherever there is a bit for it", arguments: MessageTests.all)
    func retransmission(message: Message) {
        var message = message
        message.retransmission = true
        let marked: Set<MessageKind> = [.segment, .stub, .profileShort, .profileLong]
        #expect(message.retransmission == marked.contains(message.kind))
    }

    @Test("Fields belong to the kinds, message type and reserved bits last")
    func fields() {
        for kind in MessageKind.allCases {
            #expect(Set(kind.fields).count == kind.fields.count)
            #expect(kind.fields.suffix(2) == [.messageType, .reserved])
            #expect(kind.fields.count <= 20)
        }
        let all = Set(MessageKind.allCases.flatMap(\.fields))
        #expect(all.union([.aliveCounter, .checksum]) == Set(Field.allCases))
    }
}
