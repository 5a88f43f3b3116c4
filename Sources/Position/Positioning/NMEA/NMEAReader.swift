/// Reads NMEA 0183 from a stream of bytes: a serial line, a socket, a log.
///
/// ```swift
/// var reader = NMEAReader()
/// reader.ingest(chunk.span) { output, mark in … }
/// ```
/// Sentences may be cut anywhere by the borders of chunks, and anything may stand between them: a
/// `$` always begins a sentence, so the reader is back in step with the first whole one. Lines that
/// begin with `#` are comments (gpsd's logs), tag blocks (`\…\`, NMEA 4) are skipped. RMC, GGA,
/// GNS, GLL, VTG, GSA, GSV, GST, ZDA, HDT and THS of any talker and Garmin's PGRME are used, in one
/// pass over the bytes; nothing is allocated. `NMEAEpochAssembler` makes fixes of the sentences.
///
/// A checksum must be there and right. gpsd takes sentences without one; every receiver of its
/// corpus sends it, and the position of a car must not rest on an unprotected line.
public struct NMEAReader: Sendable {
    /// The numbers of used and rejected input.
    public struct Counts: Sendable, Hashable {
        /// Sentences with a right checksum.
        public var sentences = 0
        /// Of these, those of kinds that are not used.
        public var unused = 0
        /// Epochs that became a fix.
        public var fixes = 0
        /// Epochs in which the receiver had no fix.
        public var noFixes = 0
        /// Bytes that belong to no sentence.
        public var noiseBytes = 0
        /// Sentences that broke off.
        public var brokenOff = 0
        /// Sentences beyond the length limit.
        public var tooLong = 0
        /// Sentences with a missing or malformed checksum.
        public var withoutChecksum = 0
        /// Sentences with a wrong checksum.
        public var wrongChecksum = 0
        /// Sentences with a field that is missing, malformed or out of range.
        public var malformed = 0
        /// Sentences that came for an epoch after it was handed on.
        public var late = 0
    }

    private enum State {
        /// Between sentences.
        case outside
        /// In a comment, until the line ends.
        case comment
        /// In a tag block, until the line ends or a sentence begins.
        case tagBlock
        case inside
        /// In the rest of a sentence that is too long.
        case overrun
    }

    private let requiresChecksum: Bool
    private var state = State.outside
    private var sentence = NMEASentence()
    private var epochs = NMEAEpochAssembler()
    private var satellites = SatellitesInView()
    private var line = 1
    private var column = 0
    /// Whether noise has been reported since the last good sentence. Once is enough: in binary data
    /// many bytes look like the start of a sentence.
    private var isNoiseReported = false
    private var tally = Counts()

    /// The numbers of used and rejected input.
    public var counts: Counts {
        var counts = tally
        counts.late = epochs.late
        counts.fixes = epochs.fixes
        counts.noFixes = epochs.noFixes
        return counts
    }

    /// Satellites in view of all systems, as the last GSV of each talker has it; `nil` before one.
    public var satellitesInView: Int? { satellites.count }

    /// A reader at the start of an input.
    /// - Parameter requiresChecksum: Whether a sentence without a checksum is left out.
    public init(requiresChecksum: Bool = true) { self.requiresChecksum = requiresChecksum }

    /// Reads the next bytes.
    public mutating func ingest(_ bytes: Span<UInt8>, _ sink: MarkedSink) {
        var index = 0
        while index < bytes.count {
            if state == .inside {
                let start = index
                sentence.append(bytes, from: &index)
                column += index - start
                if sentence.isFull {
                    report(.tooLong(limit: NMEASentence.capacity), sink)
                    tally.tooLong += 1
                    state = .overrun
                }
                guard index < bytes.count else { return }
            }
            ingest(bytes[index], sink)
            index += 1
        }
    }

    /// Hands on the current epoch without waiting for more of its sentences. For a host that
    /// receives no more data; harmless at any time.
    public mutating func flush(_ sink: MarkedSink) {
        endWholeSentence(sink)
        epochs.flush { sink(.event($0), $1) }
    }

    /// Ends a sentence that is whole although its line end is missing: some hosts send each sentence in a
    /// datagram of its own without one. Harmless at any time.
    public mutating func endWholeSentence(_ sink: MarkedSink) {
        guard state == .inside, isWhole else { return }
        endSentence(sink)
        state = .outside
    }

