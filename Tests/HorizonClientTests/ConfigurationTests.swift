import ADASISv2
import CANFrames
import CHorizonClient
import Testing

@Suite("The configuration of the C client")
struct ConfigurationTests {
    static let wrong: [@Sendable (inout ehc_config) -> Void] = [
        { $0.layout = ehc_layout(3) }, { $0.route_count = 0 }, { $0.route_count = 13 },
        { $0.routes.2.message = 0 }, { $0.routes.2.message = 7 }, { $0.routes.2.id = 0x800 },
        { $0.routes.2.id = UInt32.max }, { $0.trailing_length_m = 4_096 },
        { $0.longest_jump_m = 0 }, { $0.longest_jump_m = 4_096 },
        { $0.longest_sent_behind_m = 4_096 }, { $0.reorder_window_ms = 16_001 },
        { $0.position_timeout_ms = 0 }, { $0.path_timeout_ms = 3_600_001 },
    ]

    private static let layout = Layout(.adasis)

    private func segment(_ metres: Int, on path: PathIndex = .first) -> CANFrame {
        var message = SegmentMessage(
            pathIndex: path, offset: OffsetCode(metresFromPathStart: metres))
        message.cyclicCounter = CyclicCounter(raw: UInt8(metres & 3))
        return Self.layout.encode(.segment(message))
    }

    @Test("A value out of its range is refused", arguments: wrong.indices)
    func outOfRange(number: Int) {
        let client = Client(EHC_ADASIS, change: Self.wrong[number])
        #expect(!client.isReady)
        #expect(client.feed(segment(10), at: 0) == EHC_NOT_CONFIGURED)
        #expect(client.paths.isEmpty)
    }

    @Test func identifiersAreFree() {
        let client = Client(EHC_ADASIS) { config in
            config.routes.2.id = 0x9234_5678
            config.routes.6 = ehc_route(id: 0x123, message: UInt8(EHC_SEGMENT.rawValue))
            config.route_count = 7
        }
        var frame = segment(10)
        #expect(client.feed(frame, at: 0) == EHC_OTHER_ID)
        frame.identifier = CANIdentifier(truncatingBase: 0x123)
        #expect(client.feed(frame, at: 0) == EHC_PENDING)
        var other = segment(21)
        other.identifier = CANIdentifier(extended: 0x1234_5678) ?? other.identifier
        #expect(client.feed(other, at: 0) == EHC_PENDING)
        #expect(client.segments(8).map { $0.metres } == [10, 21])
    }

    @Test func unwantedProfilesTakeNoItems() {
        let client = Client(EHC_ADASIS) { $0.short_profiles = 1 << 1 }
        for (type, result) in [
            (ShortProfileType.curvature, EHC_PENDING), (.slopeStep, EHC_IGNORED),
        ] {
            var message = ProfileShortMessage(
                profileType: type, pathIndex: .first, offset: OffsetCode(raw: 5))
            message.value0 = .straight
            #expect(client.feed(Self.layout.encode(.profileShort(message)), at: 0) == result)
        }
        #expect(client.profiles(8) == [1])
        #expect(ehc_item_count(client.state) == 1)
    }

    /// A client whose items are all in use still updates them, and counts each message that needs another one.
    @Test func itemsThatDoNotFitAreCounted() throws {
        let client = Client(EHC_ADASIS)
        let capacity = Client.itemCapacity
        for metres in 0..<capacity {
            try #require(client.feed(segment(metres), at: 100) == EHC_PENDING)
        }
        #expect(client.feed(segment(capacity), at: 100) == EHC_FULL)
        #expect(client.feed(segment(capacity + 1), at: 100) == EHC_FULL)
        #expect(client.feed(segment(7), at: 300) == EHC_KNOWN_ALREADY)
        #expect(ehc_get_counters(client.state).pointee.receptions.12 == 2)
        #expect(client.segments(8).map { Int($0.metres) } == Array(0..<capacity))
        ehc_reset(client.state)
        #expect(client.paths.isEmpty)
        #expect(client.feed(segment(capacity), at: 400) == EHC_PENDING)
    }

