extension MDF4File {
    /// The most bytes of a name that are read. No name of a channel that the reader knows is longer.
    private static let longestText = 512

    /// The text behind a link, empty where there is none. Of a text in XML it is the element `TX`.
    mutating func text(behindLink index: Int, of block: MDF4Block) -> String {
        guard let text = self.block(behindLink: index, of: block, .text, .metadata) else {
            return ""
        }
        let end = min(text.end, text.body + MDF4File.longestText)
        let content = bytes[text.body..<end].prefix { $0 != 0 }
        if text.kind == .metadata { return element(of: content) }
        return String(decoding: content, as: UTF8.self)
    }

    private func element(of content: ArraySlice<UInt8>) -> String {
        var rest = content
        while !rest.isEmpty, !rest.starts(with: "<TX>".utf8) { rest = rest.dropFirst() }
        let text = rest.dropFirst(4).prefix { $0 != UInt8(ascii: "<") }
        return String(decoding: text, as: UTF8.self)
    }
}
