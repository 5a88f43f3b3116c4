import Engine
import MapSketch
import ProtocolChecker
import Testing

/// A single fix far off what the car can have driven.
@Suite struct DoubtedFixTests {
    @Test func positionGoesOnAcrossIt() throws {
        let sketch = try MapSketch(
            """
            A---------B
            """, gridMetres: 200, roads: [.init("AB", class: 3)])
        var drive = try ReckonedDrive(sketch)
        try drive.drive(from: 100, speed: 25, seconds: 12)
        // Where the fix before was the car is not any more.
        try drive.fix(east: 480, south: 70, speed: 25)
        try drive.pass(10)
        let after = try drive.offset
        // The last tick, nine tenths of a second after the fix that did not count.
        #expect(abs(Double(after) - (100 + 25 * 12.9)) <= 3)
        try drive.drive(from: 100 + 25 * 13, speed: 25, seconds: 3)
        let offset = try drive.offset
        #expect(abs(Double(offset) - (100 + 25 * 15.9)) <= 3)
        #expect(drive.checker.violations.isEmpty)
    }
}