    /// The times in the state have 32 bits, and those of updates 16.
    @Test("A long silence ends everything", arguments: [UInt64(20_000), 65_536, 1 << 32, 1 << 40])
    func longSilence(pause: UInt64) {
        let client = Client(EHC_ADASIS)
        let position = Self.layout.encode(
            .position(PositionMessage(pathIndex: .first, offset: OffsetCode(raw: 5))))
        #expect(client.feed(position, at: 50) == EHC_APPLIED)
        ehc_advance(client.state, 50 + pause)
        #expect(client.paths.isEmpty)
        #expect(ehc_get_whereabouts(client.state) == EHC_NO_POSITION)
        // The same frame again is no duplicate, and no counter is missing.
        #expect(client.feed(position, at: 50 + pause) == EHC_APPLIED)
        #expect(client.paths == [8])
        // A clock that runs backwards stands still.
        #expect(client.feed(segment(3), at: 0) == EHC_APPLIED)
        let path = Client.value(ehc_path()) { ehc_get_path(client.state, 8, &$0) }
        #expect(path?.mentioned_ms == 50 + pause)
    }

    /// The time of an update has 16 bits: it is cleared before they begin again.
    @Test func anUpdateIsNotRememberedFor65Seconds() {
        let client = Client(EHC_ADASIS)
        var message = SegmentMessage(pathIndex: .first, offset: OffsetCode(raw: 40))
        message.update = true
        #expect(client.feed(Self.layout.encode(.segment(message)), at: 100) == EHC_PENDING)
        // Other places keep the path.
        for second in 1...13 {
            let result = client.feed(segment(50 + second), at: 100 + 5_000 * UInt64(second))
            #expect(result == EHC_PENDING)
        }
        message.update = false
        message.tunnel = .yes
        message.cyclicCounter = CyclicCounter(raw: 3)
        let frame = Self.layout.encode(.segment(message))
        #expect(client.feed(frame, at: 100 + 65_536 + 20) == EHC_PENDING)
        #expect(client.segments(8).first?.tunnel == EHC_YES)
    }

    /// Offsets have 22 bits: a path ends after 2000 km.
    @Test func aPathOf2000Kilometres() throws {
        let client = Client(EHC_ADASIS) { $0.longest_jump_m = 4_095 }
        func segment(_ metres: Int, _ counter: Int) -> CANFrame {
            var message = SegmentMessage(
                pathIndex: .first, offset: OffsetCode(metresFromPathStart: metres))
            message.cyclicCounter = CyclicCounter(raw: UInt8(counter & 3))
            return Self.layout.encode(.segment(message))
        }
        for step in 0...501 {
            let metres = step * 4_000
            let time = UInt64(step) * 1000
            var position = PositionMessage(
                pathIndex: .first, offset: OffsetCode(metresFromPathStart: metres))
            position.cyclicCounter = CyclicCounter(raw: UInt8(step & 3))
            let here = Self.layout.encode(.position(position))
            try #require(client.feed(here, at: time) == EHC_APPLIED)
            for (number, ahead) in [7_000, 500].enumerated() {
                let frame = segment(metres + ahead, 2 * step + number)
                try #require(client.feed(frame, at: time) == EHC_APPLIED)
            }
            let found = client.segments(8).map { Int($0.metres) }
            #expect(found == found.sorted())
            if step <= 500 { #expect(found.last == metres + 7_000) }
        }
        #expect(ehc_get_counters(client.state).pointee.resets.0 == 1)
        #expect(client.segments(8).last.map { $0.metres < 16_000 } == true)
    }

    /// An older message that an update overtook replaces nothing, wherever its place is among the items by then. Of more
    /// updates than there is room for, the oldest is forgotten.
    @Test func theLatestUpdatesAreRemembered() throws {
        let client = Client(EHC_ADASIS)
        let capacity = MemoryLayout.size(ofValue: ehc_client().updates) / 4
        try #require(capacity < 200)
        func frame(_ metres: Int, isUpdate: Bool) -> CANFrame {
            var message = SegmentMessage(
                pathIndex: .first, offset: OffsetCode(metresFromPathStart: metres))
            message.cyclicCounter = CyclicCounter(raw: UInt8(metres & 3))
            message.update = isUpdate
            message.tunnel = isUpdate ? .yes : .no
            return Self.layout.encode(.segment(message))
        }
        // From far to near: each one moves those before it.
        let places = Array((100...100 + capacity).reversed())
        for (number, metres) in places.enumerated() {
            let time = 100 + UInt64(number) / 4
            try #require(client.feed(frame(metres, isUpdate: true), at: time) == EHC_PENDING)
        }
        for (number, metres) in places.enumerated() {
            let result = client.feed(frame(metres, isUpdate: false), at: 130)
            #expect(result == (number == 0 ? EHC_PENDING : EHC_OVERTAKEN), "\(metres)")
        }
        #expect(client.segments(8).map(\.tunnel).count { $0 == EHC_YES } == capacity)
        // After the window they count.
        #expect(client.feed(frame(100, isUpdate: false), at: 200) == EHC_PENDING)
    }
}
