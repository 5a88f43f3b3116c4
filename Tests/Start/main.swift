import CANFrames
import Engine
import Foundation
import Horizon
import Positioning
import Quantities
import RoadAhead
import RoadMap

let map = try RoadMap(source: FileBlockSource(path: CommandLine.arguments[1]))
let drive = FixLog([UInt8](try Data(contentsOf: URL(filePath: CommandLine.arguments[2]))))

var engine = Engine(map: map, parameters: EngineParameters())
var observer = HorizonObserver()
var ahead = RoadAhead(map: map)
observer.start()

for entry in drive.entries {
    let now = entry.arrival
    try engine.ingest(.position(entry.event), at: now)  // a fix in
    try engine.ingest(.tick, at: now)  // the moment for a POSITION

    observer.observe(engine, at: now)
    for event in observer.events { print("event", event) }
    for path in engine.tree.paths {
        print("path", path.id.number, "level", path.level, "ends", path.endDistance.metres.value)
    }
    for item in try ahead.items(of: engine.tree) {
        print("ahead", item.distance.value, item.kind.rawValue)
    }
    while let frame = engine.nextFrame(at: now) {
        let line = LoggedFrame(
            nanoseconds: now.nanoseconds, interface: "can0", content: .data(frame))
        print("frame", line.text)
        engine.frameWasSent(at: now)
    }
}
