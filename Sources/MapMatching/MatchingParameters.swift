public import Quantities

/// The numbers of the matcher: what it believes of receivers, roads and drivers.
///
/// Where a source is named the number is from there; the others were set on the 22 recorded drives of
/// Kubička et al. 2015 (doi:10.1109/IVS.2015.7225734), all together and none by itself, by
/// `tools/score-drives`. `tools/fit-matching` looks for better ones; none of these is from it yet.
public struct MatchingParameters: Sendable, Hashable {
    // Candidates.

    /// Roads further from a fix than this many standard deviations are no candidates …
    public var searchDeviations = 6.0
    /// … but always those within this distance …
    public var minimumSearchRadius = Metres(50)
    /// … and never those beyond this one.
    public var maximumSearchRadius = Metres(120)
    /// The most candidates of a fix, each direction of a road counted by itself: the best ones.
    public var maximumCandidates = 24

    // How far a fix lies from the road.

    /// The standard deviation of a fix that does not say its own. Newson and Krumm 2009
    /// (doi:10.1145/1653771.1653818) measured 4.07 m with one receiver; the recorded drives, made with
    /// many, are matched best with 6 to 9 m.
    public var defaultAccuracy = Metres(6.5)
    /// No fix is believed to be better than this, whatever it says: receivers are optimistic.
    public var bestAccuracy = Metres(3)
    /// A fix that claims to be worse than this is of no use and passed over.
    public var worstAccuracy = Metres(100)
    /// How far the car drives from the line of a road: half the width of one with two lanes. It is so many
    /// times that of the road's lanes, as far as the map knows how many there are in all …
    public var laneDeviation = Metres(3)
    /// … and their lanes so much wider on roads of the classes 1 to 3, 3.6 m against 3.0 m (AASHTO 2018, A
    /// Policy on Geometric Design of Highways and Streets, 4.3).
    public var mainRoadLaneFactor = 1.2
    /// Beyond this many deviations the distance counts linearly, not squared: errors of receivers
    /// between houses have heavier tails than a normal distribution (Huber 1964,
    /// doi:10.1214/aoms/1177703732).
    public var huberDeviations = 2.0
    /// Errors of fixes one after the other are alike. The distance counts in full after the car has moved
    /// this far since the last fix, and by its share before …
    public var independentDistance = Metres(30)
    /// … and heading and being off the road after this far.
    public var independentHeadingDistance = Metres(11)
    /// What the error of a fix has in common with that of the one before falls to 1/e in so many seconds
    /// (`ErrorCorrelation`). Against the true roads of the recorded drives it is 77 s on one half of
    /// them and 167 s on the other; with the least change below 20 to 23 s match and state best.
    public var errorTime = 22.0
    /// It changes by so much from each fix to the next: lanes, and lines that are drawn roughly.
    public var leastErrorChange = Metres(1.5)

    /// The logarithm of the probability that the error becomes another one at once, as where a car comes
    /// between houses: no change of it counts as less likely than that.
    public var errorJumpLog = -5.0
    /// A fix so many deviations further from the one before than the car can have driven is doubted: it is
    /// passed over, and the next one is believed.
    public var doubtDeviations = 5.0

    // How much fixes jump about (``FixNoise``).

    /// What is believed before the fixes show it.
    public var startNoise = Metres(2)
    /// Three fixes in a row tell it where they lie within so many seconds …
    public var noiseSpan = 4.0
    /// … as far as an acceleration of so many m/s² does not explain it …
    public var usualAcceleration = 2.0
    /// … and each three change what is believed by this share …
    public var noiseMemory = 0.05
    /// … where one that misses by more than so many of the deviations believed in is a jump, and shows no more
    /// than that: one miss in three thousand of a normal distribution in two axes.
    public var noiseJumpDeviations = 4.0
    /// The car has not moved as long as a fix is within so many of these deviations of the last one
    /// that was used.
    public var standingDeviations = 3.0

    // Heading.

    /// Below this speed a receiver's course is noise.
    public var minimumCourseSpeed = MetresPerSecond(2)
    /// The standard deviation of the heading against the line of the road, at speed.
    public var headingDeviation = Degrees(20)
    /// The same of the course between two fixes, where the receiver gives none. It is wider, since the
    /// errors of the fixes already say much of it.
    public var movementDeviation = Degrees(30)
    /// The standard deviation of a receiver's velocity across the course.
    public var velocityDeviation = MetresPerSecond(0.5)
    /// The standard deviation of one fix against the one before, for the course between them, if the
    /// fixes do not show a larger one.
    public var relativeDeviation = Metres(2)
    /// The course between two fixes is that of the road half-way. By how much roads turn until the second
    /// one, for each second between them.
    public var turnPerSecond = Degrees(1)
    /// The share of headings that say nothing: reversing, receivers that freeze.
    public var headingOutlierShare = 0.02

