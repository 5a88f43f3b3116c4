import ADASISv2
import ProtocolChecker
import Quantities
import Testing

@Suite("Planted faults")
struct PlantedFaultTests {
    private static func isNamed(
        _ fault: PlantedFault, by root: Violation, _ moment: MonotonicTime
    ) -> Bool {
        let isOther =
            fault.other.map { root.rule == $0.rule && root.explanation.contains($0.words) }
            ?? false
        return (root.rule == fault.rule || isOther)
            && (fault.kind == nil || root.kind == fault.kind)
            && root.time >= moment + .milliseconds(-200)
            && root.time <= moment + .seconds(fault.delay)
    }

    @Test("The log has no violation without a fault")
    func golden() throws {
        #expect(try GoldenLog().findings().all.isEmpty)
        #expect(try GoldenLog().wholesaleFault() == nil)
    }

    @Test("Each fault is found, and the first root cause names it", arguments: PlantedFault.all)
    func found(fault: PlantedFault) throws {
        for seconds in [60.0, 150, 240] {
            var log = try GoldenLog()
            let moment = try fault.planted(in: &log, after: seconds)
            let (all, roots) = log.findings()
            let first = try #require(roots.first, "\(fault.name) after \(seconds) s is not found")
            let words = roots.map { "\($0.rule.rawValue): \($0.explanation)" }
            #expect(
                Self.isNamed(fault, by: first, moment), "\(fault.name) after \(seconds) s: \(words)"
            )
            #expect(
                roots.count <= 4,
                "\(fault.name) after \(seconds) s: \(roots.count) of \(all.count): \(words)")
            #expect(log.wholesaleFault() == nil, "\(fault.name) is one fault of one message")
        }
    }

    @Test("Of two faults none hides the other one", arguments: PlantedFault.all)
    func independent(fault: PlantedFault) throws {
        for other in PlantedFault.all where other.name != fault.name {
            for seconds in [140.0, 150] {
                var log = try GoldenLog()
                // The later one first: its place in the log stays.
                let otherMoment = try other.planted(in: &log, after: seconds)
                let moment = try fault.planted(in: &log, after: 100)
                let roots = log.findings().roots
                let words = roots.map { "\($0.rule.rawValue): \($0.explanation)" }
                for (named, moment) in [(fault, moment), (other, otherMoment)] {
                    #expect(
                        roots.contains { Self.isNamed(named, by: $0, moment) },
                        "\(named.name) of \(fault.name), then \(other.name): \(words)")
                }
            }
        }
    }

    /// A message on a path without a STUB looks like the trace of a lost STUB until the next counter shows that
    /// none was lost.
    @Test("A wrong counter hides no fault before it", arguments: [20.0, 40, 60])
    func beforeACounter(seconds: Double) throws {
        var log = try GoldenLog()
        let stub = try log.index(after: seconds) { $0.stub != nil }
        let used = Set(log.entries[..<stub].compactMap { $0.stub?.subPathIndex.raw })
        // The main path has the first index.
        let free = try #require((UInt8(9)...63).last { !used.contains($0) })
        let profile = try #require(
            log.entries[..<stub].indices.last { log.entries[$0].short != nil })
        var message = try #require(log.entries[profile].short)
        message.pathIndex = PathIndex(raw: free)
        log.entries[profile].message = .profileShort(message)
        log.entries[stub].jump &+= 2
        log.addJump(2, to: .stub, from: stub + 1)
        let roots = log.findings().roots
        let words = "\(roots.map { "\($0.rule.rawValue): \($0.explanation)" })"
        #expect(roots.contains { $0.rule == .counter && $0.kind == .stub }, "\(words)")
        #expect(roots.contains { $0.rule == .stubFirst && $0.kind == .profileShort }, "\(words)")
    }
}
