import ADASISv2
import Quantities

extension WirePath {
    /// The current message of an item, without the counter.
    ///
    /// A value may begin behind the trailing length and still be in force. It is sent for the
    /// place at the end of the trailing length: clients could not distinguish an offset farther
    /// behind from one ahead. `nil` if no part of it is in force any more.
    func message(_ index: Int, trailing: Centimetres) -> Message? {
        let item = items[index]
        guard let place = placeOfRepetition(index, trailing: trailing) else {
            return item.messageToSend
        }
        var message = message(of: item, after: index, from: place)
        guard let repetition = item.repetition, repetition.place == place else { return message }
        if repetition.message == item.message {
            message?.retransmission = true
        } else {
            message?.markAsUpdate()
        }
        return message
    }

    /// The place of the repetition; `nil` if the item's own place is in range.
    func placeOfRepetition(_ index: Int, trailing: Centimetres) -> Int? {
        let place = wireMetres(Centimetres.zero - startDistance - trailing)
        guard items[index].metres < place else { return nil }
        // It moves forward with the vehicle, never back.
        return max(place, items[index].repetition?.place ?? place)
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
                guard
                    let next = items.indices[(index + 1)...].first(where: {
                        items.series($0) == item.series
                    }),
                    case .profileLong(let later) = items[next].message, later.value != .notAvailable
                else { return nil }
                let share = Double(place - item.metres) / Double(items.metres(next) - item.metres)
                let value = Double(message.value.raw)
                message.value = LongValueCode(
                    raw: UInt32((value + (Double(later.value.raw) - value) * share).rounded()))
            }
            return .profileLong(message)
        case .systemSpecific, .position, .stub, .metaData: return nil
        }
    }
}
