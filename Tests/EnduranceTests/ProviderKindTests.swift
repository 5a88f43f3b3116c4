import ADASISv2
import Configuration
import Engine
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Positioning
import ProtocolTrials
import Quantities
import RoadMap
import Testing

/// Full tree, main path and mini on the same drive, and masks that change on the way.
@Suite struct ProviderKindTests {
    private static func drive(
        _ preset: MessagePreset, seconds: Int = 240,
        each observe: (inout WatchedDrive, Int, MonotonicTime) throws -> Void = { _, _, _ in }
    ) throws -> WatchedDrive {
        let roads = try RandomRoads(seed: 11)
        var source = RandomDrives(map: roads.map, seed: 11)
        let (_, fixes) = try #require(try source.next(atLeast: Metres(2500)))
        let parameters = EnduranceTests.parameters {
            $0.mask = preset.mask
            $0.extent = preset.extent
        }
        var drive = WatchedDrive(map: roads.map, parameters: parameters)
        var time = MonotonicTime.zero
        for (second, fix) in fixes.prefix(seconds).enumerated() {
            drive.take(.position(.fix(fix)), at: time)
            drive.advance(to: time + .milliseconds(990))
            try observe(&drive, second, time + .milliseconds(990))
            time = time + .milliseconds(1000)
        }
        drive.finish(at: time)
        EnduranceTests.expectClean(drive)
        return drive
    }

    @Test func theFullTree() throws {
        let drive = try Self.drive(.all)
        for kind in MessageKind.standard { #expect(drive.frames[Int(kind.rawValue)] > 0) }
    }

    @Test func theMainPathNeedsNoReconstruction() throws {
        let drive = try Self.drive(.mainPath) { drive, _, _ in
            #expect(drive.client.tree.paths.count <= 1)
            guard drive.engine.isComplete, let root = drive.client.tree.root else { return }
            #expect(root.segment(at: drive.engine.tree.vehicleOffset + Metres(50)) != nil)
        }
        #expect(drive.frames[Int(MessageKind.stub.rawValue)] == 0)
        #expect(drive.frames[Int(MessageKind.profileShort.rawValue)] > 0)
    }

    @Test func miniSpeaksOfTheLinkThatTheCarIsOn() throws {
        var links = Set<UInt64>()
        let drive = try Self.drive(.mini) { drive, _, _ in
            guard drive.engine.tree.mainPath != nil else { return }
            let segment = try #require(drive.client.tree.currentLink)
            #expect(segment.pathIndex == .currentLink)
            links.insert(UInt64(segment.effectiveSpeedLimit.raw))
        }
        #expect(links.count > 1)
        for kind in [MessageKind.position, .stub, .profileShort, .profileLong] {
            #expect(drive.frames[Int(kind.rawValue)] == 0)
        }
    }

    @Test func aClientFollowsASwitchOfMasks() throws {
        let masks = [
            MessagePreset.default.mask, MessagePreset.all.mask, MessagePreset.mainPath.mask,
            MessagePreset.all.mask,
        ]
        var mask = MessagePreset.all.mask
        var since = 0
        var complete = 0
        _ = try Self.drive(.all) { drive, second, time in
            if second % 40 == 39 {
                mask = masks[second / 40 % masks.count]
                since = second
                drive.take(.mask(mask), at: time)
                return
            }
            guard second > since + 12, drive.engine.isComplete,
                let main = drive.engine.tree.mainPath
            else { return }
            complete += 1
            let root = try #require(drive.client.tree.root)
            let here = drive.engine.tree.vehicleOffset
            #expect(root.segment(at: here) != nil)
            let isAll = mask == MessagePreset.all.mask
            // What is not sent any more grows old: it is passed, and nothing new comes.
            if isAll {
                let end = min(here + Metres(1900), main.length.metres - Metres(20))
                #expect(root.value(of: .long(.longitude), at: end).value != nil)
            }
            for path in drive.engine.tree.paths where mask.allows(.stub) {
                guard path.branch != nil, path.startDistance > Centimetres(-4000),
                    path.startDistance < Centimetres(48_000),
                    let index = drive.engine.pathIndex(of: path.id)
                else { continue }
                #expect(drive.client.tree[index] != nil)
            }
        }
        #expect(complete > 60)
    }

    /// Everything, the main path, mini and back, both ways, on one drive: what is not told of any more
    /// is forgotten, and what is told of again is there again.
    @Test func aClientFollowsASwitchOfKinds() throws {
        let kinds: [MessagePreset] = [.mainPath, .all, .mini, .mainPath, .mini, .all]
        var kind = MessagePreset.all
        var since = 0
        var before: [Int] = []
        var looks: [MessagePreset: Int] = [:]
        _ = try Self.drive(.all, seconds: 220) { drive, second, time in
            if second % 30 == 29 {
                kind = kinds[second / 30 % kinds.count]
                since = second
                drive.take(.mask(kind.mask, extent: kind.extent), at: time)
                #expect(drive.engine.extent == kind.extent)
                return
            }
            // What was under way at the moment of the switch has come.
            if second == since + 1 { before = drive.frames }
            guard second > since + 12, drive.engine.isComplete,
                let main = drive.engine.tree.mainPath
            else { return }
            looks[kind, default: 0] += 1
            func isSilent(_ kind: MessageKind) -> Bool {
                before.isEmpty || drive.frames[Int(kind.rawValue)] == before[Int(kind.rawValue)]
            }
            let here = drive.engine.tree.vehicleOffset
            switch kind {
            case .mini:
                #expect(drive.client.tree.whereabouts == .noPosition)
                #expect(drive.client.tree.paths.isEmpty)
                #expect(drive.client.tree.currentLink != nil)
                #expect(isSilent(.position) && isSilent(.stub) && isSilent(.profileShort))
            case .mainPath:
                #expect(drive.client.tree.currentLink == nil)
                #expect(drive.client.tree.paths.count == 1)
                #expect(drive.client.tree.root?.segment(at: here + Metres(50)) != nil)
                #expect(isSilent(.stub))
            default:
                #expect(drive.client.tree.currentLink == nil)
                let root = try #require(drive.client.tree.root)
                let end = min(here + Metres(1900), main.length.metres - Metres(20))
                #expect(root.value(of: .long(.longitude), at: end).value != nil)
                for path in drive.engine.tree.paths {
                    guard path.branch != nil, path.startDistance > Centimetres(-4000),
                        path.startDistance < Centimetres(48_000),
                        let index = drive.engine.pathIndex(of: path.id)
                    else { continue }
                    #expect(drive.client.tree[index]?.segment(at: Metres(1)) != nil)
                }
            }
        }
        #expect(looks.count == 3 && looks.values.allSatisfy { $0 > 10 })
    }
}
