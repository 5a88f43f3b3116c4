public import CANDatabase

extension Layout {
    /// The layout that a DBC describes, by a mapping of its names.
    ///
    /// A field that the mapping does not name is left out: it is not sent, and reads as unknown or not
    /// available. One that the DBC cannot hold is an error that names it, and so is one without which
    /// the message would say nothing.
    public init(
        database: Database,
        mapping: LayoutMapping
    ) throws(LayoutSourceError) {
        var messages: [MessageLayout] = []
        for section in mapping.sections {
            messages.append(try section.layout(in: database, types: mapping.types(of: section)))
        }
        do throws(LayoutError) {
            try self.init(messages: messages)
        } catch {
            throw .layout(error)
        }
    }

    /// The layout of a DBC whose names are ours, such as ``Layout/database()`` gives.
    public init(database: Database) throws(LayoutSourceError) {
        let mapping = LayoutMapping(automatic: database)
        guard !mapping.sections.isEmpty else { throw .noNameOfOurs }
        try self.init(database: database, mapping: mapping)
    }
}

/// Why a DBC and a mapping give no layout.
public enum LayoutSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The section does not name a message of the DBC.
    case unknownMessage(section: String, name: String)
    /// The DBC's message has no signal of that name.
    case unknownSignal(section: String, Field, name: String, message: String)
    /// The signal is signed or no whole number; fields are neither.
    case unsuitableSignal(section: String, Field, name: String)
    /// The signal is in the frame only while another one has a certain number.
    case conditionalSignal(section: String, Field, name: String)
    /// The section has no line for a field without which the message says nothing.
    case missingField(section: String, Field)
    /// A checksum without its algorithm, or the other way round.
    case incompleteTrailer(section: String)
    /// Without a mapping, the DBC's names have to be ours.
    case noNameOfOurs
    /// The frames cannot carry the messages.
    case layout(LayoutError)

    /// The line for people, with message and field.
    public var description: String {
        switch self {
        case .unknownMessage(let section, let name):
            "[\(section)]: the DBC has no message '\(name)'"
        case .unknownSignal(let section, let field, let name, let message):
            "[\(section)] \(field.rawValue): \(message) has no signal '\(name)'"
        case .unsuitableSignal(let section, let field, let name):
            "[\(section)] \(field.rawValue): '\(name)' is signed or no whole number"
        case .conditionalSignal(let section, let field, let name):
            "[\(section)] \(field.rawValue): '\(name)' is not in every frame of this message"
        case .missingField(let section, let field):
            "[\(section)]: \(field.rawValue) is missing, and without it the message says nothing"
        case .incompleteTrailer(let section):
            "[\(section)]: aliveCounter and checksum-algorithm need each a checksum, and a checksum "
                + "its algorithm"
        case .noNameOfOurs:
            "the DBC has no message of ours (POSITION, …): a mapping of its names is needed"
        case .layout(let error): error.description
        }
    }
}

extension LayoutMapping {
    /// The profile types that are sent by a section: where it does not say, all that the others do not
    /// say either; those go to the kind's first such section.
    fileprivate func types(of section: Section) -> ProfileTypeSet {
        if let types = section.profileTypes { return types }
        let sameKind = sections.filter { $0.kind == section.kind }
        guard sameKind.first(where: { $0.profileTypes == nil })?.name == section.name else {
            return ProfileTypeSet()
        }
        return sameKind.reduce(into: .all) { $0.subtract($1.profileTypes ?? ProfileTypeSet()) }
    }
}

extension LayoutMapping.Section {
    fileprivate func layout(
        in database: Database,
        types: ProfileTypeSet
    ) throws(LayoutSourceError) -> MessageLayout {
        guard let found = database.message(named: message) else {
            throw .unknownMessage(section: name, name: message)
        }
        var placements: [SignalPlacement] = []
        for entry in signals where entry.field != .checksum && entry.field != .aliveCounter {
            let bits = try bits(of: entry, in: found)
            placements.append(SignalPlacement(entry.field, bits))
        }
        let trailer = try trailer(in: found)
        let layout: MessageLayout
        do throws(LayoutError) {
            layout = try MessageLayout(
                kind: kind,
                identifier: found.identifier,
                frameLength: found.length,
                isFD: found.isFD,
                signals: placements,
                profileTypes: types,
                trailer: trailer
            )
        } catch {
            throw .layout(error)
        }
        for field in kind.neededFields(for: types) where layout.bits(of: field) == nil {
            throw .missingField(section: name, field)
        }
        return layout
    }

    private func bits(
        of entry: LayoutMapping.SignalName,
        in message: DatabaseMessage
    ) throws(LayoutSourceError) -> SignalBits {
        guard let signal = message.signal(named: entry.name) else {
            throw .unknownSignal(
                section: name, entry.field, name: entry.name, message: message.name)
        }
        guard signal.valueType == .unsigned else {
            throw .unsuitableSignal(section: name, entry.field, name: entry.name)
        }
        if let condition = signal.condition {
            let type = UInt64(kind.rawValue)
            guard condition.multiplexor == self.signal(for: .messageType),
                condition.values.contains(where: { $0.contains(type) })
            else {
                throw .conditionalSignal(section: name, entry.field, name: entry.name)
            }
        }
        return signal.bits
    }

    private func trailer(
        in message: DatabaseMessage
    ) throws(LayoutSourceError) -> Trailer? {
        guard let checksum = signals.first(where: { $0.field == .checksum }), let algorithm else {
            let hasPart =
                algorithm != nil || signal(for: .checksum) != nil
                || signal(for: .aliveCounter) != nil
            if hasPart { throw .incompleteTrailer(section: name) }
            return nil
        }
        var trailer = Trailer(
            checksum: try bits(of: checksum, in: message),
            algorithm: algorithm,
            dataIdentifier: dataIdentifier
        )
        if let counter = signals.first(where: { $0.field == .aliveCounter }) {
            trailer.counter = try bits(of: counter, in: message)
        }
        trailer.dataIdentifierPlace = dataIdentifierPlace
        trailer.covered = covered
        return trailer
    }
}