    /// Whether the sentence has an asterisk and two digits: then it is whole even without its line end.
    private var isWhole: Bool { sentence.asterisk.map { sentence.count == $0 + 3 } ?? false }

    /// Ends the input: a last sentence without a line end is read, the last epoch handed on.
    public mutating func finish(_ sink: MarkedSink) {
        if state == .inside {
            // Half a checksum or none at the very end: the input was cut, not written so.
            if sentence.asterisk.map({ sentence.count >= $0 + 3 }) ?? !requiresChecksum {
                endSentence(sink)
            } else {
                tally.brokenOff += 1
                report(.brokenOff, sink)
            }
        }
        state = .outside
        flush(sink)
    }

    /// Takes a byte that is not one of a sentence's.
    private mutating func ingest(_ byte: UInt8, _ sink: MarkedSink) {
        column += 1
        switch byte {
        case UInt8(ascii: "$") where state != .comment, UInt8(ascii: "!") where state != .comment:
            if state == .inside, isWhole {
                endSentence(sink)
            } else if state == .inside {
                tally.brokenOff += 1
                report(.brokenOff, sink)
            }
            state = .inside
            sentence.restart(line: line, column: column)
        case 0x0A, 0x0D:
            if state == .inside { endSentence(sink) }
            state = .outside
            if byte == 0x0A {
                line += 1
                column = 0
            }
        case 0x20...0x7E:
            switch state {
            case .outside where column == 1 && byte == UInt8(ascii: "#"): state = .comment
            case .outside where byte == UInt8(ascii: "\\"): state = .tagBlock
            case .outside where byte != 0x20: noise(sink)
            // Bytes of a sentence have been taken before they come here.
            case .outside, .comment, .tagBlock, .overrun, .inside: break
            }
        default:
            // No sentence holds such a byte; comments may (names of places and people).
            if state == .comment { return }
            if state == .inside {
                tally.brokenOff += 1
                report(.brokenOff, sink)
                isNoiseReported = true
                state = .outside
            }
            noise(sink)
        }
    }

    private mutating func noise(_ sink: MarkedSink) {
        tally.noiseBytes += 1
        report(.noise, sink)
        isNoiseReported = true
    }

    private func report(_ kind: InputProblem.Kind, _ sink: MarkedSink) {
        guard !isNoiseReported else { return }
        let problem = InputProblem(kind, line: line, column: column)
        sink(.problem(problem), SourceMark(line: line))
    }

    private mutating func endSentence(_ sink: MarkedSink) {
        do throws(InputProblem) {
            do throws(InputProblem) {
                try sentence.checkSum()
            } catch {
                if case .checksumWrong = error.kind {
                    tally.wrongChecksum += 1
                    throw error
                }
                if error.kind == .checksumMalformed || requiresChecksum {
                    tally.withoutChecksum += 1
                    if isNoiseReported { return }
                    throw error
                }
            }
            tally.sentences += 1
            isNoiseReported = false
            try use(sink)
        } catch {
            sink(.problem(error), SourceMark(line: error.line))
        }
    }

    /// Reads a whole sentence.
    private mutating func use(_ sink: MarkedSink) throws(InputProblem) {
        do throws(InputProblem) {
            let line = sentence.line
            func event(_ event: PositionEvent, _ mark: SourceMark) { sink(.event(event), mark) }
            let kind = sentence.kind
            if kind != .other { sentence.findFields() }
            switch kind {
            case .rmc: epochs.add(try RMC(sentence), line: line, event)
            case .gga: epochs.add(try GGA(sentence), .gga, line: line, event)
            case .gns: epochs.add(try GGA(multiple: sentence), .gns, line: line, event)
            case .gll:
                // Before NMEA 2.0 it had neither time nor status: nothing to be used.
                guard sentence.fieldCount > 6 else { break }
                epochs.add(try GLL(sentence), line: line, event)
            case .vtg: epochs.add(try VTG(sentence), event)
            case .gst: epochs.add(try GST(sentence), line: line, event)
            case .gsa: epochs.add(try GSA(sentence))
            case .gsv: satellites.add(try GSV(sentence), talker: sentence.talker)
            case .zda: epochs.add(try ZDA(sentence))
            case .hdt, .ths: epochs.add(try Heading(sentence))
            case .pgrme: epochs.add(try GarminError(sentence))
            case .other: tally.unused += 1
            }
        } catch {
            tally.malformed += 1
            throw error
        }
    }
}
