import Testing

@testable import StatusProtocol

@Suite("Requests of the control socket")
struct ControlRequestTests {
    private func read(_ line: String) -> Result<ControlRequest, ControlRequestError> {
        do throws(ControlRequestError) {
            return .success(try ControlRequest(parsing: Array(line.utf8)))
        } catch { return .failure(error) }
    }

    @Test(
        "Each request is read",
        arguments: [
            (#"{"request":"status"}"#, ControlRequest.Content.status),
            (#" { "version" : 1 , "request" : "metrics" } "#, .metrics),
            (#"{"request":"subscribe"}"#, .subscribe([.place, .tree, .bus, .warning])),
            (#"{"request":"subscribe","events":["bus","ahead"]}"#, .subscribe([.bus, .ahead])),
            (#"{"request":"ahead"}"#, .subscribe([.ahead])),
            (
                #"{"request":"mask","messages":"all","disable":["stub"]}"#,
                .mask(ControlMask(messages: "all", disable: ["stub"]))
            ),
            (#"{"request":"mask","enable":[]}"#, .mask(ControlMask(enable: []))),
            (#"{"request":"set-route","file":"/a b"}"#, .setRoute(.file("/a b"))),
            (#"{"request":"set-route","route":"1\n2"}"#, .setRoute(.text("1\n2"))),
            (#"{"request":"unset-route"}"#, .unsetRoute),
            (
                #"{"request":"add-objects","objects":{"a":[1]}}"#,
                .addObjects(Array(#"{"a":[1]}"#.utf8))
            ),
            (#"{"request":"remove-objects","names":["x","y"]}"#, .removeObjects(["x", "y"])),
            (#"{"request":"remove-objects","all":true}"#, .removeAllObjects),
            (#"{"request":"write-ring"}"#, .writeRing),
        ])
    func eachRequest(_ line: String, _ content: ControlRequest.Content) throws {
        #expect(try read(line).get() == ControlRequest(id: nil, content: content))
    }

    @Test("The id comes back, with a refusal too")
    func identifier() throws {
        #expect(try read(#"{"id":"7","request":"status"}"#).get().id == "7")
        #expect(
            throws: ControlRequestError(
                description: "mask: expected messages, enable or disable", id: "7")
        ) {
            try read(#"{"id":"7","request":"mask"}"#).get()
        }
        let long = String(repeating: "x", count: ControlRequest.longestID + 1)
        #expect(throws: ControlRequestError.self) { try read(#"{"id":"\#(long)"}"#).get() }
    }

    @Test(
        "Everything else is refused in one line",
        arguments: [
            "", "status", "[]", "{", #"{"request":"status"} x"#, #"{"request":"halt"}"#, "{}",
            #"{"version":2,"request":"status"}"#, #"{"request":["status"]}"#,
            #"{"request":"status","events":["bus"]}"#, #"{"request":"status","what":1}"#,
            #"{"request":"subscribe","events":[]}"#, #"{"request":"subscribe","events":["sun"]}"#,
            #"{"request":"mask"}"#, #"{"request":"set-route"}"#,
            #"{"request":"set-route","file":"a","route":"b"}"#, #"{"request":"add-objects"}"#,
            #"{"request":"add-objects","objects":[]}"#, #"{"request":"remove-objects"}"#,
            #"{"request":"remove-objects","all":true,"names":[]}"#, #"{"request":null}"#,
            "\u{1}", #"{"request":"status\u0000"}"#,
        ])
    func refusals(_ line: String) {
        let error = #expect(throws: ControlRequestError.self) { try read(line).get() }
        #expect(error?.description.contains("\n") == false)
    }

    @Test("Lists of names and nested values are bounded")
    func bounds() {
        let names = Array(repeating: #""stub""#, count: ControlRequest.mostNames + 1)
        #expect(throws: ControlRequestError.self) {
            try read(#"{"request":"mask","enable":[\#(names.joined(separator: ","))]}"#).get()
        }
        let deep = String(repeating: #"{"a":"#, count: 20_000)
        #expect(throws: ControlRequestError.self) {
            try read(#"{"request":"add-objects","objects":\#(deep)"#).get()
        }
    }

    @Test("Changes need the owner or root")
    func rights() {
        let rights = ControlRights(owner: 100)
        for request in ControlRequestName.allCases {
            for user: UInt32? in [0, 100] {
                #expect(rights.refusal(of: request, by: user) == nil)
            }
            for user: UInt32? in [101, .max, nil] {
                #expect((rights.refusal(of: request, by: user) != nil) == request.changes)
            }
        }
        #expect(
            Set(ControlRequestName.allCases.filter { !$0.changes }) == [
                .status, .metrics, .tree, .subscribe, .ahead,
            ])
    }
}
