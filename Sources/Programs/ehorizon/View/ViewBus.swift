import ADASISv2
import Scene

/// The bus of a page: its layout and its bit rate.
struct ViewBus {
    /// The layout of its frames.
    let layout: Layout
    /// bit/s.
    let bitRate: Int
    /// Whether the page shows miles per hour.
    let showsMiles: Bool

    /// A client of this bus as a source.
    func source(named name: String) -> SceneHead.Source {
        var source = SceneHead.Source(name, .client, .transmitted)
        source.hasFrames = true
        source.bitRate = bitRate
        return source
    }

    /// A client that joins the bus while it is in use.
    func track(_ number: Int) -> ClientTrack {
        ClientTrack(
            source: number, layout: layout, bitRate: bitRate, joinsLate: true,
            showsMiles: showsMiles)
    }
}

extension SceneHead.Source {
    /// The same source, of which a client has received something: frames without coordinates show the shape of the paths
    /// alone.
    func following(_ track: ClientTrack, hasFrames: Bool) -> Self {
        var source = self
        if hasFrames, !track.hasCoordinates { source.geometry = .turnAngles }
        return source
    }
}
