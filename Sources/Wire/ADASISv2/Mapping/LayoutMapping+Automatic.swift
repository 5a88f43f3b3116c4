public import CANDatabase

extension LayoutMapping {
    /// The mapping of a DBC whose names are those of ``Layout/database()``: messages called
    /// `POSITION`, `PROFILE_SHORT`, `PROFILE_SHORT_CURVATURE` …, signals called as fields; in messages
    /// that several kinds share, with the kind's name in front. How a checksum is made is said by the
    /// checksum's comment, in the words of a mapping.
    public init(automatic database: Database) {
        var sections: [Section] = []
        for kind in MessageKind.standard {
            var found: [Section] = []
            for message in database.messages {
                guard var section = Section(kind: kind, of: message) else { continue }
                while found.contains(where: { $0.name == section.name }) { section.name += "+" }
                found.append(section)
            }
            // That for all other types is the kind's first, whatever the identifiers.
            sections += found.filter { $0.profileTypes == nil }
            sections += found.filter { $0.profileTypes != nil }
        }
        self.init(sections: sections)
    }
}

extension LayoutMapping.Section {
    /// What a message of the DBC has of a kind, `nil` where nothing.
    fileprivate init?(kind: MessageKind, of message: DatabaseMessage) {
        let prefix: String
        self.init(name: kind.maskName, kind: kind)
        self.message = message.name
        if message.name == kind.identifierName {
            prefix = ""
        } else if kind.hasProfileTypes, message.name.hasPrefix(kind.identifierName + "_") {
            prefix = ""
            let suffix = message.name.dropFirst(kind.identifierName.count + 1)
            name += "." + suffix
            profileTypes = kind.profileType(ofSuffix: suffix)
        } else {
            prefix = kind.identifierName + "_"
        }
        for field in kind.fields {
            // In a shared message only the type has no kind in front.
            let name = field == .messageType ? field.rawValue : prefix + field.rawValue
            if message.signal(named: name) != nil {
                signals.append(LayoutMapping.SignalName(field, name))
            }
        }
        guard signals.contains(where: { $0.field != .messageType && $0.field != .reserved }) else {
            return nil
        }
        // Counter and checksum have no kind in front. A checksum without an algorithm is refused where
        // the layout is made.
        for field in [Field.aliveCounter, .checksum] {
            guard message.signal(named: field.rawValue) != nil else { continue }
            signals.append(LayoutMapping.SignalName(field, field.rawValue))
        }
        guard let comment = message.signal(named: Field.checksum.rawValue)?.comment else { return }
        for word in comment.split(separator: " ") {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].hasPrefix("checksum-") else { continue }
            // Other words are somebody else's remark.
            try? LayoutMapping.set(String(parts[0]), to: String(parts[1]), in: &self)
        }
    }
}

extension MessageKind {
    /// The name where only letters, digits and underscores are allowed, such as `META_DATA`.
    var identifierName: String { Self.identifierName(name) }

    private static func identifierName(_ name: String) -> String {
        String(name.map { $0 == " " || $0 == "-" || $0 == "/" ? "_" : $0 }).uppercased()
    }

    /// `_CURVATURE` for the one type of a message, otherwise its number among the kind's, from 2 on;
    /// nothing for the first.
    func suffix(of types: ProfileTypeSet, number: Int) -> String {
        let numbers = types.numbers
        if numbers.count == 1 { return "_" + Self.identifierName(profileTypeName(numbers[0])) }
        return number > 1 ? "_\(number)" : ""
    }

    fileprivate func profileType(ofSuffix suffix: Substring) -> ProfileTypeSet? {
        for number in UInt8(0)..<32
        where Self.identifierName(profileTypeName(number)) == suffix {
            var types = ProfileTypeSet()
            types.insert(number)
            return types
        }
        return nil
    }

    private func profileTypeName(_ number: UInt8) -> String {
        ProfileType(kind: self, number: number)?.name ?? ""
    }
}
