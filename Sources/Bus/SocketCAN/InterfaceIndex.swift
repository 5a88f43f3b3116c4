import CLibrary
import CLinux
import LinuxLoop

/// The kernel's number of an interface. An interface whose name has 16 bytes or more does not exist. An alternative
/// name is refused.
///
/// Not `if_nametoindex(3)`: without a free descriptor that finds no interface either, and the daemon would wait for
/// one that is there. Here ``SocketCANError/noInterface(_:)`` means that the kernel has none of that name.
func indexOfInterface(_ interface: String) throws(SocketCANError) -> Int32 {
    let datagram = clinux_sock_datagram | clinux_sock_close_on_exec
    switch attempt({ socket(AF_UNIX, datagram, 0) }) {
    case .failure(let code): throw .system(interface: interface, SystemError("socket", code))
    case .success(let number):
        let probe = OwnedDescriptor(number)
        switch attempt({ clinux_interface_index(probe.number, interface) }) {
        case .success(let index):
            if clinux_interface_is_named(probe.number, index, interface) == 0 {
                throw .alternativeName(interface)
            }
            return index
        case .failure(ENODEV): throw .noInterface(interface)
        case .failure(let code):
            throw .system(interface: interface, SystemError("SIOCGIFINDEX", code))
        }
    }
}