    // Tunnels.

    /// The logarithm of the share of fixes that receivers give in tunnels. Most give none; those that reckon
    /// on do for a while. The recorded drives' maps know no tunnels to measure it.
    public var tunnelFixLog = -0.5

    // Roads above each other.

    /// The logarithm of the probability that a car appears on the lower one of two roads above each other,
    /// against the upper one: half, since fewer signals come there. A convention; no recorded drive tells.
    public var startBelowLog = -0.7

    // The way between fixes.

    /// A fix nearer than this to the last one that was used is passed over: the car stands.
    public var minimumMovement = Metres(5)
    /// A receiver that says less than this says that the car stands, and as long as slow speeds do not add
    /// up to the least movement it has not moved …
    public var standingSpeed = MetresPerSecond(0.5)
    /// … unless its place has wandered this far.
    public var standingDrift = Metres(20)
    /// β of Newson and Krumm's exponential on |way along roads − way between fixes|, for fixes at the
    /// same moment …
    public var transitionScale = Metres(5)
    /// … what it grows by with each second between them, besides the noise that the fixes show.
    public var transitionScalePerSecond = Metres(0.5)
    /// Ways longer by so many β than the way between fixes are not looked for.
    public var searchScales = 16.0
    /// Roads are not driven faster than this.
    public var maximumSpeed = MetresPerSecond(70)
    /// The logarithm of the probability of turning back where the road ends …
    public var deadEndTurnLog = -2.0
    /// … and of turning back anywhere else.
    public var turnLog = -11.0
    /// The logarithm of the probability of a turn that a restriction or a barrier forbids: one in fifty, as
    /// of headings that say nothing; the recorded drives have no restrictions to measure it.
    public var forbiddenTurnLog = -4.0
    /// The most links that the search for ways passes for one candidate …
    public var maximumLinksPerCandidate = 1000
    /// … and for one fix.
    public var maximumLinksPerFix = 2000

    // Off the road.

    /// A fix off the road is as likely as one on a road at so many deviations.
    public var offRoadDeviations = 3.0
    /// The logarithm of the probability of starting off the road.
    public var startOffRoadLog = -3.0
    /// The logarithm of the probability of leaving the roads of the map, at a fix …
    public var leaveRoadLog = -12.5
    /// … and of coming back …
    public var returnToRoadLog = -2.9
    /// … and of staying off the road.
    public var stayOffRoadLog = -1.4

    /// The answer leaves the road where being off it is more probable than this …
    public var leaveRoadProbability = 0.5
    /// … and comes back where it is less probable than this: where one return in a thousand would be wrong, as
    /// the error of a sequential test (Wald 1945, doi:10.1214/aoms/1177731118). A yard beside a road looks like
    /// the road for some fixes of each circle that is driven in it: in 40 simulated yards 12 to 40 m beside a
    /// road the middle number of changes in five minutes is 1, 124 in all; with 0.1 it is 3 and 280, without
    /// hysteresis 11 and 471. A lower ``returnToRoadLog`` makes yards calmer still, but with one fix in 15 s
    /// cars that were taken to be off the road do not come back.
    public var returnToRoadProbability = 0.001

    // What kind of place off the road it is (``OffRoadKind``); each is left at twice the distance.

    /// A car off the road that is this near the line of a ferry is on board. Lines of ferries are drawn
    /// roughly; a convention, without drives to measure it.
    public var ferryDistance = Metres(100)
    /// A car off the road that is this near an aisle between parking bays is in the car park: a bay of 5 m and
    /// three deviations of a fix. A convention too.
    public var carParkDistance = Metres(25)

    // What is said of a place.

    /// Places before and after a node that are no further apart along the road than so many standard
    /// deviations of the fix are one place: it does not tell them apart.
    public var samePlaceDeviations = 1.5
    /// A turn off the path that the car was expected to take is believed at the first fix that shows it
    /// where it is at least so probable, else at the second one.
    public var sureTurnProbability = 0.6

    // Starting again.

    /// After this long without a fix the matcher starts again.
    public var maximumGap = Nanoseconds.seconds(180)
    /// A fix further from the last one than the maximum speed and this allow is a jump: the matcher
    /// starts again.
    public var jumpDistance = Metres(100)

    // Memory.

    /// The most fixes between a fix and its decision; where the lag holds more, they are decided
    /// earlier.
    public var window = 160

    /// The defaults.
    public init() {}
}
