public import ADASISv2
public import CANFrames
public import Horizon
public import Quantities
public import RoadMap

/// Turns the path tree into ADASIS v2 frames.
///
/// For each path on the wire, the provider keeps the messages that a client must hold. A new,
/// changed or due message waits for transmission. The bus pulls: ``nextFrame(at:)`` picks the most
/// urgent message and sets its counter, age and flags. ``frameWasSent(at:)`` confirms its
/// transmission. After a failed transmission, the host calls ``nextFrame(at:)`` again.
///
/// The order is META-DATA, POSITION, then the nearest message first across all paths. A STUB
/// precedes every message on the path that it opens.
public struct HorizonProvider {
    /// The parameters of the transmission. Their bit rate, mask and extent are those of the start;
    /// the current ones are ``mask`` and ``extent``.
    public let parameters: ProviderParameters
    private(set) var scope: TransmissionScope
    private(set) var context: RoadContext
    private(set) var builder: ItemBuilder
    private(set) var roadUpdate = RoadUpdate()
    private(set) var wire: WireTree
    private(set) var position: PositionSchedule
    private(set) var metaData: MetaDataSchedule
    private(set) var currentLink = CurrentLink()
    private(set) var sender: FrameSender
    /// Whether messages were still to be sent, at the last tick, of those that are sent again with everything or with
    /// all of their kind. Those that were built since do not count, and none while the vehicle is on no path.
    public private(set) var isRepeating = false

    /// A provider for a map. `trailing` is the trailing length of its trees.
    public init(map: RoadMap, parameters: ProviderParameters, trailing: Centimetres) {
        self.parameters = parameters
        scope = TransmissionScope(parameters.mask, parameters.extent, layout: parameters.layout)
        context = RoadContext(map: map)
        builder = ItemBuilder(
            map: map, unit: map.header.country.speedUnit, reduction: parameters.reduction)
        wire = WireTree(parameters, trailing: trailing)
        position = PositionSchedule(parameters.timing)
        metaData = MetaDataSchedule(parameters.timing)
        sender = FrameSender(parameters)
    }

    /// A copy of a provider with some parts replaced.
    init(
        _ other: HorizonProvider, wire: WireTree? = nil, position: PositionSchedule? = nil,
        metaData: MetaDataSchedule? = nil, roadUpdate: RoadUpdate? = nil
    ) {
        self = other
        self.wire = wire ?? other.wire
        self.position = position ?? other.position
        self.metaData = metaData ?? other.metaData
        self.roadUpdate = roadUpdate ?? other.roadUpdate
    }

    // The tree and the vehicle.

    /// Updates the transmitted horizon from a new state of the tree and the vehicle.
    ///
    /// If the map cannot be read, the built part stays. The rest follows with a later update.
    public mutating func update(
        tree: borrowing PathTree, vehicle: VehicleState, at time: MonotonicTime
    ) throws(MapError) {
        position.update(vehicle)
        try update(tree: tree, at: time)
    }

    /// Updates the transmitted horizon from a new state of the tree; the vehicle's state stays.
    public mutating func update(
        tree: borrowing PathTree, at time: MonotonicTime
    ) throws(MapError) {
        sender.forget()
        position.update(position.vehicle)
        let hasChanged = wire.follow(tree)
        let context = followContext(of: tree)
        if scope.extent == .currentLink {
            let link = currentLink.follow(
                position.isOnPath(at: time) ? tree.mainPath : nil, at: wire.mainOffset, &builder,
                at: time)
            wire.refresh(scope, at: time)
            try context.get()
            return try link.get()
        }
        // The vehicle may be on another road, so paths that it passed stay.
        let isQuiet =
            !hasChanged && !wire.isInvalid && !roadUpdate.isPending
            && position.vehicle.alternatives.isEmpty
        let paths = isQuiet ? .success(()) : followTree(tree, at: time)
        wire.refresh(scope, at: time)
        try context.get()
        try paths.get()
    }

