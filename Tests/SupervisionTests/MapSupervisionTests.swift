import Geodesy
import Positioning
import Quantities
import RoadMap
import Supervision
import Testing

@Suite struct MapHistoryTests {
    struct NamedMap: IdentifiedMap, Equatable {
        let name: String
        let identity: MapIdentity
        var isNone: Bool { name == "none" }
        init(_ name: String, _ checksum: UInt32) {
            self.name = name
            identity = MapIdentity(length: 1000, checksum: checksum)
        }
    }

    private let old = NamedMap("old", 1)
    private let new = NamedMap("new", 2)
    private let damage = MapError.cannotRead(offset: 4096, reason: "no disk")

    @Test func aMapIsNewByItsIdentity() {
        let history = MapHistory(old)
        #expect(history.isNew(new))
        #expect(!history.isNew(NamedMap("copy", 1)))
    }

    @Test func aNewMapThatFailsIsGivenUpOnce() {
        var history = MapHistory(old)
        history.change(to: new, at: .zero)
        #expect(history.current == new)
        guard case .goBack(let map) = history.noteFailure(damage, at: .zero) else {
            Issue.record("the former map is not used")
            return
        }
        #expect(map == old)
        #expect(history.current == old)
        // Now there is nothing to go back to.
        guard case .report(failures: 1) = history.noteFailure(damage, at: .zero) else {
            Issue.record("the first failure is not reported")
            return
        }
    }

    /// After a minute of use a failure says nothing of the file, and a road that asks for too much work never does.
    @Test func aMapThatWasInUseIsNotGivenUp() {
        var history = MapHistory(old)
        history.change(to: new, at: .zero)
        let later = MonotonicTime.zero + MapHistory<NamedMap>.trial
        guard case .report(failures: 1) = history.noteFailure(damage, at: later) else {
            Issue.record("a map in use is given up")
            return
        }
        history.change(to: old, at: later)
        guard case .report(failures: 1) = history.noteFailure(.tooMuchWork(limit: 1), at: later)
        else {
            Issue.record("a new map is given up for its roads")
            return
        }
        #expect(history.current == old)
        // If it is refused, there still is a former one.
        history.refuse()
        #expect(history.giveUp(otherwise: NamedMap("none", 0)) == new)
    }

    @Test func aRefusedMapIsGivenUpForTheFormerOneOrForNone() {
        let none = NamedMap("none", 0)
        var history = MapHistory(old)
        #expect(history.giveUp(otherwise: none) == nil)
        history.change(to: new, at: .zero)
        history.refuse()
        #expect(history.giveUp(otherwise: none) == old)
        history.refuse()
        #expect(history.giveUp(otherwise: none) == none)
        #expect(history.current == none)
    }

    @Test func theSameMapIsNewAfterItWasDamaged() {
        var history = MapHistory(old)
        history.refuse()
        #expect(history.isNew(old))
        history.change(to: old, at: .zero)
        #expect(!history.isNew(old))
        _ = history.noteFailure(damage, at: .zero)
        #expect(history.isNew(old))
        // A refused map is nothing to go back to.
        history.refuse()
        history.change(to: new, at: .zero)
        guard case .report = history.noteFailure(damage, at: .zero) else {
            Issue.record("a refused map is used again")
            return
        }
    }

    /// The first map was refused, and another one fails for a moment: there is nothing to go back to.
    @Test func nothingGoesBackToNoMap() {
        var history = MapHistory(old)
        history.refuse()
        _ = history.giveUp(otherwise: NamedMap("none", 0))
        history.change(to: new, at: .zero)
        guard case .report(failures: 1) = history.noteFailure(damage, at: .zero) else {
            Issue.record("no map is used again")
            return
        }
        #expect(history.current == new)
    }

    @Test func failuresAreReportedAtTheFirstAndEachHundredth() {
        var history = MapHistory(old)
        var reported: [Int] = []
        for _ in 0..<250 {
            if case .report(let failures) = history.noteFailure(damage, at: .zero) {
                reported.append(failures)
            }
        }
        #expect(reported == [1, 100, 200])
    }
}

@Suite struct MapNamesTests {
    private typealias Version = NameVersion<Int>

