public import Positioning
public import Quantities

/// The configured signals that have not been received yet.
public struct MissingSignals: Sendable {
    /// The subject of a signal.
    enum Subject: Sendable, Hashable {
        case motion(VehicleQuantity)
        case surface, indicator, lane, event, ignition
    }

    /// The missing signals, with their names.
    private var missing: [(subject: Subject, name: String)]

    /// None of the signals has been received yet.
    public init(_ signals: VehicleSignals) { missing = signals.subjects }

    /// The names of the missing signals.
    public var names: [String] { missing.map(\.name) }

    /// Takes in the values of a frame. It allocates nothing.
    public mutating func note(
        _ motion: VehicleMotion?, _ surface: SurfaceCondition?, _ driver: DriverSignals?,
        _ switches: CarSwitches? = nil
    ) {
        guard !missing.isEmpty else { return }
        missing.removeAll { part in
            switch part.subject {
            case .motion(.speed): motion?.speed != nil
            case .motion(.yawRate): motion?.yawRate != nil
            case .motion(.odometer): motion?.odometer != nil
            case .surface: surface != nil
            case .indicator: driver?.indicator != nil
            case .lane: driver?.lane != nil
            case .event: switches?.event != nil
            case .ignition: switches?.ignition != nil
            }
        }
    }
}
