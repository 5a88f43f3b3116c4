import Positioning
import Testing

@Suite struct InternetAddressTests {
    @Test(arguments: [
        ("192.168.1.7", UInt64(0), UInt64(0xFFFF_C0A8_0107)),
        ("0.0.0.0", 0, 0xFFFF_0000_0000),
        ("::ffff:192.168.1.7", 0, 0xFFFF_C0A8_0107),
        ("::1", 0, 1),
        ("::", 0, 0),
        ("fd00::7", 0xFD00_0000_0000_0000, 7),
        ("2001:db8:0:1:0:0:0:2", 0x2001_0DB8_0000_0001, 2),
    ])
    func isRead(text: String, high: UInt64, low: UInt64) {
        let address = InternetAddress(text: text[...])
        #expect(address == InternetAddress(high: high, low: low))
        #expect(address.flatMap { InternetAddress(text: "\($0)") } == address)
    }

    @Test(arguments: [
        "", "host", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.-4", "+1.2.3.4", ":",
        ":::", "1::2::3",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "12345::", "g::", "+1::",
        "::1%eth0", "1.2.3.4::",
    ])
    func isRefused(text: String) { #expect(InternetAddress(text: text[...]) == nil) }

    @Test func isWrittenShort() {
        #expect(InternetAddress(text: "2001:db8:0:0:1:0:0:0")?.description == "2001:db8:0:0:1::")
        #expect(InternetAddress(text: "1:0:2:3:4:5:6:7")?.description == "1:0:2:3:4:5:6:7")
        #expect(InternetAddress(text: "10.0.0.255")?.description == "10.0.0.255")
    }
}
