import ADASISv2
import Quantities

/// What everyone on the bus knows so far: which paths are open and where they begin, and where the
/// vehicle is.
struct BusKnowledge {
    /// The state of the path of an index.
    struct Path {
        var isOpen = false
        /// Counts the paths that had the index.
        var generation = 0
        var parent: PathIndex?
        var stubMetres = 0
        /// Whether it was open before the first message that was seen, as far as the log shows it.
        var beganBefore = false
        /// Where the vehicle was last on it.
        var vehicle: Int?
        var lastMentioned = MonotonicTime.zero
        /// Whether it could be reached from the last POSITION.
        var isReachable = false
        /// Whether a POSITION has left it behind since a message last named it: clients have dropped it then, and do
        /// not have it again when the vehicle drives back.
        var isDropped = false
    }

    let parameters: CheckerParameters
    private var paths = [Path](repeating: Path(), count: 64)
    /// The path that the vehicle is on; `nil` before the first POSITION and off the paths.
    private(set) var current: PathIndex?
    /// The path that it was on last.
    private var lastPath: PathIndex?
    /// Counts the times without POSITION in which clients have dropped what they knew.
    private(set) var outages = 0
    /// When POSITION last came …
    private var lastPosition: MonotonicTime?
    /// … and when one of another candidate did.
    private var lastCandidate: MonotonicTime?
    /// When the first message came, and the one that is looked at.
    private var start: MonotonicTime?
    private(set) var now = MonotonicTime.zero
    /// Counts the different META-DATAs.
    private(set) var metaDataGeneration = 0
    private var metaData: MetaDataMessage?

    init(parameters: CheckerParameters) { self.parameters = parameters }

    /// Whether POSITION is in use, as far as the sequence has come: a mask may leave it out.
    var hasPosition: Bool { lastPosition != nil }

    /// Whether a POSITION that comes for the first time now is none that was missing before.
    var isBeginning: Bool { now - (start ?? now) <= parameters.positionTimeout }

    subscript(index: PathIndex) -> Path { paths[Int(index.raw)] }

    /// Where on a path an offset is, in whole metres from the path's start: unwrapped by the vehicle
    /// where it is or was on the path.
    func metres(_ offset: OffsetCode, on index: PathIndex) -> Int? {
        guard let raw = offset.metres else { return nil }
        guard let vehicle = self[index].vehicle else { return raw }
        // What the offsets can say beyond trailing and reach is shared by both ends, so that what is
        // a little too far is seen as that.
        let spare = OffsetCode.period - parameters.longestTrailing - parameters.longestReach
        let lowest = vehicle - parameters.longestTrailing - max(spare, 0) / 2
        let rest = (raw - lowest) % OffsetCode.period
        return lowest + (rest < 0 ? rest + OffsetCode.period : rest)
    }

    /// How far ahead of the vehicle a place is; on a path that the vehicle was not on, from its start.
    func ahead(_ metres: Int, on index: PathIndex) -> Int { metres - (self[index].vehicle ?? 0) }

    /// Whether a client can know where a place is: what lies too far off is not where it seems.
    func isWithinOffsets(_ metres: Int, on index: PathIndex) -> Bool {
        (-parameters.longestTrailing...parameters.longestReach).contains(ahead(metres, on: index))
    }

    /// Where the vehicle is by a POSITION: nearest to where it last was on the path.
    func metres(_ position: PositionMessage) -> Int? {
        guard let vehicle = self[position.pathIndex].vehicle else { return position.offset.metres }
        return position.offset.metres(nearestTo: vehicle)
    }

    /// How far the vehicle came since it was last seen on a path, if that is known: along that
    /// path, or from it into one that leaves it, or into one that leaves that.
    ///
    /// An index is free once no client can hold its path (§8, path index reuse, confidence D): POSITION
    /// on it then opens another path, which a jump wants (§8, U-turn, jump back, reversing, C), and
    /// nothing says how far that is from where the vehicle was. Until then it is the path that every
    /// client holds under that index, however long the sender has been silent of it. And who had no
    /// POSITION for two seconds has no horizon to give up (§8, what clients do, C).
    func driven(_ position: PositionMessage, at time: MonotonicTime) -> Int? {
        guard hasHorizon(at: time), let lastPath, let metres = metres(position),
            let vehicle = self[lastPath].vehicle
        else { return nil }
        var path = position.pathIndex
        var along = metres
        for _ in 0..<64 {
            if path == lastPath { return along - vehicle }
            guard !isFree(path, at: time), let parent = self[path].parent else { return nil }
            along += self[path].stubMetres
            path = parent
        }
        return nil
    }

    /// Whether the last POSITION is so new that clients have a horizon.
    private func hasHorizon(at time: MonotonicTime) -> Bool {
        lastPosition.map { time - $0 <= parameters.positionTimeout } ?? false
    }

    /// Whether a client that keeps a little behind the vehicle holds a path for being within reach.
    func isWithinReach(_ index: PathIndex) -> Bool {
        !self[index].isDropped && isAhead(index) == true
    }

    /// Whether a path is ahead of the vehicle, or branches off a little behind it; `nil` if nothing says where it
    /// begins.
    private func isAhead(_ index: PathIndex) -> Bool? {
        // Off the paths it still holds what it could reach before.
        guard let lastPath, let vehicle = self[lastPath].vehicle else { return nil }
        // The vehicle's path and those it came from, each with how far the vehicle is along it.
        var line = [(path: lastPath, vehicle: vehicle)]
        var sinceFork = vehicle
        while let last = line.last, let parent = self[last.path].parent, line.count < 64,
            sinceFork <= parameters.clientTrailing
        {
            sinceFork += self[last.path].stubMetres
            line.append((parent, sinceFork))
        }
        var path = index
        var branch = Int.max
        for _ in 0..<64 {
            if let place = line.first(where: { $0.path == path }) {
                return branch >= place.vehicle - parameters.clientTrailing
            }
            guard let parent = self[path].parent else { return nil }
            branch = self[path].stubMetres
            path = parent
        }
        return nil
    }

