import Foundation
import Testing

/// The commands of the documentation that need a bus, on a bus.
@Suite(.enabled(if: Bus.isThere, Bus.reason))
struct DocumentationOnVCAN {
    static let pages = DocumentPage.all.filter { page in page.fences.contains(where: \.needsBus) }

    @Test(arguments: pages)
    func commandsWork(on page: DocumentPage) throws {
        // Each page has a bus of its own: together they wait as long as the slowest one.
        let number = try #require(Self.pages.firstIndex { $0.description == page.description })
        let bus = try Bus("ehzpages\(number)")
        let folder = try ReaderFolder(onBus: bus.name)
        for fence in page.fences where fence.needsBus || fence.isPreparation {
            for command in fence.commands {
                let outcome = try folder.run(command.replacing("vcan0", with: bus.name))
                #expect(ReaderFolder.isFine(outcome), "\(page): \(command): \(outcome)")
                #expect(
                    !command.contains("ehorizond --map") || !bus.text.isEmpty,
                    "\(page): nothing on the bus")
            }
        }
    }
}
