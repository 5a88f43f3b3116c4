extension LayoutPreset {
    /// The preset's name on the command line.
    public var name: String {
        switch self {
        case .adasis: "adasis"
        case .adasisIntel: "adasis-intel"
        case .tableOrder: "table-order"
        }
    }

    /// The preset of a name, `nil` where there is none.
    public init?(name: String) {
        guard let preset = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = preset
    }
}
