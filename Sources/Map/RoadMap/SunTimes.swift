import Geodesy
import Quantities

/// When the sun rises and sets at a place, by the approximate solar coordinates of the Astronomical
/// Applications Department of the U.S. Naval Observatory (https://aa.usno.navy.mil/faq/sun_approx),
/// which are good to 0.01° within two centuries of 2000.
struct SunTimes {
    private let place: Coordinate

    init(at place: Coordinate) { self.place = place }

    /// Minutes of UTC since the midnight that begins a day, before 0 and beyond 1440 where the place is
    /// far from Greenwich; `nil` if the sun does not pass that height on the day.
    func minute(of event: Condition.DayTime, daysSince1970 day: Int64) -> Double? {
        let isMorning: Bool
        // Its upper edge on the horizon, as the air bends the light; dawn and dusk are civil twilight.
        let zenith: Double
        switch event {
        case .minute(let minute): return Double(minute)
        case .sunrise: (isMorning, zenith) = (true, 90.833)
        case .sunset: (isMorning, zenith) = (false, 90.833)
        case .dawn: (isMorning, zenith) = (true, 96)
        case .dusk: (isMorning, zenith) = (false, 96)
        }
        // Over a day the sun moves by up to 0.4°: the height is that of about the moment.
        let about = self.minute(isMorning, zenith, of: Double(day) + 0.5 - place.longitude / 360)
        return about.flatMap {
            self.minute(isMorning, zenith, of: Double(day) + $0 / 1440)
        }
    }

    /// The same with the sun where it is at a moment.
    private func minute(_ isMorning: Bool, _ zenith: Double, of moment: Double) -> Double? {
        let sun = Sun(daysSince1970: moment)
        let latitude = sineAndCosine(place.latitude / degreesPerRadian)
        let declination = sineAndCosine(sun.declination)
        let cosine =
            (sineAndCosine(zenith / degreesPerRadian).cosine
                - latitude.sine * declination.sine) / (latitude.cosine * declination.cosine)
        guard abs(cosine) < 1 else { return nil }
        let hourAngle = arcTangent((1 - cosine * cosine).squareRoot(), cosine) * degreesPerRadian
        let noon = 720 - 4 * place.longitude - sun.equationOfTime
        return isMorning ? noon - 4 * hourAngle : noon + 4 * hourAngle
    }
}

/// Where the sun is on a day.
private struct Sun {
    /// How far north of the equator, in radians.
    let declination: Double
    /// How far sundials are ahead of clocks, in minutes.
    let equationOfTime: Double

    init(daysSince1970 days: Double) {
        // From noon of 2000-01-01, with the words of the source.
        let days = days - 10_957.5
        let meanLongitude = 280.459 + 0.98564736 * days
        let meanAnomaly = (357.529 + 0.98560028 * days) / degreesPerRadian
        let longitude = sineAndCosine(
            (meanLongitude + 1.915 * sineAndCosine(meanAnomaly).sine
                + 0.020 * sineAndCosine(2 * meanAnomaly).sine) / degreesPerRadian)
        let obliquity = sineAndCosine((23.439 - 0.00000036 * days) / degreesPerRadian)
        let sine = obliquity.sine * longitude.sine
        declination = arcTangent(sine, (1 - sine * sine).squareRoot())
        let rightAscension =
            arcTangent(obliquity.cosine * longitude.sine, longitude.cosine) * degreesPerRadian
        let ahead = (meanLongitude - rightAscension).remainder(dividingBy: 360)
        equationOfTime = 4 * ahead
    }
}
