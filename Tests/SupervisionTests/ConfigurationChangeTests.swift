import ADASISv2
import Engine
import MapSketch
import Quantities
import RoadMap
import Supervision
import Testing
import TextFiles

@testable import Configuration

/// A configuration, as a file of this text gives it.
private func read(_ text: String) -> ReadConfiguration {
    var reader = SettingsReader()
    reader.read(Array(text.utf8), file: "test.toml")
    if reader.problems.isEmpty { reader.check() }
    return ReadConfiguration(loaded: reader.loaded, problems: reader.problems)
}

@Suite struct RunningConfigurationTests {
    @Test func settingsOfARunningDaemonAreApplied() {
        var configuration = RunningConfiguration(read("").loaded)
        let change = configuration.apply(
            read("messages.preset = \"all\"\nhorizon.side_levels = 2\n"))
        guard case .mask(let mask, _) = change.event else {
            Issue.record("no mask")
            return
        }
        #expect(mask == configuration.loaded.settings.mask)
        #expect(change.readsRoute)
        #expect(
            change.lines == [
                "SIGHUP: applied: messages.preset; needs a restart: horizon.side_levels"
            ])
        // Once more the same: nothing is left to apply, and the restart is still needed.
        let again = configuration.apply(
            read("messages.preset = \"all\"\nhorizon.side_levels = 2\n"))
        #expect(again.event == nil)
        #expect(
            again.lines == ["SIGHUP: applied: nothing; needs a restart: horizon.side_levels"])
    }

    /// Notes come with the other lines, which are dropped where nobody reads them.
    @Test func notesAreLinesToo() {
        var configuration = RunningConfiguration(read("").loaded)
        var next = read("messages.preset = \"all\"\n")
        next = ReadConfiguration(loaded: next.loaded.noting("a note"), problems: [])
        let change = configuration.apply(next)
        #expect(change.lines == ["a note", "SIGHUP: applied: messages.preset"])
    }

    /// A host cannot ask for more messages than the bus load limit carries, as a file cannot.
    @Test func messagesThatTheBusLoadLimitDoesNotCarryAreRefused() {
        let text = "messages.preset = \"mini\"\npace.bit_rate = 500000\npace.bus_load_percent = "
        var short = RunningConfiguration(read(text + "0.5").loaded)
        guard
            case .failure(let reason) = short.setMessages(
                preset: "default", enable: nil, disable: nil)
        else {
            Issue.record("it is not refused")
            return
        }
        #expect(reason.description.hasPrefix("pace.bus_load_percent 0.5: at 500000 bit/s at least"))
        #expect(short.loaded.settings.preset == .mini)
        var enough = RunningConfiguration(read(text + "5").loaded)
        #expect(throws: Never.self) {
            try enough.setMessages(preset: "default", enable: nil, disable: nil).get()
        }
    }

    @Test func oneProblemLeavesEverythingUnchanged() {
        var configuration = RunningConfiguration(read("").loaded)
        let before = configuration.loaded.settings.mask
        let change = configuration.apply(
            read("messages.preset = \"all\"\nhorizon.side_levels = 99\n"))
        #expect(change.event == nil)
        #expect(!change.readsRoute)
        #expect(change.lines.count == 2)
        #expect(change.lines.last == "SIGHUP: the configuration is unchanged")
        #expect(configuration.loaded.settings.mask == before)
    }
}

extension LoadedSettings {
    fileprivate func noting(_ note: String) -> LoadedSettings {
        var copy = self
        copy.notes.append(note)
        return copy
    }
}

@Suite struct RouteSupervisionTests {
    private let map = MapIdentity(length: 1000, checksum: 1)

    private func choice(_ file: String?) -> RouteChoice {
        read(file.map { "route.file = \"\($0)\"\n" } ?? "").loaded.settings.route
    }

    private func found(
        _ choice: RouteChoice, _ guide: Result<RouteGuide?, Failure>, checksum: UInt32 = 1
    ) -> FoundRoute {
        FoundRoute(
            map: MapIdentity(length: 1000, checksum: checksum), choice: choice, guide: guide)
    }

    @Test func aRouteThatWasReadIsFollowed() {
        let choice = choice("a.gpx")
        var route = RouteSupervision(choice, nil)
        let step = route.take(found(choice, .success(RouteGuide([]))), map: map, at: .zero)
        guard case .follow(let line) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(line == "a.gpx: a route of 0 links")
        #expect(route.hasRoute)
    }

    @Test func anotherMapOrOtherSettingsAreIgnored() {
        let (first, second) = (choice("a.gpx"), choice("b.gpx"))
        var route = RouteSupervision(first, nil)
        let late = found(first, .success(RouteGuide([])), checksum: 2)
        guard case .ignore = route.take(late, map: map, at: .zero) else {
            Issue.record("a route of another map")
            return
        }
        #expect(route.choose(second) == "b.gpx")
        guard case .ignore = route.take(found(first, .success(RouteGuide([]))), map: map, at: .zero)
        else {
            Issue.record("a route of former settings")
            return
        }
        #expect(!route.hasRoute)
    }

