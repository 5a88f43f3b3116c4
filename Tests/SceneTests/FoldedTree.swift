import Testing

@testable import Scene

/// A tree that is made of steps alone, as the page makes it.
struct FoldedTree {
    private var paths: [Int: PathPicture] = [:]
    private var car: CarPicture?
    private var main: [Int] = []

    mutating func apply(_ step: SceneStep) {
        if step.isReset { paths.removeAll() }
        for id in step.gone {
            #expect(paths[id] != nil, "path \(id) is gone and was never there")
            paths[id] = nil
        }
        for path in step.paths {
            var new = path
            new.shape = paths[path.id]?.shape ?? []
            new.values = paths[path.id]?.values ?? []
            paths[path.id] = new
        }
        for kept in step.kept {
            if kept.offset == .infinity {
                paths[kept.path]?.shape = []
            } else {
                paths[kept.path]?.shape.removeAll { $0.offset < kept.offset }
            }
        }
        for line in step.lines {
            let last = paths[line.path]?.shape.last?.offset ?? -.infinity
            #expect(line.points.first.map { $0.offset > last } ?? true)
            paths[line.path]?.shape += line.points
        }
        for values in step.values { apply(values) }
        car = step.car ?? car
        main = step.main ?? main
    }

    private mutating func apply(_ values: SceneStep.Values) {
        guard var path = paths[values.path] else {
            Issue.record("values of path \(values.path), which is not there")
            return
        }
        var track = ValueTrack(values.attribute)
        let number = path.values.firstIndex { $0.attribute == values.attribute }
        let before = number.map { path.values[$0].points } ?? []
        for point in before.filter({ $0.offset < values.from }) + values.points {
            track.append(point.value, at: point.offset)
        }
        if let number { path.values[number] = track } else { path.values.append(track) }
        paths[values.path] = path
    }

    /// Compares with a picture: the frames of paths, their lines, and the values in force at each metre.
    func expect(_ picture: TreePicture) {
        #expect(paths.keys.sorted() == picture.paths.map(\.id).sorted())
        #expect(car == picture.car)
        #expect(main == picture.main)
        for path in picture.paths {
            guard let own = paths[path.id] else { continue }
            #expect(own.index == path.index && own.parent == path.parent)
            #expect(own.probability == path.probability && own.total == path.total)
            #expect(own.shape == path.shape, "the line of path \(path.id)")
            for track in path.values {
                let known = own.values.first { $0.attribute == track.attribute }
                for point in track.points {
                    #expect(
                        known?.point(inForceAt: point.offset)?.value == point.value,
                        "\(track.attribute) of path \(path.id) at \(point.offset)")
                }
            }
        }
    }
}
