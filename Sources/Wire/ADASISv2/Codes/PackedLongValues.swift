/// A traffic sign, PROFILE LONG type 8. The packing is of confidence C. **No public source gives the
/// numbers** of signs, vehicles, times and conditions: they pass through as they are, the type is off
/// unless it is asked for, and its meanings have to be agreed on.
public struct TrafficSign: Sendable, Hashable, PackedLongValue {
    /// The number of the sign, 0...255.
    public var signType: UInt32
    /// The value on it, 0...255.
    public var value: UInt32
    /// The lane that it is for, 0...15.
    public var lane: UInt32 = 0
    /// The vehicles that it is for, 0...3.
    public var vehicleSpecific: UInt32 = 0
    /// The times that it is for, 0...3.
    public var timeSpecific: UInt32 = 0
    /// The conditions that it is for, 0...15.
    public var condition: UInt32 = 0
    /// Where it stands, 0...7.
    public var location: UInt32 = 0

    /// The names of the numbers that this project sends as ``signType``, **its own**: those of the road
    /// objects of its maps.
    public static var sentSigns: [(number: UInt32, name: String)] {
        [
            (1, "traffic light"), (2, "stop sign"), (3, "give-way sign"), (4, "another sign"),
            (5, "city limit"), (8, "level crossing"), (10, "pedestrian crossing"),
        ]
    }

    /// A sign with a value.
    public init(signType: UInt32, value: UInt32) {
        self.signType = signType
        self.value = value
    }

    static let parts = [
        ValuePart("signType", 8, remark: "sent from the table below"), ValuePart("value", 8),
        ValuePart("lane", 4),
        ValuePart("vehicleSpecific", 2), ValuePart("timeSpecific", 2),
        ValuePart("condition", 4),
        ValuePart("reserved", 1, .reserved), ValuePart("location", 3),
    ]

    var numbers: PackedNumbers {
        [signType, value, lane, vehicleSpecific, timeSpecific, condition, location]
    }

    init(numbers: [UInt32]) {
        self.init(signType: numbers[0], value: numbers[1])
        lane = numbers[2]
        vehicleSpecific = numbers[3]
        timeSpecific = numbers[4]
        condition = numbers[5]
        location = numbers[6]
    }
}

/// A speed limit for trucks, PROFILE LONG type 9. The packing is of confidence C; units and codes of
/// the parts are not public and pass through as numbers.
public struct TruckSpeedLimit: Sendable, Hashable, PackedLongValue {
    /// The limit, 0...255; in META-DATA's unit, as is inferred (D).
    public var speed: UInt32
    /// The weight from which on it holds, 0...255.
    public var weight: UInt32
    /// The dangerous goods that it is for, 0...7.
    public var hazardousGoods: UInt32 = 0
    /// The weather that it is for, 0...7.
    public var weather: UInt32 = 0
    /// The kind of limit, 0...3.
    public var type: UInt32 = 0
    /// The times that it is for, 0...3.
    public var timeValid: UInt32 = 0
    /// Whether it depends on the time.
    public var isTimeDependent = false

    /// A limit from a weight on.
    public init(speed: UInt32, weight: UInt32) {
        self.speed = speed
        self.weight = weight
    }

    static let parts = [
        ValuePart("speed", 8), ValuePart("weight", 8), ValuePart("hazardousGoods", 3),
        ValuePart("weather", 3), ValuePart("type", 2), ValuePart("timeValid", 2),
        ValuePart("timeDependent", 1, .flag), ValuePart("reserved", 5, .reserved),
    ]

    var numbers: PackedNumbers {
        [speed, weight, hazardousGoods, weather, type, timeValid, isTimeDependent ? 1 : 0]
    }

    init(numbers: [UInt32]) {
        self.init(speed: numbers[0], weight: numbers[1])
        hazardousGoods = numbers[2]
        weather = numbers[3]
        type = numbers[4]
        timeValid = numbers[5]
        isTimeDependent = numbers[6] != 0
    }
}

extension LongValueCode {
    /// The code of a traffic sign, its parts saturating; `nil` is not available.
    public init(trafficSign: TrafficSign?) { self.init(packing: trafficSign) }

    /// The traffic sign.
    public var trafficSign: Reading<TrafficSign> { unpacked(as: TrafficSign.self) }

    /// The code of a speed limit for trucks, its parts saturating; `nil` is not available.
    public init(truckSpeedLimit: TruckSpeedLimit?) { self.init(packing: truckSpeedLimit) }

    /// The speed limit for trucks.
    public var truckSpeedLimit: Reading<TruckSpeedLimit> { unpacked(as: TruckSpeedLimit.self) }

    /// The code of a lane, its parts saturating; `nil` is not available.
    public init(extendedLane: ExtendedLane?) { self.init(packing: extendedLane) }

    /// The lane.
    public var extendedLane: Reading<ExtendedLane> { unpacked(as: ExtendedLane.self) }

    /// The code of a speed limit and a recommended speed, its parts saturating; `nil` is not
    /// available.
    public init(speedLimitAndRecommendedSpeed value: SpeedLimitAndRecommendedSpeed?) {
        self.init(packing: value)
    }

    /// The speed limit and the recommended speed.
    public var speedLimitAndRecommendedSpeed: Reading<SpeedLimitAndRecommendedSpeed> {
        unpacked(as: SpeedLimitAndRecommendedSpeed.self)
    }
}
