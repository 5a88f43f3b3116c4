public import Positioning
public import Quantities

/// Which of the signals that are asked for have said something.
public struct HeardSignals: Sendable {
    /// What a signal is about.
    enum Subject: Sendable, Hashable {
        case motion(VehicleQuantity)
        case surface, indicator, lane
    }

    /// Those that have not, with their names.
    private var silent: [(subject: Subject, name: String)]

    /// None of the signals has been heard yet.
    public init(_ signals: VehicleSignals) { silent = signals.subjects }

    /// The names of those that have said nothing.
    public var silentNames: [String] { silent.map(\.name) }

    /// Takes in what a frame says. It allocates nothing.
    public mutating func note(
        _ motion: VehicleMotion?, _ surface: SurfaceCondition?, _ driver: DriverSignals?
    ) {
        guard !silent.isEmpty else { return }
        silent.removeAll { part in
            switch part.subject {
            case .motion(.speed): motion?.speed != nil
            case .motion(.yawRate): motion?.yawRate != nil
            case .motion(.odometer): motion?.odometer != nil
            case .surface: surface != nil
            case .indicator: driver?.indicator != nil
            case .lane: driver?.lane != nil
            }
        }
    }
}
