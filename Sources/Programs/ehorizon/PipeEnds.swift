import CLinux
import LinuxLoop

/// A pipe. A started program gets its ends only where it is given them.
struct PipeEnds: ~Copyable {
    let reading: OwnedDescriptor
    let writing: OwnedDescriptor

    static func opened() throws(SystemError) -> PipeEnds {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe2") { clinux_pipe(&ends) }
        return PipeEnds(
            reading: OwnedDescriptor(ends[0]), writing: OwnedDescriptor(ends[1]))
    }

    private init(reading: consuming OwnedDescriptor, writing: consuming OwnedDescriptor) {
        self.reading = reading
        self.writing = writing
    }

    /// Keeps one end; the other one is closed.
    consuming func reader() -> OwnedDescriptor { reading }
    /// Keeps one end; the other one is closed.
    consuming func writer() -> OwnedDescriptor { writing }
}