    @Test func aNameIsCheckedWhenItsFileChanges() {
        var names = MapNames([
            Version(file: 1, signature: nil), Version(file: 7, signature: nil),
        ])
        #expect(names.isToCheck(0, Version(file: 1, signature: nil)) == false)
        #expect(names.isToCheck(0, Version(file: 2, signature: nil)) == true)
        #expect(names.isToCheck(0, Version(file: 2, signature: nil)) == false)
        #expect(names.isToCheck(1, Version(file: 7, signature: nil)) == false)
    }

    @Test func aNameWithoutAFileWaits() {
        var names = MapNames([Version(file: 1, signature: nil)])
        #expect(names.isToCheck(0, Version(file: nil, signature: nil)) == false)
        // The same file is back.
        #expect(names.isToCheck(0, Version(file: 1, signature: nil)) == false)
        #expect(names.isToCheck(0, Version(file: 2, signature: nil)) == true)
    }

    /// The disk did not answer, or no descriptor was left.
    @Test func aFileThatCouldNotBeReadIsCheckedAgainAfterAMinute() {
        var names = MapNames([Version(file: 1, signature: nil)])
        let new = Version(file: 2, signature: nil)
        #expect(names.isToCheck(0, new) == true)
        names.noteChecked(0, isFit: false, isPassing: true)
        var looks: [Int] = []
        for look in 1...100 where names.isToCheck(0, new) {
            looks.append(look)
            names.noteChecked(0, isFit: false)
        }
        // What is wrong with it is known now.
        #expect(looks == [60])
    }

    /// A map that was checked could not be read when it was to be used.
    @Test func allNamesAreCheckedAgainAfterAMinute() {
        var names = MapNames([Version(file: 1, signature: nil)])
        names.checkAgain()
        var looks: [Int] = []
        for look in 1...100 where names.isToCheck(0, Version(file: 1, signature: nil)) {
            looks.append(look)
            names.noteChecked(0, isFit: true)
        }
        #expect(looks == [60])
        var findings = MapFindings(["west 1"])
        findings.goBack(to: ["west 1"], isPassing: true)
        let checks = [findings.takeCheck(), findings.takeCheck()]
        #expect(checks == [true, false])
    }

    @Test func aSignatureAloneMattersToARefusedFile() {
        var names = MapNames([Version(file: 1, signature: 1)])
        // Signed anew: the file in use is the same.
        #expect(names.isToCheck(0, Version(file: 1, signature: 2)) == false)
        // A new file comes before its signature and is refused.
        #expect(names.isToCheck(0, Version(file: 2, signature: 2)) == true)
        names.noteChecked(0, isFit: false)
        #expect(names.isToCheck(0, Version(file: 2, signature: 2)) == false)
        #expect(names.isToCheck(0, Version(file: 2, signature: 3)) == true)
        names.noteChecked(0, isFit: true)
        #expect(names.isToCheck(0, Version(file: 2, signature: 4)) == false)
    }
}

@Suite struct MapFindingsTests {
    private let bad = UnfitFile(path: "west.ehmap", reason: "the map is damaged")

    /// The files of the finding; `nil` without one.
    private func taken(_ findings: inout MapFindings<String>) -> [String]? {
        findings.take()?.sources
    }

    /// Without a former map a file that arrives still takes its place.
    @Test func goingBackToNoFilesKeepsThePlaces() {
        var findings = MapFindings(["west 1"])
        _ = findings.refuse(0, bad, of: findings.generation)
        _ = findings.take()
        findings.goBack(to: [])
        findings.note(fit: [(0, "west 2")], unfit: [])
        #expect(taken(&findings) == ["west 2"])
    }

    @Test func filesJoinThoseInUse() {
        var findings = MapFindings(["west 1", "east 1"])
        #expect(taken(&findings) == nil)
        findings.note(fit: [(1, "east 2")], unfit: [])
        #expect(taken(&findings) == ["west 1", "east 2"])
        #expect(taken(&findings) == nil)
        findings.note(fit: [(0, "west 2")], unfit: [])
        #expect(taken(&findings) == ["west 2", "east 2"])
    }

    @Test func whatWasNotTakenIsPartOfTheNextFinding() {
        var findings = MapFindings(["west 1", "east 1"])
        findings.note(fit: [(1, "east 2")], unfit: [])
        findings.note(fit: [], unfit: [bad])
        let finding = findings.take()
        #expect(finding?.sources == ["west 1", "east 2"])
        #expect(finding?.unfit == [bad])
    }

