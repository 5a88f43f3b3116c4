import Testing

@testable import HorizonProvider

@Suite struct HeapsortTests {
    private static func orders(of numbers: [Int]) -> [[Int]] {
        guard !numbers.isEmpty else { return [[]] }
        return numbers.indices.flatMap { place in
            var rest = numbers
            let first = rest.remove(at: place)
            return orders(of: rest).map { [first] + $0 }
        }
    }

    @Test(arguments: 0...7) func everyOrderOfAFew(count: Int) {
        for order in Self.orders(of: Array(0..<count)) {
            var sorted = order
            sorted.heapsort { $0 < $1 }
            #expect(sorted == Array(0..<count))
        }
    }

    @Test func manyOfWhichSomeAreEqual() {
        var numbers = (0..<500).map { $0 * 7919 % 331 }
        let sorted = numbers.sorted { $0 > $1 }
        numbers.heapsort { $0 > $1 }
        #expect(numbers == sorted)
    }
}
