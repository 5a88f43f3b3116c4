import CLibrary
import CLinux

/// A socket that sends datagrams to one Unix address (unix(7)), such as that of a service manager. It never blocks.
public struct UnixDatagrams: ~Copyable {
    private let owned: OwnedDescriptor
    private let address: String

    /// A socket for an address: a path, or a name of the abstract namespace that begins with `@`.
    public init(address: String) throws(SystemError) {
        owned = OwnedDescriptor(try systemCall("socket") { clinux_unix_datagram_socket() })
        self.address = address
    }

    /// Sends a text as one datagram. The address may have another receiver each time. A receiver that takes nothing
    /// is an error (EAGAIN).
    public func send(_ text: String) throws(SystemError) {
        var text = text
        try systemCall("sendto") {
            text.withUTF8 { clinux_unix_send(owned.number, address, $0.baseAddress, $0.count) }
        }
    }
}
