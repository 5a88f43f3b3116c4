// Written by tools/generate/turn-coefficients, which overwrites every change.

extension TurnCoefficients {
    /// Fitted on half of 74 taxi trips in Porto (ECML/PKDD 2015 challenge, CC BY 4.0) and of 22 drives
    /// with ground truth (Kubička et al. 2015, doi:10.1109/IVS.2015.7225734).
    public static var fitted: TurnCoefficients {
        TurnCoefficients(
            [
                -0.163,  // angle15
                -0.879,  // angle45
                -0.521,  // angle80
                -0.181,  // angle110
                -1.099,  // angle150
                -0.909,  // angle180
                -0.341,  // classDown
                0.054,  // classUp
                -0.043,  // classUnknown
                -0.075,  // sameName
                0.361,  // otherName
                -0.286,  // nameEnds
                -0.109,  // nameBegins
                0.010,  // sameNumber
                0.016,  // otherNumber
                -0.026,  // numberEnds
                -0.031,  // numberBegins
                0.205,  // sameWay
                -0.544,  // ramp
                -0.120,  // rampFromRamp
                0.033,  // service
                0.126,  // serviceFromService
                0.090,  // roundabout
                -0.422,  // parking
                0.230,  // oneWay
                -0.064,  // moreLanes
                0.070,  // speedLimit
                -2.316,  // restricted
                -1.110,  // deadEnd
            ], destinations: DestinationExponents(expected: 0.75, road: 0.45))
    }
}
