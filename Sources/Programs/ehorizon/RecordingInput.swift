import CLibrary
import Configuration
import Engine
import Horizon
import Recording
import RoadMap
import TextFiles

/// A recording as an input, recognised by its first bytes.
struct RecordingInput {
    /// The recording at its start.
    let reader: RecordingReader
    let path: String

    /// Opens a file that is a recording; `nil` for another or a special file.
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

    /// Gives an engine the learned turns at the start of the recording.
    func teach(_ engine: inout Engine) throws(Failure) {
        guard !reader.header.learnedTurns.isEmpty, engine.learnedTurns != nil else { return }
        do throws(LearnedTurnsError) {
            engine.learnedTurns = try LearnedTurns(reader.header.learnedTurns)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// The recorded configuration, which options change.
    var configuration: NamedConfiguration {
        NamedConfiguration(name: path, bytes: reader.header.configuration)
    }
}
