import Engine
import Positioning
import Quantities
import RoadAhead
import RoadObjects
import TextFiles

/// The answers of `ehorizon ahead` along a drive, one at each interval.
struct AheadAnswers {
    private var ahead: RoadAhead
    private let question: AheadQuestion
    /// The time between answers; `nil` for the last fix alone.
    private let interval: Nanoseconds?
    /// `nil` for GeoJSON, whose features have their own output.
    private let output: TextOutput?
    private var features: AheadFeatures?
    private let isJSON: Bool
    /// The last fix with the engine after it. A route that the fix brings counts for it.
    private var newest: Moment?
    /// The last fix of the times to write, where only that has an answer.
    private var last: Moment?
    private var answered: MonotonicTime?
    private var window: TimeWindow
    private var clock: TimeText
    /// The user's objects.
    var objects: RoadObjects?
    /// Their events since the last answer.
    private var events: [ObjectEvent] = []
    /// The reason why there are no more answers before the end of the drive.
    private(set) var end: String?

    private struct Moment {
        var engine: Engine
        let fix: Fix
        let time: MonotonicTime

        /// The receiver's time of the fix, or the time since the start of the drive.
        var nanoseconds: Int64 { fix.time?.nanoseconds ?? time.nanoseconds }
    }

    init(
        ahead: RoadAhead, question: AheadQuestion, interval: Nanoseconds?, output: TextOutput?,
        isJSON: Bool, features: AheadFeatures?, window: TimeWindow, clock: TimeText
    ) {
        self.features = features
        self.window = window
        self.clock = clock
        self.ahead = ahead
        self.question = question
        self.interval = interval
        self.output = output
        self.isJSON = isJSON
    }

    /// Looks at the engine after an event.
    mutating func note(
        _ engine: Engine, after event: EngineEvent, at time: MonotonicTime
    ) throws {
        guard end == nil else { return }
        switch event {
        case .route, .course:
            if newest?.time == time { newest?.engine = engine }
        case .position(.fix(let fix)):
            try takeNewest()
            newest = Moment(engine: engine, fix: fix, time: time)
        case .map: end = "the daemon changed its map here; the answers end"
        default: try takeNewest()
        }
    }

    /// Takes the last fix, and answers it if an answer is due.
    private mutating func takeNewest() throws {
        guard let moment = newest else { return }
        newest = nil
        // The last fix of the times to write is known only now.
        if interval == nil, let last, try window.place(of: moment.nanoseconds) == .after {
            try answer(last)
            self.last = nil
        }
        if objects != nil {
            defer { if let objects { events += objects.events } }
            try objects?.update(moment.engine.tree)
        }
        let isInside = try window.takes(moment.nanoseconds)
        guard let interval else {
            if isInside { last = moment }
            return
        }
        guard answered.map({ moment.time - $0 >= interval }) ?? true else { return }
        // Outside the window the answer is not written, but has its place among the intervals, and its events.
        answered = moment.time
        if isInside { try answer(moment) } else { events.removeAll() }
    }

    /// Answers the last fix, if that is the only answer.
    mutating func finish(of name: String) throws {
        try takeNewest()
        if let last {
            // A moment after the end of the drive has no answer.
            try window.finish(of: name)
            try answer(last)
        }
        try output?.finish()
        try features?.finish()
        try window.finish(of: name)
    }

    private mutating func answer(_ moment: Moment) throws {
        let tree = moment.engine.tree
        let indexes = KnownIndexes(moment.engine)
        var answer = AheadAnswer(
            nanoseconds: moment.nanoseconds, moment.engine, indexes,
            try ahead.items(of: tree).filter { $0.distance <= question.reach })
        answer.timeText = try clock.other(than: .seconds, moment.nanoseconds, digits: 3)
        let sides = question.sides(of: tree)
        for side in sides {
            let items = try ahead.items(of: tree, along: side)
            answer.add(items.filter { $0.distance <= question.reach }, on: side, indexes)
        }
        if let objects {
            answer.add(objects, in: tree, on: sides, question, events, indexes)
            events.removeAll()
        }
        guard let output else {
            try features?.add(answer, of: tree, at: moment.fix.place)
            return
        }
        if isJSON {
            try output.line(try JSONText.encode(answer, isPretty: false))
        } else {
            for line in answer.text { try output.line(line) }
        }
    }
}
