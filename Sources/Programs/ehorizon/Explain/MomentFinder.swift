import Routing
import HorizonProvider
import Horizon
import Engine
import Geodesy
import Positioning
import Quantities
import RoadMap
import TextFiles

/// Finds the event of a drive after which the horizon is explained.
struct MomentFinder {
    /// The number of events so far.
    private(set) var events = 0
    /// The time of the first fix and of the last event, in seconds (``seconds(of:)``); `nil` before.
    private(set) var span: (start: Double, end: Double)?
    private let wanted: MomentArgument
    private let recordingStart: (time: MonotonicTime, utc: UTCTime)?
    /// The scale of times against the engine's, seconds; `nil` before the first fix.
    private var origin: Double?
    private var best: (event: Int, time: MonotonicTime, distance: Double)?
    private let frame: LocalFrame?

    /// The largest distance between the wanted position and a reported position.
    private static let farthest = 100.0

    /// A finder of a moment. The start of a recording gives the scale of its times.
    init(_ wanted: MomentArgument, recording: (time: MonotonicTime, utc: UTCTime)?) {
        self.wanted = wanted
        recordingStart = recording
        if case .place(let place) = wanted {
            frame = LocalFrame(around: place.coordinate)
        } else {
            frame = nil
        }
    }

    /// A time of the engine in seconds since 1970; since the start for a drive without times.
    func seconds(of time: MonotonicTime) -> Double {
        Double(time.nanoseconds) / 1e9 + (origin ?? 0)
    }

    /// Takes note of an event of the first pass.
    mutating func note(_ engine: Engine, after event: EngineEvent, at time: MonotonicTime) {
        defer { events += 1 }
        if origin == nil, case .position(.fix(let fix)) = event {
            let arrival = Double(time.nanoseconds) / 1e9
            if let recordingStart {
                let start = recordingStart.utc.seconds
                origin = start - Double(recordingStart.time.nanoseconds) / 1e9
            } else {
                origin = fix.time.map { $0.seconds - arrival } ?? 0
            }
        }
        guard origin != nil else { return }
        let now = seconds(of: time)
        span = (span?.start ?? now, now)
        if let frame {
            guard let place = engine.reportedPlace else { return }
            let distance = frame.project(place).length
            if distance < best?.distance ?? .infinity { best = (events, time, distance) }
        } else if let target = wanted.seconds(from: span?.start ?? now), now <= target + 1e-6 {
            best = (events, time, 0)
        }
    }

    /// The number of the wanted event and its time.
    func event(of input: String, given text: String) throws -> (number: Int, time: MonotonicTime) {
        guard let span else { throw Failure("\(input): there is no fix in it") }
        if frame != nil {
            guard let best else {
                throw Failure("--at \(text): the car is on no road during the drive \(input)")
            }
            guard best.distance <= Self.farthest else {
                throw Failure(
                    "--at \(text): the drive \(input) is nowhere within \(Int(Self.farthest)) m of it;"
                        + " its nearest position is \(Int(best.distance)) m away")
            }
            return (best.event, best.time)
        }
        let target = wanted.seconds(from: span.start) ?? span.start
        guard let best, target <= span.end + 1 else {
            throw Failure(
                "--at \(text): the drive \(input) is from \(momentText(span.start)) to"
                    + " \(momentText(span.end))")
        }
        return (best.event, best.time)
    }
}

/// A moment as ISO 8601; one within a day of the start of the scale in seconds.
func momentText(_ seconds: Double) -> String {
    seconds < 86_400 ? "\(seconds.fixed(1)) s" : utcText(Int64(seconds.rounded(.down)))
}

extension Engine {
    /// The coordinate of the vehicle in the tree; `nil` off road and where the map cannot be read.
    var reportedPlace: Coordinate? {
        guard vehicle.place == .onPath, let place = tree.vehiclePlace,
            let link = try? tree.map.link(place.link.link)
        else { return nil }
        var shape = Shape()
        guard (try? tree.map.appendShape(of: link, to: &shape)) != nil else { return nil }
        return shape.place(at: link.offset(place.offset, in: place.link.direction))
    }
}
