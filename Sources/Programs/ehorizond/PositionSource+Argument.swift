public import ArgumentParser
public import Positioning

extension PositionSource: ExpressibleByArgument {}
