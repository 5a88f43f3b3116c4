public import Configuration
public import SocketCAN

extension LinkSettings {
    /// The settings of the interface that the daemon sets up; `nil` if others set it up.
    public init?(_ settings: DaemonSettings) {
        guard let bitRate = settings.bitRate else { return nil }
        self.init(bitRate: bitRate)
        samplePoint = settings.samplePoint
        restartDelay = settings.restartDelay
        dataBitRate = settings.dataBitRate
    }
}
