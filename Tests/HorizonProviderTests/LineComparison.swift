import ADASISv2
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Quantities
import RoadMap
import Testing

import struct RoadMap.ProfileKind

/// A profile of the map and the one that clients hold of it.
private struct Line {
    let kind: ProfileKind
    let name: String
    /// What a client says at a place.
    let held: (ReconstructedPath, Metres) -> Double?
    /// What a unit of the map's numbers is on the wire, driven forward.
    let unit: Double
    /// Whether it turns its sign driven backward.
    let isSigned: Bool
    let bound: Double
}

extension TreeComparison {
    /// Slope and altitude lie within the bounds of the reduction wherever the map knows them, and
    /// are not known where it does not.
    func compareLines(
        of path: HorizonPath, with held: ReconstructedPath, from: Double, to: Double
    ) throws {
        let reduction = drive.parameters.reduction
        // Codes are rounded to half a step of 0.1 % and to centimetres.
        let lines = [
            Line(
                kind: .slope, name: "linear slope",
                held: { $0.value(of: .short(.slopeLinear), at: $1).value }, unit: 0.01,
                isSigned: true,
                bound: reduction.slopeError + 0.05),
            Line(
                kind: .slope, name: "slope in steps",
                held: { $0.value(of: .short(.slopeStep), at: $1).value }, unit: 0.01,
                isSigned: true,
                bound: reduction.slopeStepError),
            Line(
                kind: .altitude, name: "altitude",
                held: { $0.value(of: .long(.altitude), at: $1).value }, unit: 0.01,
                isSigned: false,
                bound: reduction.altitudeError.value + 0.005),
        ]
        for line in lines {
            for offset in stride(from: from.rounded(.up) + 2, to: to - 3, by: 3) {
                // Offsets are whole metres: what the map says within a metre and a half is right.
                let near = try stride(from: -1.5, through: 1.5, by: 0.25).map {
                    try value(line, at: offset + $0, of: path)
                }
                let told = line.held(held, Metres(offset))
                let known = near.compactMap { $0 }
                guard let told else {
                    #expect(
                        known.count < near.count,
                        "\(time): no \(line.name) at \(offset) m of path \(held.index.raw)")
                    continue
                }
                guard let lowest = known.min(), let highest = known.max() else {
                    Issue.record(
                        "\(time): \(line.name) that is not known at \(offset) m of path \(held.index.raw)"
                    )
                    continue
                }
                #expect(
                    told >= lowest - line.bound - 1e-9 && told <= highest + line.bound + 1e-9,
                    "\(time): \(line.name) at \(offset) m of path \(held.index.raw)")
            }
        }
    }

    /// What the map says at a place of a path, in driving direction.
    private func value(
        _ line: Line, at offset: Double, of path: HorizonPath
    ) throws -> Double? {
        guard let link = path.links.last(where: { $0.start.metres.value <= offset }) else {
            return nil
        }
        let isForward = link.link.direction == .forward
        let distance = (offset - link.start.metres.value) * 100
        let length = Double(link.record.length.value)
        let along = min(isForward ? distance : length - distance, length)
        var before: (offset: Centimetres, value: Int32)?
        var found: Double?
        try drive.roads.map.forEachSpot(of: line.kind, along: link.record) {
            (spot, beginsPiece) throws(MapError) in
            if let before, !beginsPiece, Double(before.offset.value) <= along,
                along <= Double(spot.offset.value)
            {
                let span = Double(spot.offset.value - before.offset.value)
                let share = span > 0 ? (along - Double(before.offset.value)) / span : 0
                found = Double(before.value) + Double(spot.value - before.value) * share
            }
            before = (spot.offset, spot.value)
        }
        return found.map { $0 * line.unit * (line.isSigned && !isForward ? -1 : 1) }
    }
}
