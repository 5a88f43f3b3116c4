import ADASISv2
import CHorizonClient
import HorizonReconstructor
import Quantities

// Each value of both sides as numbers in one order, to be compared.

func fields(_ position: VehiclePosition) -> [Int64] {
    let message = position.message
    return [
        Int64(message.pathIndex.raw), Int64(position.metres),
        position.received.nanoseconds / 1_000_000, Int64(message.positionAge.raw),
        Int64(message.speed.raw), Int64(message.relativeHeading.raw),
        Int64(message.positionProbability.raw), Int64(message.positionConfidence.raw),
        Int64(message.currentLane.raw),
    ]
}

func fields(_ position: ehc_position) -> [Int64] {
    [
        Int64(position.path), Int64(position.metres), Int64(position.received_ms),
        Int64(position.age), Int64(position.speed), Int64(position.heading),
        Int64(position.probability), Int64(position.confidence), Int64(position.lane),
    ]
}

func fields(_ stub: StubMessage, _ metres: Int) -> [Int] {
    [
        metres, Int(stub.subPathIndex.raw), Int(stub.turnAngle.raw),
        Int(stub.relativeProbability.raw), Int(stub.functionalRoadClass.raw),
        Int(stub.formOfWay.raw), Int(stub.lanesDrivingDirection.raw),
        Int(stub.lanesOppositeDirection.raw), Int(stub.complexIntersection.raw),
        Int(stub.rightOfWay.raw), Int(stub.partOfCalculatedRoute.raw),
        stub.lastStubAtOffset ? 1 : 0,
    ]
}

func fields(_ stub: ehc_stub) -> [Int] {
    [
        Int(stub.metres), Int(stub.sub_path), Int(stub.turn_angle), Int(stub.probability),
        Int(stub.road_class), Int(stub.form_of_way), Int(stub.lanes), Int(stub.opposite_lanes),
        Int(stub.complex_intersection.rawValue), Int(stub.right_of_way),
        Int(stub.calculated_route.rawValue), stub.is_last ? 1 : 0,
    ]
}

func fields(_ segment: SegmentMessage, _ metres: Int) -> [Int] {
    [
        metres, Int(segment.functionalRoadClass.raw), Int(segment.formOfWay.raw),
        Int(segment.effectiveSpeedLimit.raw), Int(segment.effectiveSpeedLimitType.raw),
        Int(segment.lanesDrivingDirection.raw), Int(segment.lanesOppositeDirection.raw),
        Int(segment.tunnel.raw), Int(segment.bridge.raw), Int(segment.dividedRoad.raw),
        Int(segment.builtUpArea.raw), Int(segment.complexIntersection.raw),
        Int(segment.relativeProbability.raw), Int(segment.partOfCalculatedRoute.raw),
    ]
}

func fields(_ segment: ehc_segment) -> [Int] {
    let answers = [
        segment.tunnel, segment.bridge, segment.divided_road, segment.built_up_area,
        segment.complex_intersection,
    ]
    return [
        Int(segment.metres), Int(segment.road_class), Int(segment.form_of_way),
        Int(segment.speed_limit), Int(segment.speed_limit_type), Int(segment.lanes),
        Int(segment.opposite_lanes),
    ] + answers.map { Int($0.rawValue) } + [
        Int(segment.probability), Int(segment.calculated_route.rawValue),
    ]
}

func fields(_ spot: Placed<ProfileSpot>) -> [Int] {
    [
        spot.metres, Int(spot.content.raw), Int(spot.content.accuracy.raw),
        spot.content.isControlPoint ? 1 : 0,
    ]
}

func fields(_ spot: ehc_spot) -> [Int] {
    [Int(spot.metres), Int(spot.raw), Int(spot.accuracy), spot.is_control_point ? 1 : 0]
}

func fields(_ message: MetaDataMessage) -> [Int] {
    [
        Int(message.countryCode.raw), Int(message.regionCode.raw), Int(message.drivingSide.raw),
        Int(message.speedUnit.raw), Int(message.majorProtocolVersion.raw),
        Int(message.minorProtocolVersion.raw), Int(message.minorProtocolSubVersion.raw),
        Int(message.hardwareVersion.raw), Int(message.mapProvider.raw),
        Int(message.mapVersionYear.raw), Int(message.mapVersionQuarter.raw),
    ]
}

func fields(_ message: ehc_meta_data) -> [Int] {
    [
        Int(message.country), Int(message.region), message.drives_on_right ? 1 : 0,
        message.speeds_in_mph ? 1 : 0, Int(message.major_version), Int(message.minor_version),
        Int(message.minor_sub_version), Int(message.hardware_version),
        Int(message.map_provider), Int(message.map_year), Int(message.map_quarter),
    ]
}
