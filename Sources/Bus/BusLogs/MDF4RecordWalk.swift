/// Steps through the records of a data group.
///
/// With a record id in front of each record the groups' records are mixed; without one all records
/// are of the first channel group.
struct MDF4RecordWalk {
    /// The problem that ended the walk too early.
    private(set) var problem: (text: String, place: Int)?

    private let group: MDF4DataGroup
    private let data: MDF4RecordData
    private var place: Int
    /// The records that are still to be read where no record id says so.
    private var rest = Int.max
    /// The index of each channel group by its record id.
    private var indices: [UInt64: Int] = [:]
    private var counts: [Int]

    init(_ group: MDF4DataGroup, _ data: MDF4RecordData, unfinished: MDF4Unfinished) {
        self.group = group
        self.data = data
        place = data.range.lowerBound
        counts = [Int](repeating: 0, count: group.groups.count)
        for (index, channelGroup) in group.groups.enumerated() {
            let isNew = indices.updateValue(index, forKey: channelGroup.identifier) == nil
            if !isNew, group.identifierSize > 0 {
                problem = (
                    "two channel groups have the record id \(channelGroup.identifier)",
                    channelGroup.address
                )
            }
        }
        guard group.identifierSize == 0, let first = group.groups.first else { return }
        if !unfinished.contains(.recordCounts) { rest = Int(clamping: first.recordCount) }
        let size = recordSize(first)
        if size == 0 { rest = 0 }
        if rest != Int.max, size > 0, rest > data.range.count / size {
            let count = data.range.count / size
            problem = (
                "the file has \(count) of \(rest) records of the channel group", first.address
            )
        }
    }

    private func recordSize(_ group: MDF4ChannelGroup) -> Int {
        data.hasValuesOnly ? group.dataSize : group.dataSize + group.invalidationSize
    }

    /// The next record of fixed length whose bytes are all there, with its channel group's index.
    mutating func next() -> (group: Int, record: MDF4Record)? {
        while let (index, range) = nextRange() {
            let group = group.groups[index]
            if group.isVariableLength { continue }
            counts[index] += 1
            if data.isMissing(range) { continue }
            let hasInvalidation = group.invalidationSize > 0 && !data.hasValuesOnly
            let record = MDF4Record(
                bytes: data.bytes, start: range.lowerBound, index: counts[index] - 1,
                invalidation: hasInvalidation ? range.lowerBound + group.dataSize : nil)
            return (index, record)
        }
        return nil
    }

    /// The next record: its channel group's index, and its bytes behind the record id.
    mutating func nextRange() -> (group: Int, range: Range<Int>)? {
        group.identifierSize == 0 ? nextSorted() : nextMixed()
    }

    private mutating func nextSorted() -> (group: Int, range: Range<Int>)? {
        guard rest > 0, let first = group.groups.first else { return nil }
        let size = recordSize(first)
        guard size <= data.range.upperBound - place else { return nil }
        rest -= 1
        place += size
        return (0, place - size..<place)
    }

    private mutating func nextMixed() -> (group: Int, range: Range<Int>)? {
        let end = data.range.upperBound
        guard place < end else { return nil }
        guard group.identifierSize <= end - place,
            !data.isMissing(place..<place + group.identifierSize)
        else { return stop("the records end inside a record id") }
        let identifier = number(at: place, size: group.identifierSize)
        guard let index = indices[identifier] else {
            return stop("no channel group has the record id \(identifier)")
        }
        let start = place + group.identifierSize
        var size = recordSize(group.groups[index])
        if group.groups[index].isVariableLength {
            guard end - start >= 4, !data.isMissing(start..<start + 4) else {
                return stop("the records end inside a length")
            }
            size = 4 + Int(number(at: start, size: 4))
        }
        guard size <= end - start else { return stop("the records end inside a record") }
        place = start + size
        return (index, start..<place)
    }

    private mutating func stop(_ text: String) -> (group: Int, range: Range<Int>)? {
        if problem == nil { problem = (text, data.filePlace(of: place)) }
        place = data.range.upperBound
        return nil
    }

    private func number(at place: Int, size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in (0..<size).reversed() {
            value = value << 8 | UInt64(data.bytes[place + index])
        }
        return value
    }
}
