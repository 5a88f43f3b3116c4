/// Reads the records of data groups, and makes frames of them.
struct MDF4FrameReader {
    /// The start of the log, in nanoseconds since 1970.
    let start: Int64
    let groups: [MDF4DataGroup]
    /// The times of channel groups that other groups refer to, by their addresses.
    private var masterTimes: [UInt64: [Int64?]] = [:]

    init(start: Int64, groups: [MDF4DataGroup]) {
        self.start = start
        self.groups = groups
    }

    /// The state of one channel group while its records are read.
    private struct Progress {
        let layout: MDF4FrameLayout
        let clock: MDF4Clock?
        let times: [Int64?]?
        let strings: MDF4RecordData
        /// The latest time so far: later records are merged as if they were not earlier.
        var latest = Int64.min
        /// The records that were no frames.
        var wrongCount = 0
    }

    /// The most records without a frame that are reported of a channel group, before the reader
    /// ignores the group.
    private static let mostWrongRecords = 1000

    /// Reads the frames of a data group.
    mutating func read(
        _ group: MDF4DataGroup,
        of file: inout MDF4File,
        into frames: inout MDF4MergedFrames
    ) {
        let data = file.recordData(behindLink: 2, of: group.block)
        let strings = variableLengthRecords(of: group, data)
        var states = group.groups.map { progress(of: $0, strings, &file) }
        var walk = MDF4RecordWalk(group, data, unfinished: file.unfinished)
        while let (index, record) = walk.next() {
            guard var state = states[index].take() else { continue }
            append(record, of: data, &state, into: &frames)
            if state.wrongCount < Self.mostWrongRecords {
                states[index] = state
            } else {
                let text = "\(state.wrongCount) records are no frames, later ones are not read"
                file.report(text, at: group.groups[index].address)
            }
        }
        if let problem = walk.problem { file.report(problem.text, at: problem.place) }
    }

    private func append(
        _ record: MDF4Record,
        of data: MDF4RecordData,
        _ state: inout Progress,
        into frames: inout MDF4MergedFrames
    ) {
        let place = BusLogPlace.byte(data.filePlace(of: record.start))
        let relative: Int64?
        if let times = state.times {
            relative = record.index < times.count ? times[record.index] : nil
        } else {
            relative = state.clock?.nanoseconds(of: record)
        }
        let sum = relative.map { $0.addingReportingOverflow(start) }
        guard let sum, !sum.overflow else {
            let text = "the frame has no time, or one beyond the years 1677 to 2262"
            state.wrongCount += 1
            frames.append(.problem(text, at: place), time: state.latest)
            return
        }
        state.latest = max(state.latest, sum.partialValue)
        do {
            let frame = try state.layout.frame(
                of: record, nanoseconds: sum.partialValue, strings: state.strings)
            frames.append(.frame(frame, at: place), time: state.latest)
        } catch {
            state.wrongCount += 1
            frames.append(.problem(error.text, at: place), time: state.latest)
        }
    }

    /// Gathers the records of variable length by their record id, as signal data would have them.
    private func variableLengthRecords(
        of group: MDF4DataGroup,
        _ data: MDF4RecordData
    ) -> [UInt64: MDF4RecordData] {
        guard group.identifierSize > 0, group.groups.contains(where: { $0.isVariableLength }) else {
            return [:]
        }
        var strings = [[UInt8]](repeating: [], count: group.groups.count)
        var walk = MDF4RecordWalk(group, data, unfinished: [])
        while let (index, range) = walk.nextRange() {
            if group.groups[index].isVariableLength {
                strings[index].append(contentsOf: data.bytes[range])
            }
        }
        var result: [UInt64: MDF4RecordData] = [:]
        for (index, channelGroup) in group.groups.enumerated() where !strings[index].isEmpty {
            result[channelGroup.identifier] = MDF4RecordData(strings[index])
        }
        return result
    }

    private mutating func progress(
        of group: MDF4ChannelGroup,
        _ strings: [UInt64: MDF4RecordData],
        _ file: inout MDF4File
    ) -> Progress? {
        guard let layout = group.layout else { return nil }
        var bytes = MDF4RecordData()
        switch layout.byteSource {
        case .record: break
        case .signalData(let channel): bytes = file.recordData(behindLink: 5, of: channel)
        case .records(let identifier): bytes = strings[identifier] ?? bytes
        }
        var times: [Int64?]?
        if group.clock == nil, let master = group.master {
            times = self.times(ofGroupAt: master, &file)
        }
        guard group.clock != nil || times != nil else {
            file.report("the frames of the channel group have no time", at: group.address)
            return nil
        }
        return Progress(layout: layout, clock: group.clock, times: times, strings: bytes)
    }

    /// The times of a channel group that has the times of others.
    private mutating func times(ofGroupAt address: UInt64, _ file: inout MDF4File) -> [Int64?] {
        if let times = masterTimes[address] { return times }
        var times: [Int64?] = []
        for group in groups {
            let index = group.groups.firstIndex { UInt64($0.address) == address }
            guard let index, let clock = group.groups[index].clock else { continue }
            let data = file.recordData(behindLink: 2, of: group.block)
            var walk = MDF4RecordWalk(group, data, unfinished: file.unfinished)
            while let (other, record) = walk.next() {
                guard other == index else { continue }
                // Records that are missing have no time.
                while times.count < record.index { times.append(nil) }
                times.append(clock.nanoseconds(of: record))
            }
        }
        masterTimes[address] = times
        return times
    }
}
