import Testing

@testable import Positioning

@Suite struct GPSDMembersTests {
    private static func members(_ line: String) throws -> (GPSDMembers, [UInt8]) {
        let bytes = [UInt8](line.utf8)
        return (try GPSDMembers(bytes.span), bytes)
    }

    @Test(arguments: GPSDMember.allCases) func aMemberIsFoundByItsKey(member: GPSDMember) throws {
        let value = member.isText ? "\"x\"" : "7"
        let (members, bytes) = try Self.members("{\"other\":1,\"\(member.key)\":\(value)}")
        for other in GPSDMember.allCases {
            let text = members[other].map { bytes.span.text($0) }
            #expect(text == (other == member ? (member.isText ? "x" : "7") : nil))
        }
    }

    @Test(arguments: GPSDMember.allCases) func aValueOfTheOtherKindIsNone(
        member: GPSDMember
    ) throws {
        let value = member.isText ? "7" : "\"x\""
        #expect(try Self.members("{\"\(member.key)\":\(value)}").0[member] == nil)
    }

    @Test func ofTwoTheLastOneCounts() throws {
        let (members, bytes) = try Self.members("{\"lat\":1,\"lat\":25}")
        #expect(members[.latitude].map { bytes.span.text($0) } == "25")
    }
}
