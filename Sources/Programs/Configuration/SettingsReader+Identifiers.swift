import ADASISv2
import CANFrames
import VehicleSignals

// Messages that nobody on the bus can tell apart.
extension SettingsReader {
    /// Notes that the car sends a message on an identifier of the horizon or of the requests of clients. Two nodes
    /// that send on one identifier disturb each other, and the daemon reads its neighbours' frames as the signals.
    ///
    /// Several messages of the horizon on one identifier have the message type; a layout without it there is refused.
    mutating func checkIdentifiers() {
        let settings = loaded.settings
        // On another bus the same identifier is another message.
        guard settings.vehicle.interface == nil, let signals = settings.vehicle.signals else {
            return
        }
        let path = settings.vehicle.database ?? "vehicle.dbc"
        let layout = settings.layout.layout
        for identifier in signals.identifiers {
            let other: String
            if let message = layout.messages.first(where: { $0.identifier == identifier }) {
                other = "\(message.kind.name) of the layout \(settings.layout.name)"
            } else if settings.requests.reader?.identifier == identifier {
                other = "the requests of clients (requests.layout)"
            } else {
                continue
            }
            note(
                "\(path): the car's signals and \(other) share the identifier 0x\(identifier.text);"
                    + " set another one for one of them, or vehicle.can where the car's signals have"
                    + " a bus of their own")
        }
    }
}
