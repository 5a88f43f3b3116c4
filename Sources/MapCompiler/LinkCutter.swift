import Geodesy
import Quantities
import RoadMap
import RoadMapWriter
import RoadShape

/// Cuts roads into links.
///
/// A link ends where its way ends, where roads meet (a node that two roads share, or one road twice),
/// at a barrier that no car passes, and where the input ends, that is, beside a node that it does not
/// hold. It never spans two ways: its stable id names one, and at a node where only two ways meet the
/// road goes on in the next link.
struct LinkCutter {
    private let isDescribed: Bool
    private let countries: LinkCountries
    /// The turn restrictions of the input.
    let restrictions: RestrictionTable
    private var curvature = RoadCurvature()
    /// Links that were shorter than half a centimetre.
    private(set) var emptyLinks = 0
    /// Ways that lost part of their line, because the input does not hold all nodes.
    private(set) var cutWays = 0
    /// Ways that lost all of it.
    private(set) var lostWays = 0

    init(isDescribed: Bool, restrictions: RestrictionTable, countries: LinkCountries) {
        self.isDescribed = isDescribed
        self.countries = countries
        self.restrictions = restrictions
    }

    /// The links of one road, in its order; `beyond` are the lines that it goes on in at its ends.
    mutating func links(
        of way: Int64,
        _ road: RoadRecord,
        along points: [RoadPoint],
        beyond: RoadContinuation
    ) -> [NewLink] {
        let cut = RoadStretches(along: points)
        if cut.hasGaps { if cut.stretches.isEmpty { lostWays += 1 } else { cutWays += 1 } }
        var run = RoadRun()
        var links: [NewLink] = []
        for stretch in cut.stretches {
            if !run.holds(stretch) {
                run = RoadRun(from: stretch.startIndex, of: points)
                run.fit(
                    before: stretch.startIndex == 0 ? beyond.before : [],
                    after: run.last == points.count - 1 ? beyond.after : [],
                    with: &curvature
                )
            }
            guard var link = link(stretch, of: way, road) else {
                emptyLinks += 1
                continue
            }
            let length = Shape(link.points).offset(at: link.points.count - 1)
            link.profiles = run.profiles(of: stretch, length: length)
            links.append(link)
        }
        return links
    }

    private func link(
        _ stretch: ArraySlice<RoadPoint>,
        of way: Int64,
        _ road: RoadRecord
    ) -> NewLink? {
        guard let first = stretch.first, let start = first.place, let last = stretch.last,
            let end = last.place, let shape = stretch.shape
        else { return nil }
        var link = NewLink(
            way: way,
            startNode: NewNode(id: first.id, place: start),
            endNode: NewNode(id: last.id, place: end),
            points: shape.points,
            directions: road.directions
        )
        link.texts = road.texts
        countries.describe(&link, along: shape, of: road)
        link.attributes.removeAll { !isDescribed && $0.isConcludedFromSilence }
        let length = shape.offset(at: shape.count - 1)
        addObjects(to: &link, of: stretch, length: length)
        restrictions.add(to: &link, length: length)
        return link
    }
}
