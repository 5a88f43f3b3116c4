import CLibrary
import CLinux

/// The rates that a serial line can be set to, bit/s. termios(3).
private func speed(_ baud: Int) -> speed_t? {
    // glibc has changed the type of these constants.
    switch baud {
    case 4800: speed_t(B4800)
    case 9600: speed_t(B9600)
    case 19_200: speed_t(B19200)
    case 38_400: speed_t(B38400)
    case 57_600: speed_t(B57600)
    case 115_200: speed_t(B115200)
    case 230_400: speed_t(B230400)
    case 460_800: speed_t(B460800)
    case 921_600: speed_t(B921600)
    default: nil
    }
}

extension Connector.Outcome {
    /// Opens a serial line for reading: eight bits without parity, bytes as they are. Readers see an
    /// end of input where its device is unplugged.
    /// - Parameter baud: The rate, 4800 to 921,600 bit/s; `nil` leaves the line as it is set.
    public static func serial(path: String, baud: Int?) -> Connector.Outcome {
        // Without waiting for a carrier, which receivers do not have.
        let flags = O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        let descriptor: Int32
        do {
            descriptor = try systemCall("open") { open(path, flags) }
        } catch {
            return .failed(error.reason)
        }
        return Connector.Outcome(descriptor) { () throws(SystemError) in
            var line = termios()
            switch attempt({ tcgetattr(descriptor, &line) }) {
            case .success: break
            // Not a line: a GNSS device of the kernel (/dev/gnss0), or a pipe. It has no rate.
            case .failure(ENOTTY) where baud == nil: return
            case .failure(let code): throw SystemError("tcgetattr", code)
            }
            cfmakeraw(&line)
            line.c_cflag |= tcflag_t(CLOCAL | CREAD)
            line.c_cflag &= ~tcflag_t(CSTOPB)
            if let baud {
                guard let speed = speed(baud) else {
                    throw SystemError("cfsetspeed", EINVAL)
                }
                try systemCall("cfsetspeed") { cfsetspeed(&line, speed) }
            }
            try systemCall("tcsetattr") { tcsetattr(descriptor, TCSANOW, &line) }
            // What waited there is of no known moment.
            try systemCall("tcflush") { tcflush(descriptor, TCIFLUSH) }
        }
    }
}
