import ADASISv2
import Engine
import Horizon
import HorizonProvider
import Quantities
import RoadMap
import StatusProtocol

extension Engine {
    /// The number of links of the path tree.
    var linksOfTree: Int { tree.paths.reduce(0) { $0 + $1.links.count } }

    /// The path tree with its links.
    func treeReport(on map: DrivenMap) -> TreeReport {
        var report = TreeReport(map: map.isNone ? nil : "\(map.identity)")
        guard let main = tree.mainID else { return report }
        report.path = Int(main.number)
        report.offset = tree.vehicleOffset.value
        report.moment = tree.moment
        report.main = tree.line().map { Int($0.path.number) }
        for path in tree.paths { report.paths.append(pathReport(of: path)) }
        return report
    }

    private func pathReport(of path: HorizonPath) -> TreeReport.Path {
        var report = TreeReport.Path(
            path: Int(path.id.number), index: wireIndex(path.id), level: path.level,
            start: path.links[0].start.metres.value)
        report.branch = path.branch.map {
            TreeReport.Branch(
                parent: Int($0.parent.number), offset: $0.offset.metres.value,
                angle: $0.turnAngle.value, probability: $0.probability,
                isDrivable: $0.legality == .legal, isUTurn: $0.isUTurn)
        }
        report.total = tree.probability(of: path.id)
        switch path.end {
        case .open: report.end = nil
        case .deadEnd: report.end = "dead-end"
        case .loop: report.end = "loop"
        }
        for link in path.links {
            report.links.append(
                TreeReport.Link(
                    block: link.link.link.block, number: link.link.link.index,
                    isForward: link.link.direction == .forward, way: link.record.way))
        }
        return report
    }
}
