import CANFrames
import Foundation
import LinuxLoop
import Quantities
import Testing

@testable import SocketCAN

/// A real bus to test on, made by `tools/with-vcan`, or nothing.
enum Bench {
    static let isThere = ProcessInfo.processInfo.environment["EHORIZON_VCAN"] != nil
    static let reason: Comment = "needs a CAN interface: set EHORIZON_VCAN"

    /// An interface of these tests' own, so that they disturb nobody and nobody them.
    static let name: String = {
        let name = "ehzbus0"
        run("ip link add \(name) type vcan")
        run("ip link set \(name) up")
        return name
    }()

    /// Runs `ip` or `tc`; whether it succeeded.
    @discardableResult
    static func run(_ command: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "PATH=$PATH:/usr/sbin:/sbin; { \(command); } 2>/dev/null"]
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Makes the interface's queue slow and short, as a real controller's is: a token bucket of
    /// 64 kbit/s that holds so many bytes of frames (16 each).
    static func shape(queue: Int) -> Bool {
        run("tc qdisc add dev \(name) root tbf rate 64kbit burst 100 limit \(queue)")
    }

    /// Takes that back.
    static func unshape() { run("tc qdisc del dev \(name) root") }

    /// Whether the kernel can do so; its module is loaded where that takes a hand.
    static let canShape: Bool = {
        guard isThere else { return false }
        let module = "/usr/lib/uml/modules/$(uname -r)/kernel/net/sched/sch_tbf.ko"
        run("modprobe sch_tbf || insmod \(module) || busybox insmod \(module)")
        defer { unshape() }
        return shape(queue: 400)
    }()

    static func frame(_ identifier: CANIdentifier, _ bytes: [UInt8], isFD: Bool = false) throws
        -> CANFrame
    {
        var frame = try #require(
            CANFrame(identifier: identifier, length: bytes.count, isFD: isFD)
        )
        for index in bytes.indices { frame.bytes[index] = bytes[index] }
        return frame
    }
}

extension CANSocket {
    /// Everything that is received until there are so many data frames. Delivery takes the kernel a
    /// moment; the limit is for a bus that lost one, and too long to be met by chance.
    func receive(frames count: Int) throws -> [(frame: CANFrame, receipt: Receipt)] {
        let poller = try Poller()
        try poller.add(descriptor, .readable, token: 0)
        var all: [(CANFrame, Receipt)] = []
        while all.count < count {
            if case .data(let frame, let receipt) = try receive() {
                all.append((frame, receipt))
            } else if try poller.wait(timeout: .seconds(20), { _ in }) == 0 {
                break
            }
        }
        return all
    }

    /// Whether nothing has been received by now.
    func isSilent() throws -> Bool {
        if case .nothing = try receive() { return true }
        return false
    }
}
