import ADASISv2
import CANDatabase
import CANFrames
import Engine
import HorizonProvider
import JSONReading
import JSONWriting
import Quantities
import RoadMap
import Simulation
import Testing

@testable import Scene

/// The lines of a scene.
@Suite struct SceneRecordTests {
    private static func records() throws -> [String] {
        let drive = try SketchedDrive()
        let parameters = EngineParameters()
        var engine = Engine(map: drive.map, parameters: parameters)
        var json = JSONWriter()
        var own = EngineTrack(source: 0, map: drive.map)
        var client = ClientTrack(
            source: 1, layout: parameters.provider.layout, bitRate: 500_000, joinsLate: false,
            showsMiles: false)
        VirtualBus().run(drive.events, through: &engine) { error, _ in
            Issue.record(error)
        } observe: { engine, event, time in
            do throws(MapError) {
                try own.note(engine, after: event, at: (time - .zero).seconds, to: &json)
            } catch { Issue.record(error) }
        } send: { frame, time in
            client.note(frame, at: time, (time - .zero).seconds, to: &json)
        }
        client.flush(to: &json)
        return String(decoding: json.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func allFramesAreInTheScene() throws {
        let drive = try SketchedDrive()
        let parameters = EngineParameters()
        var engine = Engine(map: drive.map, parameters: parameters)
        var frames: [String] = []
        VirtualBus().run(drive.events, through: &engine) { error, _ in
            Issue.record(error)
        } send: { frame, _ in
            var text = ""
            for number in 0..<frame.length {
                let byte = String(frame.bytes[number], radix: 16, uppercase: true)
                text += byte.count == 1 ? "0" + byte : byte
            }
            frames.append(text)
        }
        var found: [String] = []
        for record in try Self.records() where record.hasPrefix("{\"r\":\"frames\"") {
            let start = try #require(record.firstRange(of: "\"data\":["))
            found += record[start.upperBound...].split(separator: ",").map {
                $0.filter { $0.isHexDigit }
            }
        }
        #expect(found == frames)
    }

    @Test func recordsOfASourceAreInTheOrderOfTime() throws {
        var last = [0.0, 0.0]
        for record in try Self.records() where record.contains("\"r\":\"step\"") {
            let source = record.contains("\"s\":0,") ? 0 : 1
            let start = try #require(record.firstRange(of: "\"t\":"))
            let time = try #require(
                Double(record[start.upperBound...].prefix { $0.isNumber || $0 == "." }))
            #expect(time >= last[source])
            last[source] = time
        }
        #expect(last.allSatisfy { $0 > 20 })
    }

    /// The drive turns off the straight road at its second junction.
    @Test func changesOfTheMainPathAreEvents() throws {
        let events = try Self.records().filter { $0.contains("\"kind\":\"main-path\"") }
        #expect(events.count == 1)
        let words = "\"name\":\"fix\",\"text\":\"turned-off\""
        #expect(events.first?.contains(words) == true, "\(events)")
    }

    /// The mark of a broken rule stands at the place of the message, not at the car.
    @Test func aBrokenRuleStandsAtTheMessage() throws {
        let drive = try SketchedDrive()
        var parameters = EngineParameters()
        parameters.provider.mask = MessagePreset.all.mask
        let layout = parameters.provider.layout
        var engine = Engine(map: drive.map, parameters: parameters)
        var client = ClientTrack(
            source: 0, layout: layout, bitRate: 500_000, joinsLate: false, showsMiles: false)
        var json = JSONWriter()
        var repeated: Int?
        VirtualBus().run(drive.events, through: &engine) { error, _ in
            Issue.record(error)
        } send: { frame, time in
            client.note(frame, at: time, (time - .zero).seconds, to: &json)
            // The same counter twice, far ahead of a car that is on its way.
            guard repeated == nil, time > MonotonicTime(nanoseconds: 3_000_000_000),
                case .segment(let message)? = try? layout.decode(frame),
                let metres = message.offset.metres, metres > 50
            else { return }
            repeated = metres
            json = JSONWriter()
            client.note(frame, at: time, (time - .zero).seconds, to: &json)
        }
        let place = try #require(repeated)
        let events = String(decoding: json.bytes, as: UTF8.self).split(separator: "\n").filter {
            $0.contains("\"kind\":\"rule\"") && $0.contains("\"name\":\"counter\"")
        }
        #expect(events.first?.contains("\"offset\":\(place),") == true, "\(events)")
        #expect(events.first?.contains("\"at\":[") == true)
    }

    @Test func theSameDriveMakesTheSameScene() throws {
        #expect(try Self.records() == Self.records())
    }

    @Test func aTitleIsText() {
        var head = SceneHead(program: "1", title: "</script><b>\"\\\u{1}")
        head.layout = Layout(.adasis)
        var json = JSONWriter()
        head.write(to: &json)
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(text.contains("\\\"\\\\\\u0001"))
    }

    /// The texts of numbers in the first record are those of `ehorizon decode`.
    @Test func theLayoutOfThePageHasTheMeaningsOfTheFields() throws {
        var json = JSONWriter()
        Layout(.adasis).write(to: &json)
        let text = String(decoding: json.bytes, as: UTF8.self)
        for message in Layout(.adasis).messages {
            for signal in message.signals where signal.bits.width <= 10 {
                guard ![.value0, .value1, .value].contains(signal.field) else { continue }
                let meaning = signal.field.value(of: 1, in: message.kind).text
                #expect(text.contains(meaning))
            }
        }
    }
}
