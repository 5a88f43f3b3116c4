import Testing
@testable import TextFiles

@Suite struct NearestNameTests {
    private static let names = ["decode", "check", "map", "match", "reference"]

    @Test(arguments: [
        ("deocde", "decode"), ("mathc", "match"), ("refrence", "reference"), ("Map", "map"),
        ("referrnece", "reference"),
    ])
    func theNearestNameIsFound(name: String, found: String) {
        #expect(NearestName.find(name, among: Self.names) == found)
        #expect(NearestName.words(for: name, among: Self.names) == "; did you mean \(found)?")
    }

    /// No name is near at more than a third of the shorter length.
    @Test(arguments: [("log", "map"), ("cat", "at"), ("csv", "json"), ("base", "name")])
    func aShortNameIsNotNearToAnother(name: String, other: String) {
        #expect(NearestName.find(name, among: [other]) == nil)
        #expect(NearestName.find(other, among: [name]) == nil)
    }

    /// Interchanged neighbours are one mistake.
    @Test func distances() {
        #expect(NearestName.distance("mathc", "match") == 1)
        #expect(NearestName.distance("kitten", "sitting") == 3)
        #expect(NearestName.distance("", "abc") == 3)
    }

    @Test(arguments: ["", "xyz", "cat", "a", "observe", String(repeating: "decode", count: 50)])
    func aNameFarFromAllIsNearToNone(name: String) {
        #expect(NearestName.find(name, among: Self.names) == nil)
        #expect(NearestName.words(for: name, among: Self.names).isEmpty)
    }
}
