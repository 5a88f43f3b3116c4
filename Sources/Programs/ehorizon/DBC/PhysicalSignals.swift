import ADASISv2
import CANDatabase
import CANFrames
import Quantities

/// Replaces the values of profiles in the DBC of a layout by signals in physical units.
///
/// The profile type becomes a multiplexor with a signal for each type whose value is a number with a unit. Curvature
/// has 16 ranges of 64 codes, each on a scale of its own; the four leading bits of the value choose the range, so that
/// they are a second multiplexor below the first one. Such a DBC is for reading: a layout needs the whole value.
enum PhysicalSignals {
    /// The bits of a curvature that choose its range, and the others.
    private static let rangeBits = 4
    private static let placeBits = 6

    /// The same description with physical signals in the messages of profiles that have an identifier of their own.
    static func replace(in database: Database, of layout: Layout) -> Database {
        var database = database
        for index in database.messages.indices {
            let identifier = database.messages[index].identifier
            let sharing = layout.messages.filter { $0.identifier == identifier }
            guard let kind = sharing.first?.kind, sharing.allSatisfy({ $0.kind == kind }) else {
                continue
            }
            replace(in: &database.messages[index], of: kind)
        }
        return database
    }

    private static func replace(in message: inout DatabaseMessage, of kind: MessageKind) {
        let types = ProfileType.named.filter { $0.kind == kind && $0.isPhysical }
        // Without a profile type on the wire the value has no scale that holds in every frame.
        guard !types.isEmpty,
            let multiplexor = message.signals.firstIndex(where: {
                $0.name == Field.profileType.rawValue
            })
        else { return }
        message.signals[multiplexor].isMultiplexor = true
        for field in [Field.value, .value0, .value1] {
            guard let place = message.signals.firstIndex(where: { $0.name == field.rawValue })
            else { continue }
            let code = message.signals[place]
            var signals = [others(code, than: types)]
            for type in types { signals += physical(type, code, field) }
            message.signals.replaceSubrange(place...place, with: signals)
        }
    }

    /// The number on the wire, in frames of the types that have no physical signal.
    private static func others(
        _ code: DatabaseSignal, than types: [ProfileType]
    ) -> DatabaseSignal {
        var values: [ClosedRange<UInt64>] = []
        for number in UInt64(0)..<32 where !types.contains(where: { $0.number == number }) {
            if let last = values.last, last.upperBound + 1 == number {
                values[values.count - 1] = last.lowerBound...number
            } else {
                values.append(number...number)
            }
        }
        var code = code
        code.condition = SignalCondition(multiplexor: Field.profileType.rawValue, values: values)
        return code
    }

    private static func physical(
        _ type: ProfileType, _ code: DatabaseSignal, _ field: Field
    ) -> [DatabaseSignal] {
        let name = signalName(type) + field.rawValue.dropFirst("value".count)
        let number = UInt64(type.number)
        let ofType = SignalCondition(
            multiplexor: Field.profileType.rawValue, values: [number...number])
        switch type.record?.coding {
        case .linear(let scale):
            return [
                DatabaseSignal(
                    name: name, bits: code.bits, factor: scale.factor, offset: scale.lowestValue,
                    unit: type.unit, condition: ofType,
                    namedValues: names(of: 0...code.bits.largest, of: type, field: field))
            ]
        case .curvature:
            let range = DatabaseSignal(
                name: name + "Range", bits: code.bits.first(rangeBits), isMultiplexor: true,
                condition: ofType, comment: "The range of codes on one scale.")
            return [range] + (UInt64(0)..<16).map { curvature($0, type, code, named: name) }
        default: return []
        }
    }

    /// The curvature in one range of its codes. Codes and values meet at the ends of the eight bands, so that the
    /// scale of a band holds in all 64 codes of the range.
    private static func curvature(
        _ range: UInt64, _ type: ProfileType, _ code: DatabaseSignal, named name: String
    ) -> DatabaseSignal {
        let first = range << UInt64(placeBits)
        let low = ProfileValueCode(raw: UInt16(first)).curvature.value?.value ?? 0
        // From 0.00001 1/m in the ranges beside 0, twice that in each further one.
        let band = range < 8 ? 7 - range : range - 8
        return DatabaseSignal(
            name: "\(name)_\(range)", bits: code.bits.last(placeBits),
            factor: Double(1 << band) / 100_000,
            offset: low, unit: type.unit,
            condition: SignalCondition(multiplexor: name + "Range", values: [range...range]),
            namedValues: names(of: first...first + 63, of: type, field: .value0))
    }

    /// The numbers that are no value of the scale, counted from the first one.
    private static func names(
        of codes: ClosedRange<UInt64>, of type: ProfileType, field: Field
    ) -> [NamedValue] {
        let notAvailable = field == .value ? UInt64(UInt32.max) : 1023
        var names: [NamedValue] = []
        if field != .value {
            for code in [UInt64(0), 1022] where codes.contains(code) {
                let value = type.text(of: UInt32(code))
                guard case .bound = value else { continue }
                names.append(NamedValue(code - codes.lowerBound, "\(value.text) \(type.unit)"))
            }
        }
        if codes.contains(notAvailable) {
            names.append(NamedValue(notAvailable - codes.lowerBound, "n/a"))
        }
        return names
    }

    /// `slope-step` as `slopeStep`.
    private static func signalName(_ type: ProfileType) -> String {
        let words = type.name.split(separator: "-")
        return words.dropFirst().reduce(String(words.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}

extension ProfileType {
    /// Whether its value is a number on a scale that a DBC can express.
    fileprivate var isPhysical: Bool {
        switch record?.coding {
        case .linear, .curvature: true
        default: false
        }
    }
}

extension SignalBits {
    /// The leading bits.
    fileprivate func first(_ count: Int) -> SignalBits {
        switch byteOrder {
        case .motorola: SignalBits(startBit: startBit, width: count, byteOrder: .motorola)
        case .intel: SignalBits(startBit: startBit + width - count, width: count, byteOrder: .intel)
        }
    }

    /// The last bits.
    fileprivate func last(_ count: Int) -> SignalBits {
        switch byteOrder {
        case .motorola:
            SignalBits(startBit: numbers[width - count], width: count, byteOrder: .motorola)
        case .intel: SignalBits(startBit: startBit, width: count, byteOrder: .intel)
        }
    }
}
