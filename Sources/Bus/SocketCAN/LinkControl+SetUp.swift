import CLibrary
import CLinux
import CSocketCAN
import LinuxLoop
import Quantities

extension LinkControl {
    /// Sets the interface up and brings it up. The kernel changes it only while it is down: this call takes the
    /// interface down first, and other users of it see the gap. An interface that is up and has the settings
    /// stays up, unless it is to be restarted: its controller may have lost what its driver reports.
    ///
    /// Drivers set the nearest value that the controller's clock allows, without a word. So this call reads the
    /// values back, and refuses another one. After a failure the interface has its former settings, and is up if it
    /// was up before.
    public func setUp(
        _ settings: LinkSettings, restarts: Bool = false
    ) throws(SocketCANError) {
        try permit("set the bit rate \(settings.bitRate)")
        let wasUp = isUp() == true
        let former = timing()
        if wasUp, !restarts, let former, Self.has(former, settings) { return }
        if wasUp { try ask("set the bit rate \(settings.bitRate)") { can_do_stop($0) } }
        do throws(SocketCANError) {
            if former?.is_listen_only == 1 { try setListenOnly(false) }
            try setBitRate(settings)
            try setRestartDelay(settings)
            try setDataBitRate(settings)
        } catch {
            // A node with a wrong bit rate disturbs the others.
            if let former { restore(former, from: settings) }
            if wasUp { try bringUp() }
            throw error
        }
        try bringUp()
    }

    private static func has(_ state: clinux_link_message, _ settings: LinkSettings) -> Bool {
        let hasPoint = settings.perMille.map {
            abs(Int(state.sample_point) - Int($0)) <= samplePointTolerance
        }
        let hasDelay = settings.restartMilliseconds.map { state.restart_milliseconds == $0 }
        let hasDataRate = settings.dataBitRate.map {
            state.data_bit_rate > 0 && LinkState.isSameRate(Int(state.data_bit_rate), $0)
        }
        return state.is_listen_only == 0
            && LinkState.isSameRate(Int(state.bit_rate), settings.bitRate) && hasPoint ?? true
            && hasDelay ?? true && hasDataRate ?? true
    }

    private func restore(_ former: clinux_link_message, from settings: LinkSettings) {
        if settings.dataBitRate != nil, former.is_flexible == 0 {
            var mode = can_ctrlmode(mask: UInt32(CAN_CTRLMODE_FD), flags: 0)
            try? ask("set the former mode") { can_set_ctrlmode($0, &mode) }
        }
        try? ask("set the former bit rate") {
            can_set_bitrate_samplepoint($0, former.bit_rate, former.sample_point)
        }
        if settings.dataBitRate != nil, former.is_flexible != 0, former.data_bit_rate > 0 {
            let index = (try? indexOfInterface(interface)) ?? 0
            var text = [CChar](repeating: 0, count: 256)
            _ = attempt {
                clinux_can_set_data_rate(
                    index, former.bit_rate, former.sample_point, former.data_bit_rate, &text,
                    text.count)
            }
        }
        try? ask("set the former restart-ms") {
            can_set_restart_ms($0, former.restart_milliseconds)
        }
        if former.is_listen_only == 1 { try? setListenOnly(true) }
    }

    /// The settings that the driver reports; `nil` if it has no bit timing (slcan on older kernels).
    private func timing() -> clinux_link_message? {
        var message = clinux_link_message()
        let index = (try? indexOfInterface(interface)) ?? 0
        guard clinux_link_state(index, &message) == 0, message.has_controller != 0,
            message.bit_rate > 0
        else { return nil }
        return message
    }

    // MARK: Steps

    private func setListenOnly(_ isListenOnly: Bool) throws(SocketCANError) {
        let bit = UInt32(CAN_CTRLMODE_LISTENONLY)
        var mode = can_ctrlmode(mask: bit, flags: isListenOnly ? bit : 0)
        try ask("set listen-only \(isListenOnly ? "on" : "off")") { can_set_ctrlmode($0, &mode) }
    }

    private func setBitRate(_ settings: LinkSettings) throws(SocketCANError) {
        let rate = UInt32(clamping: settings.bitRate)
        let setRate = "set the bit rate \(rate)"
        if let point = settings.perMille {
            let operation = "\(setRate) with the sample point \(share(point))"
            try ask(operation) { can_set_bitrate_samplepoint($0, rate, point) }
        } else {
            try ask(setRate) { can_set_bitrate($0, rate) }
        }
        // A driver without bit timing accepts only the rates that it knows.
        guard let actual = timing() else { return }
        guard LinkState.isSameRate(Int(actual.bit_rate), settings.bitRate) else {
            throw refused(setRate, "the nearest rate of the controller is \(actual.bit_rate)")
        }
        guard let point = settings.perMille, actual.sample_point != 0 else { return }
        guard abs(Int(actual.sample_point) - Int(point)) <= Self.samplePointTolerance else {
            throw refused(
                "set the sample point \(share(point))",
                "the nearest one of the controller at \(rate) bit/s is \(share(actual.sample_point))"
            )
        }
    }

    /// A sample point that a person writes with two digits is the one that was meant, per mille.
    private static let samplePointTolerance = 5

    private func setRestartDelay(_ settings: LinkSettings) throws(SocketCANError) {
        guard let milliseconds = settings.restartMilliseconds else { return }
        let operation = "set restart-ms \(milliseconds)"
        try ask(operation) { can_set_restart_ms($0, milliseconds) }
        guard let actual = timing(), actual.restart_milliseconds != milliseconds else { return }
        throw refused(operation, "the driver has \(actual.restart_milliseconds)")
    }

    private func setDataBitRate(_ settings: LinkSettings) throws(SocketCANError) {
        guard let wanted = settings.dataBitRate else { return }
        let operation = "set the data bit rate \(wanted)"
        let capacity = 256
        var text = [CChar](repeating: 0, count: capacity)
        let index = (try? indexOfInterface(interface)) ?? 0
        let result = attempt {
            clinux_can_set_data_rate(
                index, UInt32(clamping: settings.bitRate), settings.perMille ?? 0,
                UInt32(clamping: wanted), &text, capacity)
        }
        if case .failure(let code) = result {
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let words = String(decoding: bytes, as: UTF8.self)
            let isClassical = code == EOPNOTSUPP && words.isEmpty
            throw refused(
                operation, isClassical ? "the controller or its driver has no CAN FD" : words)
        }
        guard let actual = timing(), actual.data_bit_rate > 0 else { return }
        guard LinkState.isSameRate(Int(actual.data_bit_rate), wanted) else {
            throw refused(
                operation, "the nearest data rate of the controller is \(actual.data_bit_rate)")
        }
    }

    private func refused(_ operation: String, _ words: String) -> SocketCANError {
        .refused(interface: interface, operation: operation, words: words)
    }

    private func share(_ perMille: UInt32) -> String { "\(Double(perMille) / 1000)" }
}

extension LinkSettings {
    /// The sample point in tenths of a per cent, as the kernel counts it.
    fileprivate var perMille: UInt32? { samplePoint.map { UInt32(($0 * 1000).rounded()) } }

    /// The delay of the restart in milliseconds.
    fileprivate var restartMilliseconds: UInt32? {
        restartDelay.map { UInt32(clamping: ($0.value + 500_000) / 1_000_000) }
    }
}
