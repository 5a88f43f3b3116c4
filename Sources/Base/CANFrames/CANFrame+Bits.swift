extension CANFrame {
    /// The most bits that it takes on the bus, stuffing and the space between frames included
    /// (ISO 11898-1). For CAN FD all of them at the nominal rate, an upper bound.
    public var worstCaseBits: Int {
        let data = 8 * length
        if isFD { return (identifier.isExtended ? 85 : 66) + data + data / 4 + 32 }
        return identifier.isExtended
            ? 64 + data + (53 + data) / 4 + 3 : 44 + data + (33 + data) / 4 + 3
    }

    /// The least bits that it takes on the bus, without the space between frames: none is stuffed. Of
    /// a CAN FD frame, whose data may be as fast as can be, none is counted.
    public var leastBits: Int {
        if isFD { return 0 }
        return (identifier.isExtended ? 64 : 44) + 8 * length
    }
}
