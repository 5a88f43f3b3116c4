import CANDatabase
import CANFrames
import Engine
import Quantities
import SocketCAN
import Supervision
import Testing
import VehicleSignals

@Suite struct VehicleBusSupervisionTests {
    private static let text = """
        VERSION "made for this test"
        BU_: BCM
        BO_ 700 Stalk: 8 BCM
         SG_ Turn : 0|3@1+ (1,0) [0|7] "" BCM
         SG_ Lane : 16|4@1+ (1,0) [0|14] "" BCM
         SG_ Crash : 24|2@1+ (1,0) [0|3] "" BCM

        VAL_ 700 Crash 3 "SNA" ;

        """

    /// The system's clock.
    private let clock = UTCTime(nanoseconds: 1_700_000_000_000_000_000)

    private func at(_ milliseconds: Int64) -> MonotonicTime {
        .zero + .milliseconds(milliseconds)
    }

    private func supervision() throws -> VehicleBusSupervision {
        var parser = DatabaseParser()
        try parser.push(Array(Self.text.utf8).span)
        var driver = DriverSource()
        driver.lane = "Stalk.Lane"
        let signals = try VehicleSignals(try parser.finish(), motion: [:], driver: driver)
        return VehicleBusSupervision(signals, at: at(0))
    }

    @Test func aSilentSignalIsReportedOnceAfterTenSeconds() throws {
        var bus = try supervision()
        #expect(bus.takeMissing(at: at(9_999)) == nil)
        guard case .missing(let names) = bus.takeMissing(at: at(10_000)) else {
            Issue.record("nothing is missing")
            return
        }
        #expect(names.count == 1)
        #expect(bus.takeMissing(at: at(20_000)) == nil)
        #expect(bus.takeMissing(at: at(30_000), isEnd: true) == nil)
    }

    @Test func theEndOfTheDriveReportsItToo() throws {
        var bus = try supervision()
        #expect(bus.takeMissing(at: at(2_000), isEnd: true) != nil)
    }

