public import Positioning

/// The comparison with gpsd summed over many recordings.
public struct CorpusComparison: Sendable {
    /// A recording that differs somewhere.
    public struct Recording: Sendable {
        /// Its name.
        public var name: String
        /// What came of it.
        public var comparison: ReceiverComparison
    }

    /// Recordings with NMEA 0183 in them.
    public private(set) var recordings = 0
    /// Epochs with a fix of both.
    public private(set) var epochs = 0
    /// Epochs in which everything that the receiver stated is the same.
    public private(set) var equal = 0
    /// Epochs in which all that both have is the same, and both have the same things.
    public private(set) var identical = 0
    /// Epochs by what differs in them.
    public private(set) var differences: [ReceiverComparison.Difference: Int] = [:]
    /// Fixes of ours at whose time gpsd has none.
    public private(set) var oursAlone = 0
    /// Fixes of gpsd at whose time we have none.
    public private(set) var gpsdAlone = 0
    /// The recordings with epochs that differ.
    public private(set) var differing: [Recording] = []
    /// What the reader counted.
    public private(set) var counts = NMEAReader().counts

    /// Nothing yet.
    public init() {}

    /// Reads a recording and compares its fixes with gpsd's reports of it. Recordings without a
    /// sentence of NMEA 0183 do not count.
    public mutating func add(_ name: String, recording: [UInt8], reports: String) {
        var reader = NMEAReader()
        var fixes: [Fix] = []
        func take(_ output: PositionOutput, _: SourceMark) {
            if case .event(.fix(let fix)) = output { fixes.append(fix) }
        }
        // In pieces, as a serial line brings them.
        var start = 0
        while start < recording.count {
            let end = min(start + 256, recording.count)
            reader.ingest(recording.span.extracting(start..<end), take)
            start = end
        }
        reader.finish(take)
        guard reader.counts.sentences > 0 else { return }
        recordings += 1
        counts.add(reader.counts)
        let comparison = ReceiverComparison(fixes, GPSDReport.reports(in: reports))
        epochs += comparison.epochs
        oursAlone += comparison.oursAlone
        gpsdAlone += comparison.gpsdAlone
        identical += comparison.epochs - comparison.findings.count
        equal +=
            comparison.epochs
            - comparison.findings.count { finding in
                finding.differences.contains { !$0.isMinor }
            }
        for finding in comparison.findings {
            for difference in finding.differences { differences[difference, default: 0] += 1 }
        }
        if !comparison.findings.isEmpty {
            differing.append(Recording(name: name, comparison: comparison))
        }
    }
}

extension NMEAReader.Counts {
    fileprivate mutating func add(_ other: NMEAReader.Counts) {
        sentences += other.sentences
        unused += other.unused
        fixes += other.fixes
        noFixes += other.noFixes
        noiseBytes += other.noiseBytes
        brokenOff += other.brokenOff
        tooLong += other.tooLong
        withoutChecksum += other.withoutChecksum
        wrongChecksum += other.wrongChecksum
        malformed += other.malformed
        late += other.late
    }
}
