import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadObjects
import Routing

extension FuzzEntry {
    /// A file of objects is read or refused in one line, and so is where each lies; a car that drives by
    /// comes into each before it leaves it.
    static func objects(_ bytes: [UInt8]) -> String? {
        guard let town else { return "no map" }
        func isLine(_ text: String) -> Bool { !text.isEmpty && !text.contains("\n") }
        let file: ObjectFile
        do throws(ObjectFileError) {
            file = try ObjectFile(bytes)
        } catch {
            return isLine("\(error)") ? nil : "not one line: \(error)"
        }
        for problem in file.problems where !isLine("\(problem)") {
            return "not one line: \(problem)"
        }
        var objects = RoadObjects(map: town.map, ofMap: MapObject.Kind.usual)
        for (object, _) in file.objects.prefix(100) {
            do throws(ObjectError) {
                try objects.add(object)
            } catch {
                guard isLine("\(error)") else { return "not one line: \(error)" }
            }
        }
        var tree = PathTree(map: town.map)
        var isIn: Set<String> = []
        let ways: [(Character, Character)] = [("A", "B"), ("B", "C"), ("C", "F"), ("E", "B")]
        for (from, to) in ways {
            for offset in stride(from: 0.0, through: 160, by: 40) {
                guard let link = try? town.link(from, to),
                    (try? tree.advance(to: LinkPlace(link, offset: Metres(offset)))) != nil
                else { return "no way" }
                guard (try? objects.update(tree)) != nil else { return "the map has a problem" }
                for event in objects.events {
                    switch event {
                    case .entered(let id, _):
                        guard isIn.insert(id).inserted else { return "\(id) entered twice" }
                    case .exited(let id, _):
                        guard isIn.remove(id) != nil else { return "\(id) left twice" }
                    case .passed(let id), .expired(let id):
                        if isIn.contains(id) { return "\(id) passed from inside" }
                    }
                }
                guard Set(objects.entered) == isIn else { return "\(objects.entered), not \(isIn)" }
                for found in objects.ahead(in: tree) {
                    guard found.exit.map({ $0 >= found.entry }) ?? true else {
                        return "\(found) ends before it begins"
                    }
                }
            }
        }
        return nil
    }
}
