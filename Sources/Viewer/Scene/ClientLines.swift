import ADASISv2
import Geodesy
import HorizonReconstructor
import Quantities

/// Draws the lines of a client's paths, parents before their children.
struct ClientLines {
    /// Whether a path had transmitted coordinates.
    private(set) var hasCoordinates = false
    private var drawn: [PathIndex: [ShapePoint]] = [:]

    /// The length of a cell of a line that is drawn by angles, m.
    private static let step = 20.0

    /// The line of a path; `old` is its last picture.
    mutating func line(of path: ReconstructedPath, after old: PathPicture?) -> [ShapePoint] {
        let line = transmitted(path) ?? byAngles(path, old)
        drawn[path.index] = line
        return line
    }

    /// The line by longitudes and latitudes; `nil` where fewer than two places are known.
    private mutating func transmitted(_ path: ReconstructedPath) -> [ShapePoint]? {
        let east = path.spots(of: .long(.longitude))
        let north = path.spots(of: .long(.latitude))
        var line: [ShapePoint] = []
        var next = 0
        for spot in east {
            while next < north.count, north[next].metres < spot.metres { next += 1 }
            guard next < north.count else { break }
            // Both coordinates of a place are sent one after the other: the second may still be missing.
            guard north[next].metres == spot.metres,
                let longitude = ProfileType.long(.longitude).value(of: spot.content.raw).value,
                let latitude = ProfileType.long(.latitude).value(of: north[next].content.raw).value
            else { continue }
            line.append(
                ShapePoint(Double(spot.metres), longitude: longitude, latitude: latitude))
        }
        guard line.count > 1 else { return nil }
        hasCoordinates = true
        return line
    }

    /// The line by turn angles: it leaves its parent's line at the STUB, and bends by the transmitted curvature. A path
    /// without a drawn parent continues its line of the last picture, so that the picture stays where it is.
    ///
    /// The line is straight within cells of ``step``; from cell to cell it turns by the curvature.
    private func byAngles(_ path: ReconstructedPath, _ old: PathPicture?) -> [ShapePoint] {
        let first = Double(firstMetres(of: path))
        let end = max(Double(reach(of: path)), first)
        var (point, bearing) = start(of: path, at: first, old)
        var line = [point]
        while point.offset < end {
            let cell = (point.offset / Self.step).rounded(.down)
            if line.count > 1 {
                let middle = Metres((cell + 0.5) * Self.step)
                let curvature = path.value(of: .short(.curvature), at: middle).value ?? 0
                bearing += curvature * Self.step * degreesPerRadian
            }
            let next = min((cell + 1) * Self.step, end)
            point =
                Planar.point(
                    next - point.offset, from: point, bearing: bearing, offset: next
                ).rounded
            line.append(point)
        }
        return line
    }

    private func start(
        of path: ReconstructedPath, at first: Double, _ old: PathPicture?
    ) -> (ShapePoint, bearing: Double) {
        if let parent = path.parent.flatMap({ drawn[$0] }), parent.count > 1 {
            var above = PathPicture(id: 0, index: nil)
            above.shape = parent
            let branch = Double(path.stubMetres)
            if let place = above.place(at: branch) {
                let turn = path.stub?.turnAngle.reading.value?.value ?? 0
                return (
                    ShapePoint(first, longitude: place.longitude, latitude: place.latitude).rounded,
                    (above.bearing(at: branch) ?? 0) + turn
                )
            }
        }
        if let place = old?.place(at: first) {
            return (
                ShapePoint(first, longitude: place.longitude, latitude: place.latitude).rounded,
                old?.bearing(at: first) ?? 0
            )
        }
        return (ShapePoint(first, longitude: 0, latitude: 0), 0)
    }

    private func firstMetres(of path: ReconstructedPath) -> Int {
        guard path.parent == nil else { return 0 }
        return path.segments.items.first?.metres ?? 0
    }

    /// The last place of which the client knows anything, m.
    private func reach(of path: ReconstructedPath) -> Int {
        var end = path.segments.items.last?.metres ?? 0
        end = max(end, path.stubs.items.last?.metres ?? 0)
        for profile in path.profiles { end = max(end, profile.spots.last?.metres ?? 0) }
        return end
    }
}

extension ShapePoint {
    /// The point in whole units of a scene, 1e-7 degrees, so that the same line drawn again is the same.
    fileprivate var rounded: ShapePoint {
        ShapePoint(
            offset, longitude: (longitude * 1e7).rounded() / 1e7,
            latitude: (latitude * 1e7).rounded() / 1e7)
    }
}
