import ADASISv2
import HorizonReconstructor
import Quantities
import Testing

@Suite("What a client loses, drops, and says of it")
struct ReceptionTests {
    @Test("Lost frames are counted by their type's counter")
    func loss() {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.segment(8, 0, lanes: 1))
        line.lose(.segment(8, 10, lanes: 2))
        line.lose(.segment(8, 20, lanes: 2))
        line.send(.position(8, 1))
        line.wait(100)
        line.send(.segment(8, 30, lanes: 3))
        #expect(line.client.report.lost(.segment) == 2)
        #expect(line.client.report.lost(.position) == 0)
        #expect(line.tree.segmentPlaces(8) == [0, 30])
    }

    @Test("A duplicate is dropped and counted")
    func duplicate() {
        var line = Line()
        line.send(.position(8, 0))
        let segment = line.counted(.segment(8, 0, lanes: 1))
        #expect(line.client.ingest(segment, at: line.time) == .applied)
        #expect(
            line.client.ingest(segment, at: line.time + .milliseconds(30)) == .dropped(.duplicate))
        #expect(line.client.report.lost(.segment) == 0)
        #expect(line.client.report.dropped(.duplicate) == 1)
    }

    @Test("Frames that overtake each other within 50 ms are not lost")
    func reordering() {
        var line = Line()
        line.send(.position(8, 0))
        let frames = (0..<4).map { line.counted(.segment(8, $0 * 10, lanes: $0)) }
        for index in [0, 2, 1, 3] {
            line.time = line.time + .milliseconds(10)
            line.client.ingest(frames[index], at: line.time)
        }
        #expect(line.client.report.lost(.segment) == 0)
        #expect(line.client.report.late(.segment) == 1)
        #expect(line.tree.segmentPlaces(8) == [0, 10, 20, 30])
    }

    @Test("A frame that nothing has overtaken is not late, also soon behind a loss")
    func lossInABurst() {
        var line = Line()
        line.send(.position(8, 0))
        let frames = (0..<40).map { line.counted(.segment(8, $0 * 10, lanes: $0 % 4)) }
        for (index, frame) in frames.enumerated() where index != 5 && index != 6 {
            line.time = line.time + .milliseconds(1)
            #expect(line.client.ingest(frame, at: line.time) == .applied)
        }
        #expect(line.client.report.lost(.segment) == 2)
        #expect(line.client.report.late(.segment) == 0)
    }

    @Test("An update is not undone by what it replaced")
    func overtakenByUpdate() {
        var line = Line()
        line.send(.position(8, 0))
        let old = line.counted(.segment(8, 0, lanes: 1))
        let new = line.counted(.segment(8, 0, lanes: 2, update: true))
        line.client.ingest(new, at: line.time + .milliseconds(10))
        #expect(
            line.client.ingest(old, at: line.time + .milliseconds(40)) == .dropped(.overtaken))
        #expect(line.tree.lanes(8, 0) == 2)
        line.wait(200)
        #expect(line.send(.segment(8, 0, lanes: 1)) == .applied, "much later it is news")
    }

    @Test("A POSITION that was overtaken does not move the vehicle back")
    func overtakenPosition() {
        var line = Line()
        line.send(.position(8, 0))
        let first = line.counted(.position(8, 40))
        let second = line.counted(.position(9, 0))
        line.client.ingest(second, at: line.time + .milliseconds(10))
        #expect(
            line.client.ingest(first, at: line.time + .milliseconds(20)) == .dropped(.overtaken))
        #expect(line.tree.root?.index == PathIndex(9))
    }

    @Test(
        "What means nothing is dropped for its reason",
        arguments: [
            (Message.segment(0, 10, lanes: 1), DropReason.unknownPath),
            (.segment(1, 10, lanes: 1), .misplacedPathIndex),
            (.segment(7, 10, lanes: 1), .reservedPathIndex),
            (.short(.curvature, 4, 10, 511), .misplacedPathIndex),
            (.position(4, 10), .misplacedPathIndex),
            (.position(0, 10), .unknownPath),
            (.position(PositionMessage(pathIndex: .first)), .noOffset),
            (.segment(SegmentMessage(pathIndex: .first)), .noOffset),
            (.stub(8, 10, to: 7), .reservedPathIndex),
            (.stub(8, 10, to: 4), .misplacedPathIndex),
            (.stub(8, 10, to: 8), .loop),
            (.short(.notAvailable, 8, 10, 1), .reservedProfileType),
            (.long(LongProfileType(raw: 12), 8, 10, 1), .reservedProfileType),
            (.systemSpecific(SystemSpecificMessage(bytes: 1)), .systemSpecific),
        ])
    func dropped(message: Message, reason: DropReason) {
        var line = Line()
        #expect(line.send(message) == .dropped(reason))
        #expect(line.client.report.dropped(reason) == 1)
        #expect(line.tree.paths.isEmpty)
        #expect(line.tree.pendingPaths.isEmpty)
    }

    @Test("The vehicle's path cannot begin on what leaves it")
    func loop() {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.stub(8, 100, to: 9))
        #expect(line.send(.stub(9, 50, to: 8)) == .dropped(.loop))
        #expect(line.tree.reachable == [8, 9])
    }

    @Test("A path takes no more than its capacity")
    func full() {
        var parameters = ReconstructorParameters()
        parameters.itemsPerTrack = 2
        var line = Line(parameters: parameters)
        line.send(.position(8, 0))
        line.send(.segment(8, 0, lanes: 1))
        line.send(.segment(8, 10, lanes: 2))
        #expect(line.send(.segment(8, 20, lanes: 3)) == .dropped(.full))
        #expect(line.send(.segment(8, 10, lanes: 3)) == .applied)
    }

    @Test("A reset on request keeps META-DATA alone")
    func request() {
        var line = Line()
        line.send(.germany)
        line.send(.position(8, 0))
        line.client.reset()
        #expect(line.tree.paths.isEmpty)
        #expect(line.tree.metaData != nil)
        #expect(line.client.report.resets(.request) == 1)
    }
}