    /// Follows the country, the route and the conditions of roads.
    private mutating func followContext(of tree: borrowing PathTree) -> Result<Void, MapError> {
        var changes = RoadContext.Change()
        var result = Result<Void, MapError>.success(())
        do throws(MapError) {
            try context.follow(
                tree, vehicleAt: wire.mainOffset, &builder, changes: &changes)
        } catch {
            result = .failure(error)
        }
        if changes.isOtherUnit { releaseAllPaths() }
        if changes.isOtherCountry { metaData.announce() }
        if changes.areOtherRoads { roadUpdate.request() }
        return result
    }

    /// Updates indexes and items from the tree.
    private mutating func followTree(
        _ tree: borrowing PathTree, at time: MonotonicTime
    ) -> Result<Void, MapError> {
        wire.noteDepartures(from: tree.mainID)
        wire.releasePaths(notIn: tree)
        let outcome = roadUpdate.apply(
            to: &wire, of: tree, &builder, reported: position.reported)
        if outcome.lostMain { position.forgetPlace() }
        wire.takeIndexes(for: tree, position, scope, at: time)
        let isComplete: Bool
        do throws(MapError) {
            isComplete = try wire.build(from: tree, with: &builder)
        } catch {
            wire.invalidate()
            return .failure(outcome.failure ?? error)
        }
        if let failure = outcome.failure { return .failure(failure) }
        if isComplete { wire.noteFollowed(tree) } else { wire.invalidate() }
        return .success(())
    }

    /// Retires all indexes: no message names any path any more.
    private mutating func releaseAllPaths() {
        wire.releaseAll()
        position.forgetPlace()
    }

    /// Changes to another map, whose tree has no path yet. The provider drops all paths on the
    /// wire. It sends META-DATA of the new map before any message on its paths.
    public mutating func changeMap(
        to map: RoadMap, emptied tree: borrowing PathTree, at time: MonotonicTime
    ) throws(MapError) {
        context = RoadContext(map: map)
        builder = ItemBuilder(
            map: map, unit: map.header.country.speedUnit, reduction: parameters.reduction)
        wire.invalidate()
        let progress = position.reportedProgress ?? wire.progress
        try update(tree: tree, vehicle: VehicleState(.notCalibrated), at: time)
        position.forgetPlace()
        position.forgetProgress()
        wire.forgetDistances(at: progress)
        repeatEverything(at: time)
    }

    /// Makes the next POSITION due, which replaces a waiting one. Items whose repetition is due by
    /// now become due too.
    public mutating func tick(at time: MonotonicTime) {
        position.tick(isSent: scope.sendsPosition)
        wire.refresh(scope, at: time)
        if isRepeating {
            isRepeating = position.isOnPath(at: time) && wire.hasDue(isRepetition: true)
        }
    }

    // Requests of clients and hosts.

    /// Changes the mask and the extent of the transmission while driving.
    ///
    /// Newly enabled messages are sent completely, since clients may have dropped the old ones. A
    /// disabled side path keeps its index until the vehicle has passed it, since clients may hold
    /// it until then. With the current link alone, no path has an index. Every path is a new one
    /// afterwards.
    public mutating func setMask(
        _ mask: MessageMask, extent: ProviderParameters.Extent, tree: borrowing PathTree,
        at time: MonotonicTime
    ) throws(MapError) {
        let former = scope
        scope = TransmissionScope(mask, extent, layout: parameters.layout)
        sender.setExtent(extent, at: time)
        wire.repeatItems(scope) { extent != former.extent || !former.mask.allows($0) }
        if extent == .currentLink { releaseAllPaths() } else { currentLink = CurrentLink() }
        wire.invalidate()
        try update(tree: tree, at: time)
    }

    /// Applies the bus load limit to another bit rate of the bus, bit/s, with packages of so many frames.
    public mutating func setBitRate(_ bitRate: Int, packageSize: Int) {
        var pace = parameters.pace
        pace.bitRate = bitRate
        sender.setLimit(pace, packageSize: packageSize)
    }

