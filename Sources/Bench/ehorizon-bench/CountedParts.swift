import ADASISv2
import CAllocations
import CANFrames
import Engine
import Horizon
import HorizonProvider
import MapMatching
import Positioning
import Quantities
import RoadMap

/// The allocations of the engine's parts, called one by one in the order of the engine, and of the engine
/// itself.
struct CountedParts {
    /// The effect of a fix on the tree.
    enum Update: String, CaseIterable {
        /// The car moved without a new link.
        case moved
        /// Links joined the horizon.
        case joined
        /// A new tree began.
        case reset
    }

    /// The counted parts.
    enum Part: String, CaseIterable {
        case matching, tree, provider, frames, engine
    }

    private struct Count {
        var total = 0
        var most = 0
        var updatesWithAny = 0
    }

    /// Whether the engine has vehicle signals, and no fixes for 20 of 40 s.
    var hasHoles = false
    private var last: Fix?

    private var matcher: MapMatcher
    private var tree: PathTree
    private var provider: HorizonProvider
    private var engine: Engine
    /// The number of POSITIONs with a further candidate.
    private var otherPlaces = 0
    private var time = MonotonicTime.zero
    private var counts = [[Count]](
        repeating: [Count](repeating: Count(), count: Part.allCases.count),
        count: Update.allCases.count)
    private var updates = [Int](repeating: 0, count: Update.allCases.count)
    private var now = [Int](repeating: 0, count: Part.allCases.count)

    init(map: RoadMap, parameters: EngineParameters) {
        matcher = MapMatcher(map: map, parameters: parameters.matching)
        tree = PathTree(map: map, parameters: parameters.treeParameters)
        provider = HorizonProvider(
            map: map, parameters: parameters.provider, trailing: parameters.horizon.trailing)
        engine = Engine(map: map, parameters: parameters)
    }

    /// Discards the counts of the warm-up.
    mutating func forgetCounts() {
        otherPlaces = 0
        for update in counts.indices {
            updates[update] = 0
            for part in counts[update].indices { counts[update][part] = Count() }
        }
    }

    /// A fix, and the frames of the second after it.
    mutating func take(_ fix: Fix) throws(MapError) {
        for part in now.indices { now[part] = 0 }
        var update = try takeByParts(fix)
        let links = Self.lengths(of: engine.tree)
        let motion = hasHoles ? motion(to: fix) : nil
        let isSeen = !hasHoles || Int64(time.nanoseconds / 1_000_000_000) % 40 < 20
        let before = allocation_count()
        // A path that grew may be removed by the end of the second.
        var hasGrown = false
        if isSeen { try engine.ingest(.position(.fix(fix)), at: time) }
        for tick in 0..<10 {
            var moment = time + .milliseconds(Int64(100 * tick))
            if let motion { try engine.ingest(.vehicle(motion), at: moment) }
            try engine.ingest(.tick, at: moment)
            hasGrown = hasGrown || Self.hasGrown(engine.tree, from: links)
            while let frame = engine.nextFrame(at: moment) {
                if tellsOfOtherPlace(frame) { otherPlaces += 1 }
                engine.frameWasSent(at: moment)
                moment = moment + Nanoseconds(270_000)
            }
            _ = engine.nextFrameTime(after: moment)
        }
        note(.engine, since: before)
        // The engine's tree also grows between fixes, with dead reckoning.
        if update == .moved, hasGrown { update = .joined }
        time = time + .milliseconds(1000)
        updates[update.number] += 1
        for part in now.indices {
            counts[update.number][part].total += now[part]
            counts[update.number][part].most = max(counts[update.number][part].most, now[part])
            if now[part] > 0 { counts[update.number][part].updatesWithAny += 1 }
        }
    }

    /// The motion of the car between two fixes, as its signals.
    private mutating func motion(to fix: Fix) -> VehicleMotion {
        defer { last = fix }
        let turn = last?.course.flatMap { before in fix.course.map { $0.turn(from: before) } }
        return VehicleMotion(
            speed: fix.speed, yawRate: DegreesPerSecond(turn?.value ?? 0))
    }

    private mutating func takeByParts(_ fix: Fix) throws(MapError) -> Update {
        var before = allocation_count()
        let match = try matcher.ingest(fix, at: time)
        note(.matching, since: before)
        var update = Update.moved
        var vehicle = VehicleState(.notCalibrated, time: time)
        vehicle.speed = fix.speed
        if case .onRoad(let matched) = match {
            let lengths = Self.lengths(of: tree)
            before = allocation_count()
            vehicle.place = .onPath
            vehicle.relativeHeading = matched.relativeHeading
            let change = try tree.advance(to: matched.place, longestMove: Metres(100))
            note(.tree, since: before)
            let hasGrown = Self.hasGrown(tree, from: lengths)
            update = change == .reset ? .reset : hasGrown ? .joined : .moved
        } else {
            tree.clear()
            update = .reset
        }
        before = allocation_count()
        try provider.update(tree: tree, vehicle: vehicle, at: time)
        note(.provider, since: before)
        before = allocation_count()
        for tick in 0..<10 {
            var moment = time + .milliseconds(Int64(100 * tick))
            provider.tick(at: moment)
            while provider.nextFrame(at: moment) != nil {
                provider.frameWasSent(at: moment)
                moment = moment + Nanoseconds(270_000)
            }
            _ = provider.nextFrameTime(after: moment)
        }
        note(.frames, since: before)
        return update
    }

    private func tellsOfOtherPlace(_ frame: CANFrame) -> Bool {
        guard case .position(let position)? = try? engine.parameters.provider.layout.decode(frame)
        else { return false }
        return position.positionIndex != 0
    }

    /// The largest number of links of each path.
    private static func lengths(of tree: PathTree) -> [PathID: Int] {
        var lengths: [PathID: Int] = [:]
        for path in tree.paths { lengths[path.id] = path.droppedLinks + path.links.count }
        return lengths
    }

    private static func hasGrown(_ tree: PathTree, from lengths: [PathID: Int]) -> Bool {
        tree.paths.contains { lengths[$0.id] != $0.droppedLinks + $0.links.count }
    }

    private mutating func note(_ part: Part, since before: UInt64) {
        now[part.number] += Int(allocation_count() - before)
    }

    func print() {
        for update in Update.allCases {
            for part in Part.allCases {
                let count = counts[update.number][part.number]
                var line = Measurement()
                line.add("update", update.rawValue)
                line.add("part", part.rawValue)
                line.add("updates", updates[update.number])
                line.add("withAllocation", count.updatesWithAny)
                line.add("most", count.most)
                line.add("perUpdate", Double(count.total) / Double(max(updates[update.number], 1)))
                if part == .engine { line.add("otherPlaces", otherPlaces) }
                line.print()
            }
        }
    }
}

extension CountedParts.Update {
    fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension CountedParts.Part {
    fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
