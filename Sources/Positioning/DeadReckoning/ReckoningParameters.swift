public import Quantities

/// The numbers of dead reckoning: what it believes of drivers, receivers and the car's own signals.
///
/// Where no source is named they were set on the 22 recorded drives of Kubička et al. 2015
/// (doi:10.1109/IVS.2015.7225734), all together, by `tools/measure-reckoning`.
public struct ReckoningParameters: Sendable, Hashable {
    // When the place is told.

    /// The place is told as on a path up to this standard deviation along the road. It is where
    /// POSITION's confidence ends.
    public var longestError = Metres(100)
    /// … and down to this probability of the path, which falls with each junction passed without a
    /// fix.
    public var leastProbability = 0.2
    /// A correction backwards by less than this holds the place until the car catches up.
    public var longestHold = Metres(20)
    /// A fix this far from the reckoned place, and more than two deviations, is no correction: the
    /// car is not where its path was.
    public var longestCorrection = Metres(45)

    /// A speed whose standard deviation is larger is not told.
    public var worstSpeed = MetresPerSecond(3)

    // How drivers drive where nothing tells the speed.

    /// The standard deviation of a car's acceleration …
    public var accelerationDeviation = MetresPerSecondSquared(0.58)
    /// … and how long an acceleration lasts (Singer 1970, doi:10.1109/TAES.1970.310128).
    public var accelerationTime = 3.0
    /// How long it takes until a speed says nothing any more but what the car drives on the average …
    public var speedTime = 36.0
    /// … over about this time.
    public var cruiseTime = 120.0

    // What fixes and signals are worth.

    /// The standard deviation of a fix along the road that does not say its own.
    public var fixDeviation = Metres(6.5)
    /// No fix is believed to be better than this.
    public var bestFix = Metres(3)
    /// Errors of fixes within so many seconds are one error.
    public var fixErrorTime = 2.0
    /// The variance of the way along the road's line against the way that is driven, per metre driven:
    /// cut corners, lines that are drawn roughly, m²/m.
    public var lineVariance = 0.25
    /// The standard deviation of a receiver's speed.
    public var fixSpeedDeviation = MetresPerSecond(0.3)
    /// The standard deviation of the car's own speed, besides its scale.
    public var signalSpeedDeviation = MetresPerSecond(0.15)
    /// The standard deviation of the scale of the car's own speed and odometer before fixes have shown
    /// it. Speedometers may show up to 10 % and 4 km/h too much and nothing too little (UN R39, 5.3);
    /// what is on the bus is mostly better.
    public var scaleDeviation = 0.02
    /// The scale is within this of 1, whatever fixes say.
    public var longestScaleError = 0.1

    /// The defaults.
    public init() {}
}
