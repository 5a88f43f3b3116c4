import Positioning
import Quantities

/// The bytes of a receiver as dated position events, over all connections.
struct ReceiverInput {
    private let source: PositionSource
    private var reader: PositionInput
    /// The input of ended connections.
    private var former: InputTally?
    private var clock = ReceiverClock()
    private var calendar: WeekRollover
    /// The fixes that were discarded because they came too late.
    private var late = 0

    /// The input of a source. A fix of a live receiver that is dated more than a day before `earliest` has a GPS week
    /// rollover. Drives of a file may be older.
    init(_ source: PositionSource, earliest: UTCTime?) {
        self.source = source
        reader = source.input
        switch source {
        case .file, .standardInput: calendar = WeekRollover(earliest: nil)
        case .gpsd, .serial, .tcp, .udp: calendar = WeekRollover(earliest: earliest)
        }
    }

    /// The read and the rejected input, with the reasons; `nil` before the first input.
    var tally: InputTally? {
        guard var all = former ?? reader.tally else { return nil }
        if former != nil, let now = reader.tally { all.add(now) }
        all.drop(late, as: "fixes that came more than 10 s late")
        return all
    }

    /// The lines about the devices of gpsd: the device in use, and another device that reports fixes too.
    mutating func deviceLines(_ reports: inout InputReports) -> [String] {
        guard let gpsd = reader.gpsd else { return [] }
        return reports.devices(gpsd)
    }

    /// Takes note of a drive that was read as a whole.
    mutating func noteDrive(_ tally: InputTally?) { former = tally }

    /// Takes bytes as they arrive.
    mutating func ingest(
        _ bytes: Span<UInt8>, at now: MonotonicTime, into batch: inout InputBatch
    ) {
        // Out of self while the reader works, and put back.
        var (clock, calendar) = (self.clock, self.calendar)
        reader.ingest(bytes) { output, mark in
            batch.append(output, mark, at: now, &clock, &calendar)
        }
        if source.isDatagrams {
            reader.endWholeSentence { output, mark in
                batch.append(output, mark, at: now, &clock, &calendar)
            }
        }
        (self.clock, self.calendar) = (clock, calendar)
        late += batch.takeLate()
    }

    /// Ends an epoch after which the receiver has sent no data.
    mutating func endEpoch(at now: MonotonicTime, into batch: inout InputBatch) {
        var (clock, calendar) = (self.clock, self.calendar)
        reader.flush { output, mark in batch.append(output, mark, at: now, &clock, &calendar) }
        (self.clock, self.calendar) = (clock, calendar)
        late += batch.takeLate()
    }

    /// Ends a connection; the next one begins with a new reader and a new clock.
    mutating func endConnection(at now: MonotonicTime, into batch: inout InputBatch) {
        var (clock, calendar) = (self.clock, self.calendar)
        reader.finish { output, mark in batch.append(output, mark, at: now, &clock, &calendar) }
        self.calendar = calendar
        self.clock = ReceiverClock()
        late += batch.takeLate()
    }

    /// Begins a new connection.
    mutating func beginConnection() {
        former = tally
        late = 0
        reader = source.input
    }
}
