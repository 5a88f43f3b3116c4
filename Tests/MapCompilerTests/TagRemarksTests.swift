import Testing

@testable import MapCompiler

@Suite struct TagRemarksTests {
    @Test func whatAFileHoldsIsQuotedInOneLine() {
        var remarks = TagRemarks()
        remarks.note("restriction:a\nb: not understood", "x\ny\u{1B}[31m\u{7F}ß")
        remarks.note("restriction:a\nb: not understood", "z")
        remarks.doubt("limit", "way 7")
        #expect(remarks.unread.map(\.what) == ["restriction:a b: not understood"])
        #expect(remarks.unread.map(\.example) == ["x y [31m ß"])
        #expect(remarks.unread.map(\.count) == [2])
        #expect(remarks.doubtful.map(\.example) == ["way 7"])
    }
}
