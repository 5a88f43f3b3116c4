import Engine
import Recording

/// The state that a recording needs at its beginning inside a run: what hosts and clients have set, by the last event
/// of each kind. A reference: its owners are moved as values.
final class RingState {
    private var mask: EngineEvent?
    private var bitRate: EngineEvent?
    private var restrictions: EngineEvent?
    /// The course or the route.
    private var course: EngineEvent?
    private var surface: EngineEvent?

    /// The state at the start of a run.
    init() {}

    /// Takes note of an event.
    func note(_ event: EngineEvent) {
        switch event {
        case .mask: mask = event
        case .bitRate: bitRate = event
        case .restrictions: restrictions = event
        case .course, .route: course = event
        case .surface: surface = event
        // Their links are those of the former map.
        case .map: (restrictions, course) = (nil, nil)
        case .position, .vehicle, .driver, .lastPlace, .tick, .clientsLost, .request: break
        }
    }

    /// Writes the state as events at the time of an encoder.
    /// - Parameters:
    ///   - place: The place of the vehicle; `nil` while it is not known.
    ///   - hasRoute: Whether the engine has a course or a route: it drops one that the vehicle has left.
    func write(into encoder: inout RecordingEncoder, place: LastPlace?, hasRoute: Bool) {
        let time = encoder.lastTime
        let place = place.map { EngineEvent.lastPlace($0) }
        // Clients of a replay have nothing. So a segment has a record of its state in any case.
        for event in [
            .clientsLost, mask, bitRate, restrictions, hasRoute ? course : nil, surface, place,
        ] {
            if let event { encoder.note(event, at: time) }
        }
    }
}
