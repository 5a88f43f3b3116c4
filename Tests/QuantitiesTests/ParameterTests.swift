import Quantities
import Testing

/// Records of numbers that a configuration can change.
@Suite struct ParameterTests {
    private struct Limits: ParameterGroup {
        var share = 0.25
        var distance = Metres(40)
        var rate = DegreesPerSecond(3)
        var time = Nanoseconds.seconds(1.5)
        var count = 7

        static let records: [Parameter<Self>] = [
            Parameter(\.share, "share", 0...1, "A share", basis: "test"),
            Parameter(\.distance, "distance_m", 0...100, "A distance", basis: "test"),
            Parameter(\.rate, "rate_deg_per_s", 0...10, "A rate", basis: "test"),
            Parameter(\.time, "time_s", 0...60, "A time", basis: "test"),
            Parameter(\.count, "count", 1...20, "A count", basis: "test"),
        ]
    }

    private struct Outer: ParameterGroup {
        var limits = Limits()

        static let records = Limits.records(in: \Outer.limits)
    }

    @Test func aRecordReadsTheDefaultInItsUnit() {
        #expect(Limits.records.map { $0.value(Limits()) } == [0.25, 40, 3, 1.5, 7])
        #expect(Limits.records.map(\.unit) == ["", "m", "°/s", "s", ""])
        #expect(Limits.records.map(\.isWhole) == [false, false, false, false, true])
        #expect(Limits.records[4].range == 1...20)
    }

    @Test func aRecordSetsItsNumberInAGroupOfAGroup() {
        var outer = Outer()
        for record in Outer.records { record.set(&outer, record.range.upperBound) }
        #expect(outer.limits.share == 1)
        #expect(outer.limits.distance == Metres(100))
        #expect(outer.limits.rate == DegreesPerSecond(10))
        #expect(outer.limits.time == .seconds(60))
        #expect(outer.limits.count == 20)
    }
}
