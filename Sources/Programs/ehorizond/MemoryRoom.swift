import CLibrary
import CLinux
import TextFiles

/// Memory that is asked for before it is needed, as Swift ends the program where memory lacks; and given back.
enum MemoryRoom {
    /// Throws if the system refuses so many bytes.
    static func check(_ bytes: Int) throws(Failure) {
        // The compiler leaves out a malloc whose memory nobody uses.
        let room = mmap(
            nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let room, room != MAP_FAILED else {
            throw Failure("no memory of \(bytes >> 20) MiB: \(systemErrorText())")
        }
        munmap(room, bytes)
    }

    /// Gives the memory back that is free now.
    static func giveBack() { clinux_give_back_memory() }
}
