import ADASISv2
import CANFrames
import Engine
import Geodesy
import Horizon
import HorizonProvider
import MapSketch
import Positioning
import ProtocolChecker
import Quantities
import RoadMap
import Testing

/// A drive in a sketch, second by second, and what POSITION says of it. The checker sees every frame.
struct ReckonedDrive {
    let sketch: MapSketch
    var engine: Engine
    /// Every POSITION so far.
    private(set) var positions: [PositionMessage] = []
    private(set) var checker = ProtocolChecker(parameters: CheckerParameters())
    private(set) var tenths = 0
    private let layout: Layout
    private let frame: LocalFrame

    /// A drive from `A` on.
    init(_ sketch: MapSketch, _ change: (inout EngineParameters) -> Void = { _ in }) throws {
        self.sketch = sketch
        var parameters = EngineParameters()
        change(&parameters)
        layout = parameters.provider.layout
        engine = Engine(map: sketch.map, parameters: parameters)
        frame = LocalFrame(around: try sketch.place("A"))
    }

    var now: MonotonicTime { MonotonicTime.zero + .milliseconds(Int64(tenths) * 100) }

    /// The last POSITION.
    var position: PositionMessage {
        get throws { try #require(positions.last) }
    }

    /// Its offset, metres.
    var offset: Int {
        get throws {
            let position = try position
            return try #require(position.offset.metres)
        }
    }

    /// A fix so many metres east and south of `A`; `true` so many tenths ago.
    mutating func fix(
        east: Double, south: Double = 0, speed: Double?, course: Double = 90,
        accuracy: Double? = nil, late: Int64 = 0
    ) throws {
        let place = try #require(frame.unproject(PlanarVector(x: east, y: -south)))
        var fix = Fix(time: nil, place: place)
        fix.speed = speed.map { MetresPerSecond($0) }
        fix.course = Degrees(course)
        fix.accuracy = accuracy.map { Metres($0) }
        if late > 0 { fix.delay = .milliseconds(late * 100) }
        try engine.ingest(.position(.fix(fix)), at: now)
    }

    /// Lets tenths of a second pass, with the car's own motion in each if there is one.
    mutating func pass(_ count: Int, motion: VehicleMotion? = nil) throws {
        for _ in 0..<count {
            if let motion { try engine.ingest(.vehicle(motion), at: now) }
            try engine.ingest(.tick, at: now)
            var moment = now
            while let frame = engine.nextFrame(at: moment) {
                engine.frameWasSent(at: moment)
                checker.check(frame, at: moment, layout: layout)
                if case .position(let position) = try layout.decode(frame) {
                    positions.append(position)
                }
                moment = moment + Nanoseconds(270_000)
            }
            tenths += 1
        }
    }

    /// Lets a tenth of a second pass that the caller has seen to.
    mutating func skip() { tenths += 1 }

    /// Drives east at a speed with a fix each second.
    mutating func drive(
        from start: Double, speed: Double, seconds: Int, motion: VehicleMotion? = nil
    ) throws {
        for second in 0..<seconds {
            try fix(east: start + speed * Double(second), speed: speed)
            try pass(10, motion: motion)
        }
    }
}