    /// Whether a path's index is free: no client can hold the path any more.
    func isFree(_ index: PathIndex, at time: MonotonicTime) -> Bool {
        guard self[index].isOpen else { return true }
        return !isWithinReach(index)
            && time - self[index].lastMentioned >= parameters.clientMemory
    }
}

// What a message adds.
extension BusKnowledge {
    mutating func begin(at time: MonotonicTime) {
        now = time
        start = start ?? time
    }

    mutating func note(_ seen: Observation) {
        switch seen.message {
        case .systemSpecific: break
        case .metaData(var message):
            message.cyclicCounter = .zero
            if message != metaData { metaDataGeneration += 1 }
            metaData = message
        case .position(let position): note(position, at: seen.time)
        case .stub(let stub):
            mention(stub.pathIndex, at: seen.time)
            if stub.subPathIndex.isNormal { note(stub, seen) }
        case .segment, .profileShort, .profileLong:
            // Who speaks of the link alone says nothing of where on the paths the vehicle is.
            if seen.place?.path == .currentLink { current = nil }
            if let place = seen.place { mention(place.path, at: seen.time) }
        }
    }

    private mutating func mention(_ index: PathIndex, at time: MonotonicTime) {
        guard index.isNormal else { return }
        if parameters.joinsLate, !self[index].isOpen { paths[Int(index.raw)].beganBefore = true }
        paths[Int(index.raw)].isOpen = true
        paths[Int(index.raw)].lastMentioned = time
        paths[Int(index.raw)].isDropped = false
    }

    /// Clients drop what they see the vehicle leave behind. What another candidate of its place can reach they hold too,
    /// and what they do not know the beginning of waits.
    private mutating func dropPassed(at time: MonotonicTime) {
        if let lastCandidate, time - lastCandidate <= parameters.positionTimeout { return }
        for number in paths.indices where paths[number].isOpen && !paths[number].isDropped {
            let isAhead = isAhead(PathIndex(raw: UInt8(number)))
            paths[number].isDropped =
                isAhead == false || isAhead == nil && paths[number].isReachable
            paths[number].isReachable = isAhead == true
        }
    }

    private mutating func open(_ index: PathIndex) {
        let generation = self[index].generation
        paths[Int(index.raw)] = Path(isOpen: true, generation: generation + 1)
        // What began on the path that had the index has lost its beginning.
        for child in paths.indices where paths[child].parent == index { paths[child].parent = nil }
    }

    private mutating func note(_ position: PositionMessage, at time: MonotonicTime) {
        let index = position.pathIndex
        if position.positionIndex == 0, hasPosition, !hasHorizon(at: time) { outages += 1 }
        if position.positionIndex == 0 { lastPosition = time } else { lastCandidate = time }
        guard index.isNormal else {
            if position.positionIndex == 0 { current = nil }
            return
        }
        let metres = metres(position)
        if position.positionIndex == 0, index != current, isFree(index, at: time),
            index != lastPath || isElsewhere(metres, on: index)
        {
            // Who joins late does not see where what it hears of first begins.
            let beganBefore = parameters.joinsLate && !self[index].isOpen
            open(index)
            paths[Int(index.raw)].beganBefore = beganBefore
        }
        mention(index, at: time)
        // Where it may be as well says nothing of where it is, and may lie ahead on the same path.
        if position.positionIndex == 0 {
            paths[Int(index.raw)].vehicle = metres ?? self[index].vehicle
            current = index
            lastPath = index
            if self[index].vehicle != nil { dropPassed(at: time) }
        }
    }

    /// Whether the vehicle cannot have come back from off the road to where it left a path: then the
    /// index has a new path.
    private func isElsewhere(_ metres: Int?, on index: PathIndex) -> Bool {
        guard let metres, let vehicle = self[index].vehicle else { return false }
        return abs(metres - vehicle) > parameters.longestJump
    }

    private mutating func note(_ stub: StubMessage, _ seen: Observation) {
        guard let metres = metres(stub.offset, on: stub.pathIndex) else { return }
        let child = stub.subPathIndex
        if !isSame(child, as: stub, at: metres, isFirst: seen.isFirst) { open(child) }
        paths[Int(child.raw)].isOpen = true
        paths[Int(child.raw)].beganBefore = false
        paths[Int(child.raw)].parent = stub.pathIndex
        paths[Int(child.raw)].stubMetres = metres
        paths[Int(child.raw)].lastMentioned = seen.time
        paths[Int(child.raw)].isDropped = false
    }

    /// Whether a STUB speaks of the path that has the index already. The path that the vehicle is on
    /// may have been opened by POSITION: then nothing says where it began. Nor does anything for who
    /// joined after it had: as long as clients may hold the path, a STUB that says that it was sent
    /// before is the one.
    func isSame(
        _ child: PathIndex, as stub: StubMessage, at metres: Int, isFirst: Bool
    ) -> Bool {
        guard self[child].isOpen else { return false }
        if let parent = self[child].parent {
            return parent == stub.pathIndex && self[child].stubMetres == metres
        }
        return child == current
            || self[child].beganBefore && !isFirst && !isFree(child, at: now)
    }
}
