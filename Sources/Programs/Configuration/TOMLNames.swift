/// The names that a TOML document has used, so that none is defined twice.
struct TOMLNames {
    private enum Use: Equatable {
        /// A value, a list or an inline table: nothing can be added to it.
        case value
        /// A table that only came up on the way to another one: it can still be opened.
        case onTheWay
        /// A table that was opened.
        case table
        /// A table that dotted keys made, in that section: keys of the section can be added to it.
        case dotted(section: Int)
        /// A list of tables, of so many by now.
        case list(Int)
    }

    private var uses: [[String]: Use] = [:]
    /// Sections are numbered as they come; inline tables are sections within sections.
    private var sections = [0]
    private var lastSection = 0

    /// An element of a list of tables, as a part of a path.
    private static func element(_ number: Int) -> String { "[\(number)]" }

    /// Opens `[keys]`: its path with the numbers of list elements in it, or `nil` where it is taken.
    mutating func openTable(_ keys: [String]) -> [String]? {
        guard let path = way(to: keys) else { return nil }
        guard uses[path] == nil || uses[path] == .onTheWay else { return nil }
        uses[path] = .table
        beginSection()
        return path
    }

    /// Opens a new element by `[[keys]]`.
    mutating func openElement(_ keys: [String]) -> [String]? {
        guard let path = way(to: keys) else { return nil }
        let number: Int
        switch uses[path] {
        case nil: number = 0
        case .list(let count): number = count
        default: return nil
        }
        uses[path] = .list(number + 1)
        beginSection()
        return path + [TOMLNames.element(number)]
    }

    /// Gives a value to a key of a table. Says whether it is the first one.
    mutating func setValue(_ keys: [String], in table: [String]) -> Bool {
        var path = table
        let section = sections.last ?? 0
        for key in keys.dropLast() {
            path.append(key)
            switch uses[path] {
            case nil: uses[path] = .dotted(section: section)
            case .dotted(section): break
            default: return false
            }
        }
        path += keys.suffix(1)
        guard uses[path] == nil else { return false }
        uses[path] = .value
        return true
    }

    /// Begins an inline table.
    mutating func openInlineTable() {
        lastSection += 1
        sections.append(lastSection)
    }

    /// Ends an inline table.
    mutating func closeInlineTable() { sections.removeLast() }

    private mutating func beginSection() {
        lastSection += 1
        sections = [lastSection]
    }

    /// Goes to a table by way of those that it is in.
    private mutating func way(to keys: [String]) -> [String]? {
        var path: [String] = []
        for key in keys.dropLast() {
            path.append(key)
            switch uses[path] {
            case nil: uses[path] = .onTheWay
            case .value: return nil
            case .list(let count): path.append(TOMLNames.element(count - 1))
            case .onTheWay, .table, .dotted: break
            }
        }
        return path + keys.suffix(1)
    }
}
