import ArgumentParser

@testable import Configuration

/// A configuration of a text and nothing else.
func read(_ text: String, _ flags: (inout MessageFlags) -> Void = { _ in }) -> (
    loaded: LoadedSettings, problems: [String]
) {
    read(bytes: Array(text.utf8), flags)
}

func read(bytes: [UInt8], _ change: (inout MessageFlags) -> Void = { _ in }) -> (
    loaded: LoadedSettings, problems: [String]
) {
    var flags = MessageFlags.ofNobody
    change(&flags)
    let (loaded, problems) = flags.read(onto: NamedConfiguration(name: "c.toml", bytes: bytes))
    return (loaded, problems.map(\.description))
}

extension MessageFlags {
    /// The flags as an empty command line gives them.
    static var ofNobody: MessageFlags { (try? MessageFlags.parse([])) ?? MessageFlags() }
}
