@testable import BusLogs
import CANFrames
import Testing

/// Objects that the writer does not write.
@Suite struct BLFObjectTests {
    /// A file with objects outside of containers. The time starts at 1970.
    private func file(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = BLFWriter().fileHeader
        for object in objects {
            bytes += object
            bytes.appendZeros(object.count % 4)
        }
        return bytes
    }

    private func object(
        _ type: UInt64, _ body: [UInt8], version: UInt64 = 1, unit: UInt64 = 2, stamp: UInt64 = 5
    ) -> [UInt8] {
        let size: UInt64 = version == 1 ? 32 : 40
        var bytes = Array("LOBJ".utf8)
        bytes.append(size, size: 2)
        bytes.append(version, size: 2)
        bytes.append(size + UInt64(body.count), size: 4)
        bytes.append(type, size: 4)
        bytes.append(unit, size: 4)
        bytes.append(0, size: 4)
        bytes.append(stamp, size: 8)
        bytes.appendZeros(Int(size) - bytes.count)
        return bytes + body
    }

    private func texts(_ objects: [[UInt8]]) -> [String] {
        let items = read(file(objects), with: BLFReader())
        return frames(items).map(\.text) + problems(items)
    }

    private let message: [UInt8] = [3, 0, 0, 2, 0x23, 1, 0, 0, 0xAA, 0xBB, 0, 0, 0, 0, 0, 0]

    @Test func classical() {
        #expect(
            texts([
                object(1, message),
                object(86, message + [0, 0, 0, 0, 0, 0, 0, 0], version: 2),
                object(1, message, unit: 1, stamp: 123),
                object(1, [1, 0, 0x80, 9, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0]),
            ]) == [
                "(0000000000.000000) can3 123#AABB", "(0000000000.000000) can3 123#AABB",
                "(0000000000.001230) can3 123#AABB", "(0000000000.000000) can1 00000000#R8",
            ]
        )
    }

    @Test func flexible64() {
        var body: [UInt8] = [2, 9, 12, 0, 0xFF, 0xFF, 0xFF, 0x9F, 0, 0, 0, 0]
        body.append(0x1000 | 0x2000, size: 4)
        body.appendZeros(24)
        let fd = body + (1...12).map { UInt8($0) }
        // Two bytes of data, then additional data at byte 32 + 42.
        var short = fd
        short[35] = 74
        var remote = body
        remote[12] = 0x10
        remote[13] = 0
        #expect(
            texts([object(101, fd), object(101, short), object(101, remote)]) == [
                "(0000000000.000000) can2 1FFFFFFF##50102030405060708090A0B0C",
                "(0000000000.000000) can2 1FFFFFFF##5010200000000000000000000",
                "(0000000000.000000) can2 1FFFFFFF#R8",
            ]
        )
    }

    @Test func errors() {
        var findings = [UInt8](repeating: 0, count: 32)
        findings[0] = 1
        findings[4] = 2
        findings[8] = 0xC0
        findings[16] = 0x55
        #expect(
            texts([object(2, [1, 0, 0, 0, 0, 0, 0, 0]), object(73, findings)])
                == Array(
                    repeating: "(0000000000.000000) can1 20000080#0000000000000000", count: 2)
        )
    }

    @Test func othersAreSkipped() {
        let huge = Array(object(7, [])[..<8]) + [0xFF, 0xFF, 0xFF, 0xFF, 7, 0, 0, 0]
        #expect(
            texts([object(96, [1, 2, 3]), object(1, message), huge])
                == [
                    "(0000000000.000000) can3 123#AABB",
                    "byte 246: the file ends within an object",
                ]
        )
    }

    @Test func problemsHaveTheirPlace() {
        var wide = message
        wide[5] = 8
        #expect(
            texts([object(1, wide)]) == ["byte 144: the identifier is out of range"]
        )
        #expect(
            texts([object(1, Array(message[..<9]))])
                == ["byte 144: the object is too short for a frame of type 1"]
        )
        #expect(
            texts([object(1, message, stamp: .max)])
                == ["byte 144: the time stamp is out of range"]
        )
        #expect(
            texts([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], object(1, message)])
                == ["(0000000000.000000) can3 123#AABB", "byte 144: no object begins here"]
        )
        #expect(
            texts([Array("LOBJ".utf8) + [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], object(1, message)])
                == [
                    "(0000000000.000000) can3 123#AABB",
                    "byte 144: the sizes in the header of the object are wrong",
                ]
        )
    }

    @Test func bombIsLimited() throws {
        let zeros = [UInt8](repeating: 0, count: 20 << 20)
        let data = try #require(zlibStream(of: zeros))
        var container = Array("LOBJ".utf8)
        container.append(16, size: 2)
        container.append(1, size: 2)
        container.append(UInt64(32 + data.count), size: 4)
        container.append(10, size: 4)
        container.append(2, size: 8)
        container.append(0xFFFF_FFFF, size: 4)
        container.appendZeros(4)
        #expect(
            texts([container + data, object(1, message)]) == [
                "(0000000000.000000) can3 123#AABB",
                "byte 144: the container inflates to more than 16 MB",
            ]
        )
    }
}
