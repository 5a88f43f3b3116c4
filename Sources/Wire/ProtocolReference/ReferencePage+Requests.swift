import ADASISv2
import CANDatabase
import CANFrames

extension ReferencePage {
    /// The requests of clients in the layout that needs no DBC.
    static var requests: String {
        let layout = RequestLayout.plain()
        var text = """

            ## Requests of clients

            ADASIS v2 names requests and leaves their frame to the car maker. The layout `plain` is this
            project's **own**: a frame of one or two bytes on 0x\(layout.identifier.text) by default, read if
            `requests.layout` is `plain`. Without the second byte a frame has no mask. Other bits do not count.

            | signal | bits | place | coding | conf. |
            |---|---|---|---|---|

            """
        for placement in layout.signals {
            text +=
                "| \(placement.signal.name) | \(placement.bits.width) | \(placement.bits.place) |"
            text += " \(placement.signal.coding) | own |\n"
        }
        return text
    }
}

extension RequestLayout.Signal {
    fileprivate var name: String {
        switch self {
        case .messageType: "messageType"
        case .hasCounter: "hasCounter"
        case .cyclicCounter: "cyclicCounter"
        case .reset: "reset"
        case .hasMask: "hasMask"
        case .wants(let kind): "wants \(kind.name)"
        }
    }

    fileprivate var coding: String {
        switch self {
        case .messageType: "the type of the messages to send again; 0 and 7 none"
        case .hasCounter: "1: only the message with cyclicCounter; 0: all messages of the type"
        case .cyclicCounter: "the cyclic counter of the message to send again"
        case .reset: "1: everything is sent again"
        case .hasMask: "1: the second byte holds from now on"
        case .wants: "0: no such message is sent"
        }
    }
}
