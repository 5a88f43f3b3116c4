import JSONWriting
import LinuxLoop
import Quantities
import Scene

/// A source that reports while the page is open.
protocol LiveSource: AnyObject {
    /// How the page names it; its geometry may change while it reports.
    var description: SceneHead.Source { get }
    /// What the loop waits for; `nil` while there is nothing to wait for.
    var watch: Watch? { get }

    /// Takes what has come, and writes it. Never waits.
    ///
    /// - Parameter start: The time of the scene's start.
    func collect(since start: MonotonicTime, into json: inout JSONWriter) throws

    /// Writes all that holds now, for a browser that joins.
    func writeAll(at seconds: Double, into json: inout JSONWriter)
}

/// Sources that report while the page is open, as one scene.
struct LiveScene {
    /// The first record, without the sources.
    var head: SceneHead
    private let sources: [any LiveSource]
    private let start: MonotonicTime
    private var slots: [WatchSlot]
    private var geometries: [SceneHead.Source.Geometry]

    /// A scene that begins now.
    init(_ sources: [any LiveSource], head: SceneHead) {
        self.sources = sources
        self.head = head
        self.head.isLive = true
        self.head.start = Double(systemNow().nanoseconds) / 1e9
        start = monotonicNow()
        slots = sources.map { _ in WatchSlot() }
        geometries = sources.map(\.description.geometry)
    }

    /// Waits for the sources that there are now. Their tokens begin at a number.
    mutating func follow(in poller: borrowing Poller, from token: UInt64) throws {
        for (number, source) in sources.enumerated() {
            try poller.follow(source.watch, in: &slots[number], token: token + UInt64(number))
        }
    }

    /// The records of all that has come.
    mutating func collect() throws -> [UInt8] {
        var json = JSONWriter()
        for (number, source) in sources.enumerated() {
            try source.collect(since: start, into: &json)
            let geometry = source.description.geometry
            guard geometry != geometries[number] else { continue }
            geometries[number] = geometry
            json.beginObject()
            json.text("r", "source")
            json.integer("s", number)
            json.text("geometry", geometry.rawValue)
            json.endObject()
            json.endLine()
        }
        return json.bytes
    }

    /// The first records for a browser that joins now.
    func beginning() -> [UInt8] {
        var json = JSONWriter()
        var head = head
        head.sources = sources.map(\.description)
        head.write(to: &json)
        let seconds = (monotonicNow() - start).seconds
        for source in sources { source.writeAll(at: seconds, into: &json) }
        return json.bytes
    }
}
