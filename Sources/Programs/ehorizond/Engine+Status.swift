import ADASISv2
import Configuration
import Engine
import Geodesy
import Horizon
import HorizonProvider
import MapMatching
import Positioning
import Quantities
import Reasons
import RoadMap
import RoadObjects
import Routing
import StatusProtocol
import Supervision

// What the control socket reports of the engine.
extension Engine {
    /// The last fix.
    func fixStatus(at now: MonotonicTime) -> StatusReport.Fix? {
        guard let (fix, arrival) = lastArrival else { return nil }
        var status = StatusReport.Fix(
            age: (now - arrival).seconds, latitude: fix.place.latitude,
            longitude: fix.place.longitude)
        status.time = fix.time.map { Double($0.nanoseconds) / 1e9 }
        status.speed = fix.speed?.value
        status.course = fix.course?.value
        status.accuracy = fix.accuracy?.value
        return status
    }

    /// The place of the vehicle, as POSITION reports it.
    var placeStatus: StatusReport.Place {
        let state = self.vehicle
        var status = StatusReport.Place(state.place.statusName)
        status.speed = reckoning.speed?.value
        guard state.place == .onPath, let place = tree.vehiclePlace else { return status }
        status.probability = state.probability
        status.accuracy = state.accuracy?.value
        guard let record = record(of: place.link) else { return status }
        status.link = StatusReport.Link(
            way: record.way, isForward: place.link.direction == .forward,
            offset: place.offset.value, length: record.length.metres.value)
        return status
    }

    /// The record of a link of the main path, without reading the map.
    private func record(of link: DirectedLink) -> Link? {
        guard !tree.paths.isEmpty else { return nil }
        return tree.paths[0].links.last { $0.link == link }?.record
    }

    /// The path tree in short.
    var treeStatus: StatusReport.Tree? {
        guard let main = tree.mainID else { return nil }
        var exits: [StatusReport.Exit] = []
        for index in tree.paths.indices {
            guard let branch = tree.paths[index].branch, branch.parent == main,
                tree.paths[index].startDistance >= .zero
            else { continue }
            let first = tree.paths[index].links[0]
            exits.append(
                StatusReport.Exit(
                    path: Int(tree.paths[index].id.number), index: wireIndex(tree.paths[index].id),
                    distance: tree.paths[index].startDistance.metres.value,
                    angle: branch.turnAngle.value, probability: branch.probability,
                    way: first.record.way, isForward: first.link.direction == .forward))
        }
        exits.sort { $0.distance < $1.distance }
        exits.removeLast(max(0, exits.count - StatusReport.mostExits))
        return StatusReport.Tree(
            paths: tree.paths.count, main: Int(main.number), index: wireIndex(main),
            offset: tree.vehicleOffset.value,
            ahead: tree.line().last.map { $0.distance(to: $0.to).value } ?? 0,
            isComplete: isComplete, exits: exits)
    }

    func wireIndex(_ id: PathID) -> Int? {
        pathIndex(of: id).flatMap { $0.isNormal ? Int($0.raw) : nil }
    }

    /// Adds what is transmitted to the state of the bus.
    func addMask(to status: inout StatusReport.Bus) {
        status.loadLimit = parameters.provider.pace.busLoadPercent / 100
        status.messages = mask.messageNames
    }
}

extension DrivenMap {
    /// The map in use.
    /// - Parameter drive: The time of the receiver; `nil` if unknown.
    func status(named name: String, at drive: UTCTime?) -> StatusReport.Map {
        guard !files.isEmpty else {
            return StatusReport.Map(name: name, identity: nil, dataTime: nil, age: nil)
        }
        var status = StatusReport.Map(name: name, identity: "\(identity)", dataTime: nil, age: nil)
        guard let data = roads.header.dataMoment else { return status }
        status.dataTime = Double(data.nanoseconds) / 1e9
        guard let drive else { return status }
        status.age = (drive - data).seconds / 86_400
        return status
    }
}

extension ObjectSupervision {
    /// The objects of the host.
    var status: [StatusReport.Object] {
        all.map { object, result in
            var status = StatusReport.Object(
                id: object.id, kind: object.kind.rawValue, stretches: nil, problem: nil)
            switch result {
            case .success(let found): status.stretches = found.stretches
            case .failure(let error): status.problem = "\(error)"
            case nil: break
            }
            return status
        }
    }
}

extension TransmissionCount {
    /// Adds the transmitted frames to the state of the bus.
    func add(to status: inout StatusReport.Bus, at now: MonotonicTime) {
        status.load = Double(bitsPerSecond(at: now)) / Double(max(status.bitRate, 1))
        status.frames = MessageKind.standard.map {
            StatusReport.Count($0.maskName, count(of: $0))
        }
    }
}

extension VehicleState.Place {
    /// The name for a report.
    fileprivate var statusName: String {
        switch self {
        case .onPath: "on-road"
        case .offRoad: "off-road"
        case .noMap: "no-map"
        case .notCalibrated: "not-calibrated"
        }
    }
}

extension BusCondition {
    /// The name for a report.
    var statusName: String {
        switch self {
        case .open: "open"
        case .absent: "absent"
        case .down: "down"
        case .busOff: "bus-off"
        case .listening: "listen-only"
        case .blocked: "blocked"
        case .asleep: "asleep"
        }
    }
}

extension TreeChange {
    /// The event for clients; `main` is the index of the main path on the wire.
    func event(main: Int?) -> ControlEvent {
        .tree(kind.event, cause: eventCause, main: main)
    }
}

extension TreeChange.Kind {
    /// The change for an event.
    fileprivate var event: ControlEvent.TreeChange {
        switch self {
        case .none: .none
        case .new: .new
        case .turnedOff: .turnedOff
        case .otherPath: .otherPath
        }
    }
}
