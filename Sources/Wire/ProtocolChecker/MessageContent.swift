import ADASISv2

extension Message {
    /// The fields by their names with their numbers on the wire, apart from the header.
    var rawTexts: [(name: String, value: Int)] {
        let layout = Layout(.adasis)
        guard let fields = try? layout.fields(of: layout.encode(self)) else { return [] }
        return fields.kind.fields.enumerated().map { index, field in
            (field.rawValue, Int(fields.raw[index]))
        }
    }
}
