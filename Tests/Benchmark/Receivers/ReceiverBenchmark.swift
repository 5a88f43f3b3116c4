import CAllocations
import Foundation
import Positioning
import ReceiverTrials

/// Reads recordings of receivers, compares what comes of them with gpsd, and times the reader.
///
///     benchmark-receivers compare FOLDER      the recordings (.log) and what gpsd makes of them (.log.chk)
///     benchmark-receivers time FILE           sentences of NMEA 0183
@main
enum ReceiverBenchmark {
    /// The fastest of so many measurements counts: the others were disturbed.
    static let measurements = 7

    static func main() throws {
        let arguments = CommandLine.arguments
        switch (arguments.count, arguments.dropFirst().first) {
        case (3, "compare"): try compare(URL(filePath: arguments[2]))
        case (3, "time"): try time(URL(filePath: arguments[2]))
        default:
            print("usage: benchmark-receivers compare FOLDER | time FILE")
            exit(2)
        }
    }

    static func compare(_ folder: URL) throws {
        var corpus = CorpusComparison()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        for name in names.sorted() where name.hasSuffix(".log") {
            corpus.add(
                name, recording: Array(try Data(contentsOf: folder.appending(path: name))),
                reports: String(
                    decoding: try Data(contentsOf: folder.appending(path: name + ".chk")),
                    as: UTF8.self))
        }
        for recording in corpus.differing {
            var classes: [String: Int] = [:]
            for finding in recording.comparison.findings {
                for difference in finding.differences {
                    classes[difference.rawValue, default: 0] += 1
                }
            }
            let text = classes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            print(
                "\(recording.name): \(recording.comparison.epochs) epochs; "
                    + text.joined(separator: ", "))
        }
        print("differences, all recordings:")
        for difference in ReceiverComparison.Difference.allCases {
            print("  \(difference.rawValue): \(corpus.differences[difference] ?? 0)")
        }
        let counts = corpus.counts
        print(
            "\(counts.sentences) sentences, \(counts.fixes) fixes, \(counts.noFixes) times none; left"
                + " out: \(counts.wrongChecksum) with a wrong checksum, \(counts.withoutChecksum)"
                + " without, \(counts.malformed) malformed, \(counts.tooLong) too long,"
                + " \(counts.brokenOff) broken off, \(counts.noiseBytes) bytes of noise;"
                + " \(counts.late) late")
        print(
            "\(corpus.recordings) recordings, \(corpus.epochs) epochs with a fix of gpsd and of ours"
                + " (\(corpus.gpsdAlone) of gpsd alone, \(corpus.oursAlone) of ours alone)")
        print(
            "equal in all that both have: \(percent(corpus.equal, corpus.epochs)); identical, values"
                + " that only one has included: \(percent(corpus.identical, corpus.epochs))")
        exit(Double(corpus.equal) >= 0.995 * Double(corpus.epochs) ? 0 : 1)
    }

    static func percent(_ part: Int, _ whole: Int) -> String {
        let hundredths = Int((Double(part) / Double(max(whole, 1)) * 10_000).rounded(.down))
        return
            "\(part) of \(whole), \(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10) %"
    }

    static func time(_ file: URL) throws {
        let bytes = Array(try Data(contentsOf: file))
        var reader = NMEAReader()
        var events = 0
        // The first time its buffers are made.
        reader.ingest(bytes.span) { _, _ in events += 1 }
        let sentences = reader.counts.sentences
        let before = allocation_count()
        var best = Double.infinity
        for _ in 0..<measurements {
            let start = nanoseconds()
            reader.ingest(bytes.span) { _, _ in events += 1 }
            best = min(best, Double(nanoseconds() - start))
        }
        let allocations = allocation_count() - before
        let each = best / Double(sentences)
        print(
            "ehorizon  \(sentences) sentences, \(Int(each.rounded())) ns a sentence, \(allocations)"
                + " allocations")
        exit(events > 0 && allocations == 0 ? 0 : 1)
    }

    static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
