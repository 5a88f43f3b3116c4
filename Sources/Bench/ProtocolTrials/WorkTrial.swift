import ADASISv2
public import Engine

import CLibrary
import Horizon
import HorizonProvider
public import Positioning
import Quantities
public import RoadMap

/// The longest update of drives with everything on: candidates, learning, destinations, and all messages.
public struct WorkTrial {
    /// The longest update from the event to its frames, processor time in milliseconds.
    public private(set) var longest = 0.0
    /// The event of the longest update.
    public private(set) var event = ""
    /// The most steps of an update.
    public private(set) var steps = 0
    /// The number of updates.
    public private(set) var updates = 0
    /// The number of updates that the map ended with an error.
    public private(set) var errors = 0

    /// The most steps that an update may take with the settings of the last drive.
    public private(set) var stepLimit = RoadMap.maximumSteps

    /// No drive yet.
    public init() {}

    /// The longest update for each ``/RoadMap/RoadMap/maximumSteps`` that the settings allow, ms.
    public var longestOfShare: Double {
        longest * Double(RoadMap.maximumSteps) / Double(stepLimit)
    }

    /// The settings of the drives: candidates, learned turns and destinations, with all messages. With
    /// `options`, a further level of side paths, illegal exits and U-turns too.
    public static func parameters(options: Bool = false) -> EngineParameters {
        var parameters = EngineParameters()
        parameters.horizon.learnsTurns = true
        parameters.horizon.expectsDestinations = true
        parameters.provider.mask = MessagePreset.all.mask
        parameters.provider.timing.positionCandidates = 4
        parameters.candidateTrees = 3
        guard options else { return parameters }
        parameters.horizon.lookAhead.append(Centimetres(20_000))
        parameters.provider.levels.append(LevelParameters(reach: Metres(200)))
        parameters.horizon.showsIllegalExits = true
        parameters.horizon.showsUTurns = true
        parameters.provider.sendsIllegalExits = true
        return parameters
    }

    /// Drives once over fixes, one a second, with ten ticks between two of them. The driver indicates turns, a route
    /// is set after the third fix, and the road gets wet and dry after the fifth. With `options` the tree reaches
    /// farther than by default. On a quiet drive nothing but the fixes happens.
    public mutating func drive(
        _ fixes: [Fix], on map: RoadMap, options: Bool = false, isQuiet: Bool = false
    ) {
        let parameters = Self.parameters(options: options)
        stepLimit = parameters.treeParameters.maximumSteps
        var engine = Engine(map: map, parameters: parameters)
        var now = MonotonicTime.zero
        for (number, fix) in fixes.enumerated() {
            for tenth in 0..<10 {
                if tenth == 0 { update(&engine, .position(.fix(fix)), at: now) }
                if tenth == 5, !isQuiet {
                    for event in events(after: number, of: engine) {
                        update(&engine, event, at: now)
                    }
                }
                update(&engine, .tick, at: now)
                now = now + .milliseconds(100)
            }
        }
    }

    private func events(after fix: Int, of engine: Engine) -> [EngineEvent] {
        var signals = DriverSignals()
        signals.indicator = fix % 2 == 0 ? .left : .right
        var events: [EngineEvent] = [.driver(signals)]
        if fix == 3, let main = engine.tree.mainPath {
            events.append(.route(main.links.map(\.link)))
        }
        if fix >= 5 { events.append(.surface(fix % 2 == 0 ? .dry : .wet)) }
        return events
    }

    private mutating func update(
        _ engine: inout Engine, _ event: EngineEvent, at time: MonotonicTime
    ) {
        let start = Self.processorTime()
        var isError = false
        do { try engine.ingest(event, at: time) } catch { isError = true }
        // As many frames as a bus takes between two ticks.
        for _ in 0..<40 {
            guard engine.nextFrame(at: time) != nil else { break }
            engine.frameWasSent(at: time)
        }
        let duration = Self.processorTime() - start
        updates += 1
        if isError { errors += 1 }
        steps = max(steps, engine.tree.map.steps)
        guard duration > longest else { return }
        longest = duration
        self.event = "\(event)".split(separator: "(").first.map(String.init) ?? ""
    }

    /// The processor time of this thread in milliseconds.
    public static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