    /// The kernel has no memory for `recvmmsg`: the socket is opened again each second, with one line until it works.
    @Test func aSocketThatFailsIsOpenedAgain() throws {
        var bus = try supervision()
        var events: [EngineEvent] = []
        let report = bus.noteFailed("can1: recvmmsg: no memory", at: at(100))
        let line = try #require(report)
        #expect(
            line.line(of: "can1").hasPrefix("can1: recvmmsg: no memory; the socket for vehicle"))
        #expect(bus.takeAttempt(at: at(1100)) == true)
        #expect(bus.noteConnected(at: at(1100)) == nil)
        #expect(bus.noteFailed("can1: recvmmsg: no memory", at: at(1200)) == nil)
        #expect(bus.deadline == at(2200))
        #expect(bus.takeAttempt(at: at(2200)) == true)
        #expect(bus.noteConnected(at: at(2200)) == nil)
        let identifier = try #require(CANIdentifier(base: 700))
        let frame = try #require(CANFrame(identifier: identifier, length: 8))
        _ = bus.note(
            .data(frame, CANSocket.Receipt(time: nil, isOwn: false, isLocal: false)), at: at(2300),
            clock: clock, into: &events)
        #expect(bus.noteFailed("can1: recvmmsg: no memory", at: at(9000)) != nil)
    }

    @Test func aLostInterfaceIsTriedEverySecond() throws {
        var bus = try supervision()
        var events: [EngineEvent] = []
        #expect(bus.deadline == nil)
        #expect(bus.takeAttempt(at: at(100)) == false)
        #expect(bus.note(.gone, at: at(100), clock: clock, into: &events) == .disconnected)
        #expect(bus.deadline == at(1100))
        #expect(bus.takeAttempt(at: at(1099)) == false)
        #expect(bus.takeAttempt(at: at(1100)) == true)
        #expect(bus.takeAttempt(at: at(1200)) == false)
        #expect(bus.deadline == at(2100))
        #expect(bus.noteConnected(at: at(1200)) == .reconnected)
        #expect(bus.deadline == nil)
        #expect(events.isEmpty)
    }

    /// Its signals are missing only after it has been there for a while.
    @Test func anInterfaceThatIsAbsentAtTheStartIsTriedEverySecond() throws {
        var bus = try supervision()
        #expect(bus.noteAbsent(at: at(0)) == .absent)
        #expect(bus.deadline == at(1000))
        #expect(bus.takeMissing(at: at(20_000)) == nil)
        #expect(bus.takeAttempt(at: at(20_000)) == true)
        #expect(bus.noteConnected(at: at(20_000)) == .connected)
        #expect(bus.deadline == nil)
        #expect(bus.takeMissing(at: at(29_999)) == nil)
        #expect(bus.takeMissing(at: at(30_000)) != nil)
        var events: [EngineEvent] = []
        #expect(bus.note(.gone, at: at(40_000), clock: clock, into: &events) == .disconnected)
        #expect(bus.noteConnected(at: at(41_000)) == .reconnected)
        #expect(
            VehicleBusReport.absent.line(of: "can1")
                == "can1: there is no such interface; waiting for it to appear; no vehicle signals are"
                + " received")
    }

    /// An interface that is only set up again gets no line; one that is down for a second gets one, and another one when its
    /// frames are back.
    @Test func aLinkThatIsDownIsReportedOnce() throws {
        var bus = try supervision()
        var events: [EngineEvent] = []
        #expect(bus.note(.linkDown, at: at(1), clock: clock, into: &events) == nil)
        #expect(bus.deadline == at(1001))
        #expect(bus.isDownDue(at: at(1000)) == false)
        #expect(bus.isDownDue(at: at(1001)) == true)
        #expect(bus.noteDown(isUp: true) == nil)
        #expect(bus.deadline == nil)
        #expect(bus.note(.linkDown, at: at(2000), clock: clock, into: &events) == nil)
        #expect(bus.note(.linkDown, at: at(2500), clock: clock, into: &events) == nil)
        #expect(bus.isDownDue(at: at(3000)) == true)
        #expect(bus.noteDown(isUp: false) == .down)
        #expect(bus.note(.linkDown, at: at(4000), clock: clock, into: &events) == nil)
        #expect(bus.isDownDue(at: at(9000)) == false)
        let receipt = CANSocket.Receipt(time: nil, isOwn: false, isLocal: false)
        let identifier = try #require(CANIdentifier(base: 700))
        let data = CANSocket.Received.data(
            try #require(CANFrame(identifier: identifier, length: 8)), receipt)
        #expect(bus.note(data, at: at(9100), clock: clock, into: &events) == .received)
        #expect(bus.note(data, at: at(9200), clock: clock, into: &events) == nil)
        // A frame that waited behind the report is of before.
        #expect(bus.note(.linkDown, at: at(9300), clock: clock, into: &events) == nil)
        #expect(bus.note(data, at: at(9301), clock: clock, into: &events) == nil)
        #expect(bus.isDownDue(at: at(10_300)) == true)
        #expect(bus.noteDown(isUp: false) == .down)
        // It disappears, and is back; it is down again.
        #expect(bus.note(.gone, at: at(11_000), clock: clock, into: &events) == .disconnected)
        #expect(bus.noteConnected(at: at(12_000)) == .reconnected)
        #expect(bus.note(.linkDown, at: at(12_001), clock: clock, into: &events) == nil)
        #expect(bus.isDownDue(at: at(13_001)) == true)
        // A socket that has failed says nothing of the interface.
        #expect(bus.noteFailed("can1: recvmmsg: no memory", at: at(13_002)) != nil)
        #expect(bus.isDownDue(at: at(13_100)) == false)
    }

    /// After a halt of the program the socket holds the oldest frames: they say nothing of the motion of now.
    @Test func aFrameThatHasWaitedIsNotOfNow() throws {
        var bus = try supervision()
        var events: [EngineEvent] = []
        let identifier = try #require(CANIdentifier(base: 700))
        var frame = try #require(CANFrame(identifier: identifier, length: 8))
        frame.bytes[2] = 2
        func received(_ milliseconds: Int64) -> CANSocket.Received {
            let time = UTCTime(nanoseconds: clock.nanoseconds - milliseconds * 1_000_000)
            return .data(frame, CANSocket.Receipt(time: time, isOwn: false, isLocal: false))
        }
        _ = bus.note(received(501), at: at(1), clock: clock, into: &events)
        #expect(events.isEmpty)
        _ = bus.note(received(500), at: at(2), clock: clock, into: &events)
        #expect(events.count == 1)
        // The clock was set back meanwhile.
        _ = bus.note(received(-3_600_000), at: at(3), clock: clock, into: &events)
        #expect(events.count == 2)
        // The signal is not missing.
        #expect(bus.takeMissing(at: at(10_000)) == nil)
    }

    private func switches(_ change: (inout SwitchSources) -> Void) throws -> VehicleBusSupervision {
        var parser = DatabaseParser()
        try parser.push(Array(Self.text.utf8).span)
        var sources = SwitchSources()
        change(&sources)
        return VehicleBusSupervision(
            try VehicleSignals(try parser.finish(), motion: [:], switches: sources), at: at(0))
    }

    /// A frame of the stalk with a number in the signal `Crash`.
    private func frame(_ number: UInt8, length: Int = 8) throws -> CANSocket.Received {
        let identifier = try #require(CANIdentifier(base: 700))
        var frame = try #require(CANFrame(identifier: identifier, length: length))
        frame.bytes[3] = number
        return .data(frame, CANSocket.Receipt(time: nil, isOwn: false, isLocal: false))
    }

    /// An event is reported when it begins. A number that means no value, and a frame without the signal, change nothing.
    @Test func anEventIsReportedWhenItBegins() throws {
        var bus = try switches { $0.event = "Crash" }
        var events: [EngineEvent] = []
        func note(_ reception: CANSocket.Received) -> Bool {
            #expect(bus.note(reception, at: at(1), clock: clock, into: &events) == nil)
            return bus.takeEvent()
        }
        #expect(try !note(frame(3)))
        #expect(try !note(frame(0)))
        #expect(try note(frame(1)))
        #expect(try !note(frame(1)))
        #expect(try !note(frame(3)))
        #expect(try !note(frame(2)))
        #expect(try !note(frame(0, length: 2)))
        #expect(try !note(frame(1)))
        #expect(try !note(frame(0)))
        #expect(try note(frame(2)))
        #expect(events.isEmpty)
        #expect(bus.takeMissing(at: at(20_000)) == nil)
        var silent = try switches { $0.event = "Stalk.Crash" }
        #expect(silent.takeMissing(at: at(20_000)) == .missing(["Stalk.Crash"]))
    }

    /// What is not received, means no value, or has no meaning, changes nothing: unknown is not off.
    @Test func theIgnitionIsReportedWhenItChanges() throws {
        var events: [EngineEvent] = []
        func check(
            _ bus: inout VehicleBusSupervision, _ cases: [(number: UInt8, change: Bool?)]
        ) throws {
            for (number, change) in cases {
                _ = bus.note(try frame(number), at: at(1), clock: clock, into: &events)
                #expect(bus.takeIgnition() == change, "\(number)")
                #expect(bus.takeIgnition() == nil)
            }
        }
        var bus = try switches { $0.ignition = "Crash" }
        #expect(bus.takeIgnition() == nil)
        try check(
            &bus,
            [(3, nil), (0, false), (0, nil), (3, nil), (1, true), (2, nil), (3, nil), (0, false)])
        bus = try switches {
            $0.ignition = "Crash"
            $0.ignitionValues = SwitchValue.list(in: "0=off,1=off,2=on") ?? []
        }
        try check(&bus, [(1, false), (0, nil), (3, nil), (2, true), (3, nil), (1, false)])
        #expect(SwitchValue.list(in: "0=off,0=on") == nil)
        #expect(SwitchValue.list(in: "0=dry") == nil)
        #expect(throws: VehicleSignalError.self) {
            _ = try switches {
                $0.ignition = "Crash"
                $0.ignitionValues = SwitchValue.list(in: "4=on") ?? []
            }
        }
    }
}
