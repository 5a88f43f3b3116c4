import ADASISv2
import CANDatabase
import CANFrames
import Engine
import HorizonProvider
import Quantities
import Supervision

extension FuzzEntry {
    private static let maker = """
        VERSION ""
        BO_ 774 Ask: 4 X
         SG_ As_Type : 7|3@0+ (1,0) [0|7] "" X
         SG_ As_Count : 4|2@0+ (1,0) [0|3] "" X
         SG_ As_All : 2|1@0+ (1,0) [0|1] "" X
         SG_ As_Roads : 8|1@0+ (1,0) [0|1] "" X
         SG_ As_Alive : 19|4@0+ (1,0) [0|15] "" X
         SG_ As_Check : 31|8@0+ (1,0) [0|255] "" X
        """

    /// The layout that needs no DBC, and one of a DBC with a checksum.
    private static let requestLayouts: [RequestLayout] = {
        var source = RequestSource(message: "Ask")
        source.signals = [
            RequestSource.Name(.messageType, "As_Type"),
            RequestSource.Name(.cyclicCounter, "As_Count"), RequestSource.Name(.reset, "As_All"),
            RequestSource.Name(.wants(.stub), "As_Roads"),
        ]
        source.checksum = "As_Check"
        source.algorithm = .xor
        source.aliveCounter = "As_Alive"
        let sealed = (try? Database(parsing: maker)).flatMap { try? RequestLayout(source, in: $0) }
        return [.plain()] + [sealed].compactMap(\.self)
    }()

    /// Frames of clients: each a byte with the pause before it in 8 ms, one with its length
    /// and whether the last answer is still being sent, and its payload.
    static func requests(_ bytes: [UInt8]) -> String? {
        if requestLayouts.count < 2 { return "the DBC of the requests is not read" }
        for layout in requestLayouts {
            if let problem = requests(bytes, layout) { return problem }
        }
        return nil
    }

    private static func requests(_ bytes: [UInt8], _ layout: RequestLayout) -> String? {
        let all = MessagePreset.all.mask
        var requests = RequestSupervision(layout, mask: all, extent: .fullTree)
        var now = MonotonicTime.zero
        var events: [EngineEvent] = []
        var index = 0
        while index + 1 < bytes.count {
            now = now + .milliseconds(Int64(bytes[index]) * 8)
            let end = min(index + 2 + Int(bytes[index + 1] & 0xF), bytes.count)
            var frame = CANFrame(
                identifier: layout.identifier, clampedLength: min(end - index - 2, 8))
            for byte in 0..<frame.length { frame.bytes[byte] = bytes[index + 2 + byte] }
            let isRepeating = bytes[index + 1] & 0x10 != 0
            index = end
            _ = requests.note(frame, at: now)
            _ = requests.answer(at: now, isRepeating: isRepeating, into: &events)
            if let deadline = requests.deadline, deadline <= now {
                return "what was answered is due again at once"
            }
            for case .mask(let mask, _) in events.suffix(8)
            where !mask.allows(.position) || !mask.allows(.metaData) {
                return "POSITION or META-DATA is switched off"
            }
        }
        // A reset, and all messages of each type, every 5 s; ten single messages, META-DATA and a mask a second.
        let seconds = Int(now.nanoseconds / 1_000_000_000)
        let most = (1 + MessageKind.allCases.count) * (seconds / 5 + 1) + 12 * (seconds + 1)
        return events.count <= most ? nil : "\(events.count) answers in \(seconds) s"
    }
}
