import Geodesy
import Quantities
import RoadMap
import RoadMapWriter
import RoadShape

/// Cuts roads into links.
///
/// A link ends at each of these places: the end of its way; a node that two roads share, or that
/// one road has twice; a barrier that no car passes; and beside a node that the input does not
/// have. It never spans two ways, because its stable id names one way. At a node of only two ways,
/// the next link continues the road.
struct LinkCutter: Sendable {
    private let isDescribed: Bool
    private let hasHeights: Bool
    private let countries: LinkCountries
    private let builtUpAreas: BuiltUpAreas
    private let accessAreas: AccessAreas
    private let carriageways: Carriageways
    private let restAreas: RestAreas
    /// The turn restrictions of the input.
    let restrictions: RestrictionTable

    /// A road with its known surroundings.
    struct Uncut: Sendable {
        var way: Int64
        var record: RoadRecord
        var points: [RoadPoint]
        /// The lines that continue it.
        var beyond: RoadContinuation
        /// The objects beside it.
        var beside: [RoadsidePlace]
    }

    /// A road cut into links.
    struct Cut: Sendable {
        /// The links, in the road's order.
        var links: [NewLink] = []
        /// The length of each of them.
        var lengths: [Centimetres] = []
        /// The length of each of them whose country comes from its place.
        var placedLengths: [Centimetres] = []
        /// The road around each of them, if heights need it.
        var surroundings: [LinkSurroundings] = []
        /// Links that were shorter than half a centimetre.
        var emptyLinks = 0
        /// Links that an overlay closes.
        var closedLinks = 0
        /// Whether it lost part of its line, because the input does not hold all nodes.
        var isShortened = false
        /// Whether it lost all of it.
        var isLost = false
    }

    init(
        isDescribed: Bool, hasHeights: Bool, restrictions: RestrictionTable,
        countries: LinkCountries, builtUpAreas: BuiltUpAreas, accessAreas: AccessAreas,
        carriageways: Carriageways, restAreas: RestAreas
    ) {
        self.isDescribed = isDescribed
        self.hasHeights = hasHeights
        self.countries = countries
        self.builtUpAreas = builtUpAreas
        self.accessAreas = accessAreas
        self.carriageways = carriageways
        self.restAreas = restAreas
        self.restrictions = restrictions
    }

    /// The state of a thread that cuts links. It does not change the links.
    struct Tools {
        var curvature = RoadCurvature()
        var laws: ForeignLaws
    }

    /// The links of one road.
    func cut(_ road: Uncut, with tools: inout Tools) -> Cut {
        let points = road.points
        let stretches = RoadStretches(along: points)
        var cut = Cut()
        cut.isLost = stretches.hasGaps && stretches.stretches.isEmpty
        cut.isShortened = stretches.hasGaps && !stretches.stretches.isEmpty
        var run = RoadRun()
        for stretch in stretches.stretches {
            if !run.holds(stretch) {
                let first = stretch.startIndex
                let last = road.beyond.parting(after: first) ?? points.count - 1
                run = RoadRun(from: first, to: last, of: points)
                run.fit(
                    before: road.beyond.joint(at: first, isStart: true)?.neighbour,
                    after: road.beyond.joint(at: run.last, isStart: false)?.neighbour,
                    with: &tools.curvature
                )
            }
            let sections = LinkSections(of: road.record, on: stretch, tools.laws)
            guard !sections.areClosed else {
                cut.closedLinks += 1
                continue
            }
            guard
                let (cutLink, length, placed) = link(
                    stretch, of: road, sections, &tools.laws)
            else {
                cut.emptyLinks += 1
                continue
            }
            var link = cutLink
            link.profiles = run.profiles(of: stretch, length: length)
            cut.links.append(link)
            cut.lengths.append(length)
            cut.placedLengths.append(placed)
            if hasHeights {
                cut.surroundings.append(LinkSurroundings(of: stretch, of: road))
            }
        }
        return cut
    }

    private func link(
        _ stretch: ArraySlice<RoadPoint>,
        of uncut: Uncut,
        _ sections: LinkSections,
        _ laws: inout ForeignLaws
    ) -> (NewLink, length: Centimetres, placed: Centimetres)? {
        guard let first = stretch.first, let start = first.place, let last = stretch.last,
            let end = last.place, let shape = stretch.shape
        else { return nil }
        let road = uncut.record
        var link = NewLink(
            way: uncut.way,
            startNode: NewNode(id: first.id, place: start),
            endNode: NewNode(id: last.id, place: end),
            points: shape.points,
            directions: sections.directions ?? road.directions
        )
        link.texts = road.texts
        let placed = countries.describe(
            &link, along: shape, builtUp: builtUpAreas.stretches(of: shape), of: road, sections,
            &laws)
        link.attributes.removeAll { !isDescribed && $0.isConcludedFromSilence }
        let length = shape.offset(at: shape.count - 1)
        accessAreas.describe(&link, along: shape, length: length)
        carriageways.describe(&link, length: length)
        addObjects(to: &link, of: stretch, beside: uncut.beside, length: length)
        restAreas.add(to: &link, along: shape, length: length)
        restrictions.add(to: &link, length: length)
        return (link, length, placed)
    }
}