    /// Sends everything again. Either the content of the clients is unknown, or a client requests
    /// it.
    public mutating func repeatEverything(at time: MonotonicTime) {
        sender.forget()
        metaData.announce()
        currentLink.repeatNow(at: time)
        repeatItems()
        wire.refresh(scope, at: time)
    }

    private mutating func repeatItems() {
        isRepeating = true
        wire.repeatItems(scope)
    }

    /// Sends the last message with this type and counter again. Without a counter it sends all
    /// messages of the type again. META-DATA is sent anew; POSITION comes with the next tick.
    public mutating func repeatMessage(
        _ kind: MessageKind, counter: CyclicCounter?, at time: MonotonicTime
    ) {
        sender.forget()
        switch kind {
        case .metaData: metaData.request(at: time)
        // The next one comes before clients could notice a gap.
        case .position: break
        case .segment, .stub, .profileShort, .profileLong:
            if kind == .segment { currentLink.repeatNow(at: time) }
            if counter == nil { isRepeating = true }
            wire.repeatItems(kind, counter, scope)
        case .systemSpecific: break
        }
        wire.refresh(scope, at: time)
    }

    // Frames.

    /// The next frame for the bus; `nil` if there is none. The state changes only with
    /// ``frameWasSent(at:)``. After a failed transmission, the next call encodes the frame anew.
    public mutating func nextFrame(at time: MonotonicTime) -> CANFrame? {
        sender.forget()
        if isMetaDataDue(at: time) {
            let message = MetaDataMessage(context.country, of: context.map, parameters)
            let frame = sender.frame(.metaData, .metaData(message), metaData.share, at: time)
            if let frame { return frame }
        }
        if let candidate = position.dueCandidate, scope.sendsPosition {
            let message = position.message(candidate, on: wire, at: time)
            let frame = sender.frame(
                .position(message.pathIndex), .position(message), position.share, at: time)
            if let frame { return frame }
        }
        // META-DATA may change the speed unit, which applies to all later messages.
        if isMetaDataDue(at: time) { return nil }
        if let message = currentLink.due(at: time), scope.mask.allows(.segment) {
            return sender.frame(.currentLink, .segment(message), .tree, at: time)
        }
        if isPositionAwaited { return nil }
        guard let next = wire.nextItem() else { return nil }
        return sender.frame(
            .item(path: next.path, index: next.item), next.message, .tree, at: time)
    }

    /// Confirms the transmission of the frame from the last ``nextFrame(at:)``.
    public mutating func frameWasSent(at time: MonotonicTime) {
        guard let sent = sender.takePending(at: time) else { return }
        switch sent.content {
        case .metaData:
            metaData.noteSent(at: time)
            sender.advanceCounter(of: .metaData)
        case .position(let index):
            notePosition(on: index, at: time)
            sender.advanceCounter(of: .position)
        case .currentLink:
            currentLink.wasSent(at: time, again: parameters.timing.currentLinkInterval)
            sender.advanceCounter(of: .segment)
        case .item(let path, let index):
            let kind = wire.paths[path].items.kind(index)
            wire.noteSent(index, of: path, counter: sender.counter(of: kind), at: time)
            sender.advanceCounter(of: kind)
        }
    }

    private mutating func notePosition(
        on index: PathIndex, at time: MonotonicTime
    ) {
        if position.dueCandidate == 0 {
            let loss = position.noteSent(
                on: index, of: wire, at: time, parameters.clientMemory)
            if loss.ofMetaData { metaData.announce() }
            if loss.ofHorizon { repeatItems() }
            if index.isNormal {
                wire.notePositionSent(isOnlyOne: parameters.timing.positionCandidates == 1)
            }
        }
        if let path = wire.paths.firstIndex(where: { $0.index == index }) {
            wire.noteMention(of: path, at: time)
        }
        position.advance(on: wire)
    }
}
