import ADASISv2
import CANFrames
import CHorizonClient
import HorizonReconstructor
import Quantities

/// The C client and the reconstructor side by side.
struct Comparison {
    let client: Client
    var reconstructor: HorizonReconstructor
    let layout: Layout

    init(_ preset: LayoutPreset) {
        client = Client(ehc_layout(preset))
        layout = Layout(preset)
        reconstructor = HorizonReconstructor()
    }

    /// Gives a frame to both. The result of each.
    mutating func feed(
        _ frame: CANFrame, at milliseconds: UInt64
    ) -> (client: ehc_reception, reconstructor: ehc_reception) {
        let result = client.feed(frame, at: milliseconds)
        let time = MonotonicTime(nanoseconds: Int64(milliseconds) * 1_000_000)
        do throws(FrameError) {
            guard let message = try layout.decode(frame) else {
                reconstructor.advance(to: time)
                return (result, EHC_OTHER_ID)
            }
            return (result, ehc_reception(reconstructor.ingest(message, at: time)))
        } catch {
            reconstructor.advance(to: time)
            if case .wrongLength = error { return (result, EHC_WRONG_LENGTH) }
            return (result, EHC_WRONG_TYPE)
        }
    }

    /// The first difference between the two trees; `nil` where there is none.
    func difference(at milliseconds: UInt64) -> String? {
        var text = Differences()
        comparePositions(milliseconds, &text)
        compareCounters(&text)
        let paths = (reconstructor.tree.paths + reconstructor.tree.pendingPaths)
            .sorted { $0.index.raw < $1.index.raw }
        text.note("paths", paths.map { UInt32($0.index.raw) }, client.paths)
        for path in paths { compare(path, &text) }
        return text.first
    }

    private func comparePositions(_ milliseconds: UInt64, _ text: inout Differences) {
        let tree = reconstructor.tree
        let whereabouts =
            switch tree.whereabouts {
            case .onPath: EHC_ON_PATH
            case .noMap: EHC_NO_MAP
            case .offRoad: EHC_OFF_ROAD
            case .notCalibrated: EHC_NOT_CALIBRATED
            case .noPosition: EHC_NO_POSITION
            }
        text.note("whereabouts", whereabouts, ehc_get_whereabouts(client.state))
        text.note(
            "main path", UInt32(tree.vehicle?.path.raw ?? 0), ehc_main_path(client.state))
        for candidate in 0..<4 {
            let position = Client.value(ehc_position()) {
                ehc_get_position(client.state, UInt32(candidate), &$0)
            }
            text.note("candidate", tree.positions[candidate].map(fields), position.map(fields))
            guard let expected = tree.positions[candidate] else { continue }
            let place = ehc_offset_at(client.state, UInt32(candidate), milliseconds)
            let message = expected.message
            let isMoved =
                message.speed.reading.value != nil && message.positionAge.reading.value != nil
            text.note("offset is known", isMoved, place.reading == EHC_KNOWN)
            let time = MonotonicTime(nanoseconds: Int64(milliseconds) * 1_000_000)
            if isMoved {
                let distance = (expected.offset(at: time).value - place.value).magnitude
                text.note("offset", distance < 1e-6, true)
            }
        }
        let meta = Client.value(ehc_meta_data()) { ehc_get_meta_data(client.state, &$0) }
        text.note("META-DATA", tree.metaData.map(fields), meta.map(fields))
        let link = Client.value(ehc_segment()) { ehc_get_current_link(client.state, &$0) }
        text.note(
            "current link",
            tree.currentLink.map { fields($0, $0.offset.metres ?? Int(Int32.min)) },
            link.map(fields))
    }

