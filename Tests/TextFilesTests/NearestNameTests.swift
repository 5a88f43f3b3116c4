import Testing
import TextFiles

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

    @Test(arguments: ["", "xyz", "cat", "a", "observe", String(repeating: "decode", count: 50)])
    func aNameFarFromAllIsNearToNone(name: String) {
        #expect(NearestName.find(name, among: Self.names) == nil)
        #expect(NearestName.words(for: name, among: Self.names).isEmpty)
    }
}
