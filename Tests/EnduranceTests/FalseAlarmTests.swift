import ADASISv2
import Engine
import HorizonProvider
import MapSketch
import ProtocolChecker
import ProtocolTrials
import Quantities
import Testing

/// No false alarm: the checker finds no violation in what the real provider sends, over 97 pairs of a map with its
/// drives and a configuration.
@Suite("False alarms") struct FalseAlarmTests {
    /// A configuration of the sender.
    struct Sender: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout ProviderParameters) -> Void

        var testDescription: String { name }
    }

    static let senders: [Sender] =
        MessagePreset.allCases.filter { $0 != .none }.map { preset in
            Sender(name: "preset \(preset.rawValue)") { $0.mask = preset.mask }
        }
        + LayoutPreset.allCases.map { layout in
            Sender(name: "layout \(layout.name)") { $0.layout = Layout(layout) }
        }
        + [2.0, 10, 30].map { percent in
            Sender(name: "load \(percent) %") { $0.pace.busLoadPercent = percent }
        }
        + [
            Sender(name: "packages of 8 frames") {
                $0.pace.packageSize = 8
                $0.pace.packageInterval = .milliseconds(50)
            },
            Sender(name: "no cyclic repetition") { $0.pace.cyclicInterval = .zero },
            Sender(name: "POSITION each 200 ms") {
                $0.timing.positionInterval = .milliseconds(200)
            },
            Sender(name: "three levels of side paths") {
                $0.levels =
                    [LevelParameters(reach: Metres(2000))]
                    + Array(repeating: LevelParameters(reach: Metres(500)), count: 2)
            },
        ]

    static let logs = 97

    @Test("No violation in 97 logs of the provider")
    func none() throws {
        var frames = 0
        var metres = 0.0
        for number in 0..<Self.logs {
            let sender = Self.senders[number % Self.senders.count]
            let seed = UInt64(number / Self.senders.count) + 101
            let roads = try RandomRoads(seed: seed)
            var drive = WatchedDrive(
                map: roads.map, parameters: EnduranceTests.parameters(sender.change))
            var days = WorkingDays(map: roads.map, seed: seed)
            let end = MonotonicTime.zero + .seconds(200)
            try days.run(&drive, until: end)
            drive.finish(at: end)
            #expect(drive.frameCount > 40, "\(sender.name), seed \(seed)")
            #expect(drive.mapErrors == 0)
            let first = drive.checker.violations.first.map { "\($0.rule): \($0.explanation)" }
            #expect(
                drive.violationCount == 0, "\(sender.name), seed \(seed): \(first ?? "")")
            frames += drive.frameCount
            metres += days.metres
        }
        print("\(Self.logs) logs, \(frames) frames, \(Int(metres / 1000)) km, no violation")
        #expect(frames > 100_000)
    }
}
