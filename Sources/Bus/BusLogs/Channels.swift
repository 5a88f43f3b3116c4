/// The channel numbers of the interfaces of a log: the interface "can<n>" is channel n, from 1, where that number is
/// free. Any other gets the lowest free number when it first appears.
struct ChannelNumbers {
    private var numbers: [String: Int] = [:]
    private var taken: Set<Int> = []
    private var lowest = 1

    /// The channel of an interface. All interfaces after the last free channel, 65535, share it.
    mutating func number(of interface: String) -> Int {
        if let number = numbers[interface] { return number }
        var number = Self.stated(interface)
        if number.map(taken.contains) ?? true {
            while taken.contains(lowest), lowest < 0xFFFF { lowest += 1 }
            number = lowest
        }
        let found = number ?? lowest
        if numbers.count < 1 << 17 { numbers[interface] = found }
        taken.insert(found)
        return found
    }

    /// The n of "can<n>", where it is a channel number.
    private static func stated(_ interface: String) -> Int? {
        guard interface.hasPrefix("can"), let number = Int(interface.dropFirst(3)),
            (1...0xFFFF).contains(number), interface == "can\(number)"
        else { return nil }
        return number
    }
}

/// The interface names of the numbered channels of a log: "can1" is channel 1.
final class ChannelNames {
    private var names: [String] = []

    /// The name of a channel, 0...65,535.
    func name(of channel: UInt64) -> String {
        // The common channels are kept, as a name is needed for every frame.
        guard channel < 64 else { return "can\(channel)" }
        while names.count <= Int(channel) { names.append("can\(names.count)") }
        return names[Int(channel)]
    }
}
