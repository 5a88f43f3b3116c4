import ADASISv2
import Quantities

extension WirePath {
    /// The message of an item as it is to be sent now, but for the counter.
    ///
    /// What began farther behind than the trailing length and still holds is said again for the place
    /// where the trailing length ends: clients could not tell an offset that lies farther behind from
    /// one that lies ahead. `nil` where nothing of it holds any more.
    func message(_ index: Int, trailing: Centimetres) -> Message? {
        let item = items[index]
        guard let place = placeOfRepetition(index, trailing: trailing) else {
            return item.messageToSend
        }
        var message = message(of: item, after: index, from: place)
        guard item.saidAgainAt == place else { return message }
        if item.isUpdate { message?.markAsUpdate() } else { message?.retransmission = true }
        return message
    }

    /// The place that an item is said again for, `nil` where its own will do.
    func placeOfRepetition(_ index: Int, trailing: Centimetres) -> Int? {
        let place = wireMetres(Centimetres.zero - startDistance - trailing)
        guard items[index].metres < place else { return nil }
        // It moves on with the vehicle and not back.
        return max(place, items[index].saidAgainAt ?? place)
    }

    private func message(of item: PathItem, after index: Int, from place: Int) -> Message? {
        let offset = OffsetCode(metresFromPathStart: place)
        switch item.message {
        case .segment(var message):
            message.offset = offset
            return .segment(message)
        case .profileShort(var message):
            message.offset = offset
            guard let span = message.distance1.metres else {
                return .profileShort(message)
            }
            let left = item.metres + span - place
            guard let distance = ProfileDistanceCode(metres: left),
                let profile = LineProfile(message.profileType),
                let first = profile.value(message.value0),
                let last = profile.value(message.value1)
            else { return nil }
            let share = Double(place - item.metres) / Double(span)
            message.value0 = profile.code(first + (last - first) * share)
            message.distance1 = distance
            return .profileShort(message)
        case .profileLong(var message):
            message.offset = offset
            if item.series.isJoinedByLines, message.value != .notAvailable {
                guard let next = items[(index + 1)...].first(where: { $0.series == item.series }),
                    case .profileLong(let later) = next.message, later.value != .notAvailable
                else { return nil }
                let share = Double(place - item.metres) / Double(next.metres - item.metres)
                let value = Double(message.value.raw)
                message.value = LongValueCode(
                    raw: UInt32((value + (Double(later.value.raw) - value) * share).rounded()))
            }
            return .profileLong(message)
        case .systemSpecific, .position, .stub, .metaData: return nil
        }
    }
}