    @Test func anUnfitFileAloneChangesNothing() {
        var findings = MapFindings(["west 1"])
        findings.note(fit: [], unfit: [bad])
        let finding = findings.take()
        #expect(finding?.sources == nil)
        #expect(
            finding?.unfit.map(\.line) == ["west.ehmap: the map is damaged; the map is unchanged"])
    }

    /// The other files of a region set stay in use.
    @Test func aFileIsReplacedByOneThatLeavesAPartOut() {
        var findings = MapFindings(["north+south", "east"])
        let before = findings.generation
        #expect(findings.replace(0, by: "north", without: bad, of: before) == true)
        #expect(findings.inUse.map(\.source) == ["north", "east"])
        let finding = findings.take()
        #expect(finding?.sources == ["north", "east"])
        #expect(finding?.refused == [bad])
        // What was found of the files before does not count any more.
        #expect(findings.replace(0, by: "south", without: bad, of: before) == false)
        #expect(findings.refuse(1, bad, of: before) == false)
    }

    @Test func aPartIsNoMapBesideARefusedFile() {
        var findings = MapFindings(["north+south", "east"])
        _ = findings.refuse(1, bad, of: findings.generation)
        _ = findings.replace(0, by: "north", without: bad, of: findings.generation)
        #expect(findings.take()?.sources == nil)
        findings.note(fit: [(1, "east 2")], unfit: [])
        #expect(findings.take()?.sources == ["north", "east 2"])
    }

    @Test func aRefusedFileIsNoPartOfAMap() {
        var findings = MapFindings(["west 1", "east 1"])
        #expect(findings.refuse(0, bad, of: findings.generation) == true)
        #expect(findings.inUse.map(\.source) == ["east 1"])
        let finding = findings.take()
        #expect(finding?.sources == nil && finding?.refused == [bad])
        #expect(
            finding?.refused.map(\.refusal)
                == ["west.ehmap: the map is damaged; this map is not used any more"])
        findings.note(fit: [(1, "east 2")], unfit: [])
        #expect(taken(&findings) == nil)
        findings.note(fit: [(0, "west 2")], unfit: [])
        #expect(taken(&findings) == ["west 2", "east 2"])
    }

    @Test func aFindingAboutAFileThatIsNotInUseAnyMoreDoesNotCount() {
        var findings = MapFindings(["west 1"])
        let generation = findings.generation
        findings.note(fit: [(0, "west 2")], unfit: [])
        #expect(findings.refuse(0, bad, of: generation) == false)
        #expect(taken(&findings) == ["west 2"])
        #expect(findings.refuse(0, bad, of: findings.generation) == true)
        findings.goBack(to: ["west 1"])
        #expect(findings.take()?.refused == [])
    }

    @Test func laterFilesJoinTheFormerOnesAfterAReturn() {
        var findings = MapFindings(["west 1", "east 1"])
        findings.note(fit: [(0, "west 2")], unfit: [])
        _ = findings.take()
        findings.goBack(to: ["west 1", "east 1"])
        findings.note(fit: [(1, "east 2")], unfit: [])
        #expect(taken(&findings) == ["west 1", "east 2"])
    }
}

@Suite struct MapAgeTests {
    private func fix(_ seconds: Int64) throws -> PositionEvent {
        .fix(
            Fix(
                time: UTCTime(nanoseconds: seconds * 1_000_000_000),
                place: try #require(Coordinate(latitudeE7: 0, longitudeE7: 0))))
    }

    @Test func oldDataAreReportedOnceForEachMap() throws {
        let data = UTCTime(nanoseconds: 1_000_000_000_000_000_000)
        var age = MapAge(days: 2)
        #expect(try age.note(fix(1_000_172_800), dataTime: data) == nil)
        #expect(try age.note(fix(1_000_172_801), dataTime: nil) == nil)
        let line = try age.note(fix(1_000_300_000), dataTime: data)
        #expect(line == "the data of the map are 3 days older than the drive")
        #expect(try age.note(fix(1_000_300_001), dataTime: data) == nil)
        let other = UTCTime(nanoseconds: 999_000_000_000_000_000)
        #expect(try age.note(fix(1_000_300_001), dataTime: other) != nil)
        var off = MapAge(days: 0)
        #expect(try off.note(fix(9_000_000_000), dataTime: data) == nil)
    }
}
