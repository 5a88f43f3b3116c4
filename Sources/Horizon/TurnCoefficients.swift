// Written by tools/fit-turns: do not change it by hand.

extension TurnCoefficients {
    /// Fitted on 37 taxi trips in Porto (ECML/PKDD 2015 challenge, CC BY 4.0); 0 where they tell
    /// nothing of a feature.
    public static var fitted: TurnCoefficients {
        TurnCoefficients([
            0.244,  // angle15
            -0.690,  // angle45
            -0.587,  // angle80
            -0.142,  // angle110
            -0.755,  // angle150
            -0.261,  // angle180
            0.040,  // acrossTraffic
            -0.252,  // classDown
            0.018,  // classUp
            0.432,  // class2
            0.123,  // class3
            -0.242,  // class4
            -0.104,  // class5
            -0.376,  // class6
            -0.037,  // classUnknown
            0.087,  // sameName
            0.211,  // otherName
            -0.298,  // nameEnds
            -0.113,  // nameBegins
            0.003,  // sameNumber
            0.029,  // otherNumber
            -0.032,  // numberEnds
            0.026,  // numberBegins
            0.366,  // sameWay
            -0.500,  // ramp
            -0.139,  // rampFromRamp
            0.106,  // service
            0.108,  // serviceFromService
            0.123,  // roundabout
            -0.409,  // parking
            0.237,  // oneWay
            -0.070,  // moreLanes
            0.081,  // speedLimit
            -0.105,  // restricted
            -0.518,  // deadEnd
        ])
    }
}