    @Test func aFailureLeavesTheRouteAndAnEmptyFileDropsIt() {
        let choice = choice("a.gpx")
        var route = RouteSupervision(choice, RouteGuide([]))
        let failed = route.take(
            found(choice, .failure(Failure("a.gpx: line 2"))), map: map, at: .zero)
        guard case .report("a.gpx: line 2; the route is unchanged") = failed else {
            Issue.record("\(failed)")
            return
        }
        #expect(route.hasRoute)
        guard
            case .drop("a.gpx: no route") = route.take(
                found(choice, .success(nil)), map: map, at: .zero)
        else {
            Issue.record("the route stays")
            return
        }
        #expect(!route.hasRoute)
    }

    /// It is read again whenever there is another map, also where it was being read for the last one.
    @Test func aRouteIsWantedUntilItIsLeftOrGone() {
        let choice = choice("a.gpx")
        var route = RouteSupervision(choice, RouteGuide([]))
        for _ in 0..<2 {
            route.noteMap()
            #expect(route.isWanted && !route.hasRoute)
        }
        let late = found(choice, .success(RouteGuide([])), checksum: 2)
        guard case .ignore = route.take(late, map: map, at: .zero) else {
            Issue.record("a route of another map")
            return
        }
        #expect(route.isWanted)
        func retries(_ seconds: Double) -> Bool { route.takeRetry(at: .zero + .seconds(seconds)) }
        let unread = found(choice, .failure(Failure("a.ehmap: no", isPassing: true)))
        guard
            case .report("a.ehmap: no; there is no route; trying again") = route.take(
                unread, map: map, at: .zero)
        else {
            Issue.record("the failure is no line")
            return
        }
        #expect(route.isWanted && !retries(9.9))
        #expect(retries(10))
        #expect(!retries(10))
        guard case .ignore = route.take(unread, map: map, at: .zero + .seconds(11)) else {
            Issue.record("one line is enough")
            return
        }
        #expect(retries(21))
        _ = route.take(found(choice, .success(nil)), map: map, at: .zero)
        #expect(!route.isWanted)
        #expect(route.choose(choice) == "a.gpx" && route.isWanted)
        #expect(route.choose(self.choice(nil)) == nil && !route.isWanted)
        #expect(!RouteSupervision(choice, nil).isWanted)
    }

    /// It is read once at a time, and another one has its own line and its own time.
    @Test func aTryEndsWithTheNextChoice() {
        let (first, second) = (choice("a.gpx"), choice("b.gpx"))
        var route = RouteSupervision(first, nil)
        func isLine(_ choice: RouteChoice, _ seconds: Double) -> Bool {
            let unread = found(choice, .failure(Failure("no", isPassing: true)))
            let step = route.take(unread, map: map, at: .zero + .seconds(seconds))
            if case .report("no; there is no route; trying again") = step { return true }
            return false
        }
        func retries(_ seconds: Double) -> Bool { route.takeRetry(at: .zero + .seconds(seconds)) }
        _ = route.choose(first)
        #expect(isLine(first, 0))
        _ = route.choose(self.choice(nil))
        #expect(!retries(20))
        _ = route.choose(second)
        #expect(!retries(20))
        #expect(isLine(second, 21))
        #expect(!retries(30) && retries(31))
        // It takes longer than the pause.
        #expect(!retries(50))
        #expect(!isLine(second, 60))
        _ = route.choose(second)
        #expect(!retries(80))
    }

    /// A route that the vehicle has left.
    private static func left() throws -> RouteGuide {
        let sketch = try MapSketch("A---B", gridMetres: 100, roads: [.init("AB")])
        let engine = Engine(map: sketch.map, parameters: EngineParameters())
        var guide = RouteGuide([try sketch.link("A", "B")])
        for _ in 0..<2 { _ = guide.event(for: engine) }
        #expect(guide.isOver)
        return guide
    }

    /// The vehicle leaves its route while the next one is being read: that is the usual way to another route.
    @Test func aRouteThatComesWhenTheLastOneIsLeftIsKept() throws {
        let choice = choice("a.gpx")
        var route = RouteSupervision(choice, try Self.left())
        #expect(route.choose(choice) == "a.gpx")
        var isLeft = route.takeLeft()
        #expect(isLeft && route.isWanted && !route.hasRoute)
        _ = route.take(found(choice, .success(RouteGuide([]))), map: map, at: .zero)
        route.noteMap()
        #expect(route.isWanted)
        // Without another one, it stays dropped.
        var last = RouteSupervision(choice, try Self.left())
        isLeft = last.takeLeft()
        #expect(isLeft && !last.isWanted)
    }

    @Test func settingsWithoutARouteDropIt() {
        var route = RouteSupervision(choice("a.gpx"), RouteGuide([]))
        #expect(route.choose(choice(nil)) == nil)
        #expect(!route.hasRoute)
    }
}
