import ADASISv2
import Engine
import HorizonProvider
import HorizonReconstructor
import Quantities
import RoadMap
import Simulation
import Testing

@testable import Scene

/// The steps of a scene make the picture that they were made from.
@Suite struct SceneStepTests {
    @Test func stepsOfTheEngineMakeItsPicture() throws {
        let drive = try SketchedDrive()
        var engine = Engine(map: drive.map, parameters: EngineParameters())
        var painter = EnginePainter(map: drive.map)
        var last = TreePicture()
        var folded = FoldedTree()
        var steps = 0
        VirtualBus().run(drive.events, through: &engine) { error, _ in
            Issue.record(error)
        } observe: { engine, event, _ in
            guard case .tick = event else { return }
            do throws(MapError) {
                let picture = try painter.picture(of: engine)
                let step = SceneStep(from: last, to: picture)
                folded.apply(step)
                folded.expect(picture)
                last = picture
                steps += step.isEmpty ? 0 : 1
            } catch { Issue.record(error) }
        } send: { _, _ in
        }
        #expect(steps > 100)
        #expect(last.car?.state == "on-path")
    }

    /// - Parameter hasCoordinates: Whether longitudes and latitudes are transmitted.
    @Test(arguments: [true, false])
    func stepsOfAClientMakeItsPicture(_ hasCoordinates: Bool) throws {
        let drive = try SketchedDrive()
        var parameters = EngineParameters()
        if hasCoordinates {
            parameters.provider.mask.set(.longitude, to: true)
            parameters.provider.mask.set(.latitude, to: true)
        }
        var engine = Engine(map: drive.map, parameters: parameters)
        var client = HorizonReconstructor()
        var painter = ClientPainter()
        var last = TreePicture()
        var folded = FoldedTree()
        var leaps = 0
        var most = 0
        var seen: MonotonicTime?
        VirtualBus().run(drive.events, through: &engine) { error, _ in
            Issue.record(error)
        } send: { frame, time in
            guard let message = try? parameters.provider.layout.decode(frame) else { return }
            client.ingest(message, at: time)
            guard case .position(let position) = message, position.positionIndex == 0 else {
                return
            }
            let picture = painter.picture(of: client.tree, at: time)
            folded.apply(SceneStep(from: last, to: picture))
            folded.expect(picture)
            // A picture stays where it is: between two POSITIONs the car moves a few metres.
            if let old = last.car?.place, let new = picture.car?.place, let seen,
                time - seen < .milliseconds(150), time - .zero > .seconds(1),
                abs(new.latitude - old.latitude) + abs(new.longitude - old.longitude) > 3e-4
            {
                leaps += 1
            }
            seen = time
            most = max(most, picture.paths.count)
            last = picture
        }
        #expect(painter.hasCoordinates == hasCoordinates)
        #expect(most > 2)
        #expect(leaps == 0)
        if hasCoordinates { #expect(abs(last.car?.place?.latitude ?? 0) > 0.1) }
    }

    @Test func aPathOfAnIndexThatIsUsedAgainIsAnotherPath() {
        var old = TreePicture()
        old.paths = [PathPicture(id: 1, index: 8), PathPicture(id: 2, index: 9)]
        var new = TreePicture()
        new.paths = [PathPicture(id: 1, index: 8), PathPicture(id: 3, index: 9)]
        let step = SceneStep(from: old, to: new)
        #expect(step.gone == [2])
        #expect(step.paths.map(\.id) == [3])
        #expect(!step.isReset)
    }

    @Test func aTreeWithoutAPathOfTheLastOneBeginsAnew() {
        var old = TreePicture()
        old.paths = [PathPicture(id: 1, index: 8)]
        var new = TreePicture()
        new.paths = [PathPicture(id: 2, index: 8)]
        let step = SceneStep(from: old, to: new)
        #expect(step.isReset)
        #expect(step.gone.isEmpty)
    }

    @Test func nothingNewIsNoStep() {
        var picture = TreePicture()
        picture.paths = [PathPicture(id: 1, index: 8)]
        picture.paths[0].append(.number(50), to: .speedLimit, at: 0)
        #expect(SceneStep(from: picture, to: picture).isEmpty)
    }
}
