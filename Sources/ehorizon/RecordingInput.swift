import Configuration
import Console
import Engine
import Glibc
import Horizon
import Recording
import RoadMap

/// A recording as an input: told from a drive by its first bytes.
struct RecordingInput {
    /// The recording at its start.
    let reader: RecordingReader
    let path: String

    /// Opens a file if it is a recording; `nil` where it is something else, or no regular file.
    init?(path: String) throws(Failure) {
        guard path != "-", let source = try? FileBlockSource(path: path) else { return nil }
        var head = [UInt8](repeating: 0, count: RecordingFormat.magic.count)
        guard source.length >= UInt64(head.count),
            (try? source.read(at: 0, into: &head, count: head.count)) != nil,
            RecordingReader.isRecording(head.span)
        else { return nil }
        self.path = path
        do throws(RecordingError) {
            reader = try RecordingReader(source)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// Has an engine know of turns what was known at the start of the recording.
    func teach(_ engine: inout Engine) throws(Failure) {
        guard !reader.header.learnedTurns.isEmpty, engine.learnedTurns != nil else { return }
        do throws(LearnedTurnsError) {
            engine.learnedTurns = try LearnedTurns(reader.header.learnedTurns)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// The configuration that was recorded, to put flags on top of.
    var configuration: NamedConfiguration {
        NamedConfiguration(name: path, bytes: reader.header.configuration)
    }
}
