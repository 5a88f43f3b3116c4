import SocketCAN
import Testing

@Suite struct LinkControlTests {
    @Test func aMissingInterfaceIsNamed() {
        let control = LinkControl("nocan9")
        #expect(control.isUp() == nil)
        #expect(control.state() == nil)
        let error = #expect(throws: SocketCANError.self) {
            try control.setUp(LinkSettings(bitRate: 500_000))
        }
        #expect(error?.description == "there is no interface nocan9")
        #expect(throws: SocketCANError.noInterface("nocan9")) { try control.restart() }
        let long = #expect(throws: SocketCANError.self) {
            _ = try CANSocket(interface: "a-name-of-more-than-fifteen")
        }
        // Without CAN the kernel does not get as far as the name.
        #expect(
            long == .noInterface("a-name-of-more-than-fifteen") || long == .noKernelSupport)
    }

    @Test func whatIsNoCANInterfaceIsRefused() {
        let error = #expect(throws: SocketCANError.self) {
            _ = try CANSocket(interface: "lo")
        }
        // Without CAN the kernel does not get as far as the interface.
        #expect(error == .notCAN("lo") || error == .noKernelSupport)
        #expect(LinkControl("lo").state() == nil)
    }

    @Test func theMonitorReportsHowItIsNow() throws {
        var events: [LinkEvent] = []
        var monitor = try LinkMonitor.open(interface: "nocan9") { events.append($0) }
        #expect(events.isEmpty)
        let isPresent = monitor.isPresent
        #expect(!isPresent)
        try monitor.read { events.append($0) }
        #expect(events.isEmpty)
    }
}
