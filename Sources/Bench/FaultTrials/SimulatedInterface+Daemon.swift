import Quantities

/// What the starts and ends of the daemon do to the interface.
extension SimulatedInterface {
    /// Nobody reads reports any more.
    func forgetDaemon() {
        socket.received.removeAll()
        socket.requests.removeAll()
        link.forget()
        answers.forgetDaemon()
    }

    /// Power is cut: frames are lost, and the interface is down.
    func powerOff() {
        goDown()
        forgetDaemon()
        answers = KernelAnswers()
    }

    /// A daemon starts, and reads the state of the interface.
    /// - Parameter isDown: Whether somebody keeps the interface down.
    func beginDaemon(isDown: Bool) {
        forgetDaemon()
        lacksSocket = false
        sureLosses += 1
        guard exists else { return }
        if traits.isOwned, wire.bitRate != ownBitRate || isListening {
            goDown()
            noteSettings(ownBitRate)
        }
        if !isUp, !isDown { bringUp() }
        // Who sets an interface up also restarts its controller.
        if traits.isOwned { restart() }
        forgetDaemon()
        // The monitor looks, and then asks for the state.
        link.begin(message)
        noteReadiness()
    }
}
