import Engine
import Positioning

/// Memory for events that is used again and again, so that reading does not allocate.
struct EventBuffers {
    var positions: [PositionEvent] = []
    var engine: [EngineEvent] = []
}
