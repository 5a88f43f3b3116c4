import Foundation
import Glibc

/// A program that sends frames of random content with one identifier, as many as a bus of 500 kbit/s carries: vcan
/// itself has no limit.
final class FrameStorm {
    private static let storm = """
        import random, socket, struct, sys, time
        identifier, length = int(sys.argv[2]), int(sys.argv[3])
        bus = socket.socket(socket.AF_CAN, socket.SOCK_RAW, socket.CAN_RAW)
        bus.setsockopt(socket.SOL_CAN_RAW, socket.CAN_RAW_FILTER, b"")
        bus.bind((sys.argv[1],))
        random.seed(1)
        # 67 bits a frame of 2 bytes: 7,500 frames a second.
        due = time.monotonic()
        while True:
            for _ in range(75):
                data = bytes(random.randrange(256) for _ in range(length))
                try: bus.send(struct.pack("=IB3x8s", identifier, length, data))
                except OSError: pass
            due += 0.01
            time.sleep(max(0, due - time.monotonic()))
        """
    private let sender: ChildProcess

    /// Begins.
    init(on bus: Bus, of identifier: Int, length: Int) throws {
        sender = try ChildProcess(
            "python3", ["-c", Self.storm, bus.name, "\(identifier)", "\(length)"])
    }

    /// Ends it.
    func end() { sender.send(SIGKILL) }
}