    private func compareCounters(_ text: inout Differences) {
        let report = reconstructor.report
        for kind in MessageKind.standard {
            let message = ehc_message(UInt32(kind.rawValue))
            text.note("lost", report.lost(kind), Int(ehc_lost(client.state, message)))
            text.note("late", report.late(kind), Int(ehc_late(client.state, message)))
        }
        let counters = ehc_get_counters(client.state)?.pointee ?? ehc_counters()
        text.note("forgotten", report.pathsForgotten, Int(counters.paths_forgotten))
        text.note("reopened", report.pathsReopened, Int(counters.paths_reopened))
        let resets = counters.resets
        text.note(
            "resets", ResetCause.allCases.map { report.resets($0) },
            [resets.0, resets.1, resets.2, resets.3].map { Int($0) })
    }

    private func compare(_ path: ReconstructedPath, _ text: inout Differences) {
        let index = UInt32(path.index.raw)
        let state = Client.value(ehc_path()) { ehc_get_path(client.state, index, &$0) }
        text.note("parent of \(index)", path.parent?.raw ?? 0, state?.parent)
        text.note("reach of \(index)", path.isReachable, state?.is_reachable)
        text.note(
            "time of \(index)", path.lastMentioned.nanoseconds,
            (state?.mentioned_ms).map { Int64($0) * 1_000_000 })
        let opening = Client.value(ehc_stub()) { ehc_get_opening_stub(client.state, index, &$0) }
        text.note(
            "opening of \(index)", path.stub.map { fields($0, path.stubMetres) },
            opening.map(fields))
        text.note(
            "stubs of \(index)", path.stubs.items.map { fields($0.content, $0.metres) },
            client.stubs(index).map(fields))
        text.note(
            "segments of \(index)", path.segments.items.map { fields($0.content, $0.metres) },
            client.segments(index).map(fields))
        let profiles = path.profiles.filter { !$0.spots.isEmpty }
        text.note(
            "profiles of \(index)", profiles.map { ehc_profile($0.kind) }, client.profiles(index))
        for profile in profiles {
            let number = ehc_profile(profile.kind)
            text.note(
                "profile \(number) of \(index)", profile.spots.map(fields),
                client.spots(index, number).map(fields))
            compareValues(of: profile, path, &text)
        }
    }

    /// Values at the first points, between them, before and beyond.
    private func compareValues(
        of profile: ProfileTrack, _ path: ReconstructedPath, _ text: inout Differences
    ) {
        guard let first = profile.spots.first, let last = profile.spots.last else { return }
        let middle = Double(first.metres + last.metres) / 2
        for offset in [
            Double(first.metres) - 0.5, Double(first.metres), middle, Double(last.metres) + 3,
        ] {
            let expected = path.value(of: profile.kind, at: Metres(offset))
            let value = ehc_value_at(
                client.state, UInt32(path.index.raw), ehc_profile(profile.kind), offset)
            text.note("value of \(profile.kind) at \(offset)", Value(expected), Value(value))
        }
    }
}

/// The first of several differences.
struct Differences {
    private(set) var first: String?

    mutating func note<Content: Equatable>(
        _ name: String, _ expected: Content?, _ found: Content?
    ) {
        guard first == nil, expected != found else { return }
        first = "\(name): \(text(expected)), not \(text(found))"
    }

    private func text(_ value: (some Equatable)?) -> String { value.map { "\($0)" } ?? "none" }
}

/// A reading with its number, to the bit.
struct Value: Hashable {
    let reading: UInt32
    let bits: UInt64

    init(_ number: ehc_number) {
        reading = number.reading.rawValue
        bits = number.value.isNaN ? 0 : number.value.bitPattern
    }

    init(_ expected: Reading<Double>) {
        let reading =
            switch expected {
            case .known: EHC_KNOWN
            case .atLeast: EHC_AT_LEAST
            case .atMost: EHC_AT_MOST
            case .unknown: EHC_UNKNOWN
            case .notAvailable: EHC_NOT_AVAILABLE
            case .reserved: EHC_RESERVED
            }
        self.reading = reading.rawValue
        bits = expected.value?.bitPattern ?? 0
    }
}
