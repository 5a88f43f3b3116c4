import Foundation
import MapCompiler
import Synchronization
import Testing

/// A file of elevation can name sources of every kind. None of them leads to a network.
@Suite struct ElevationNetworkTests {
    private static func grid(_ band: String, _ kind: String = "") -> String {
        "<VRTDataset rasterXSize=\"100\" rasterYSize=\"100\"\(kind)><SRS>EPSG:4326</SRS>"
            + "<GeoTransform>8,0.0001,0,46.01,0,-0.0001</GeoTransform>\(band)</VRTDataset>"
    }

    private static func grid(of source: String) -> String {
        grid(
            "<VRTRasterBand dataType=\"Float32\" band=\"1\"><SimpleSource>"
                + "<SourceFilename>\(source)</SourceFilename><SourceBand>1</SourceBand>"
                + "</SimpleSource></VRTRasterBand>")
    }

    private static func warped(_ source: String, from reference: String) -> String {
        grid(
            "<VRTRasterBand dataType=\"Float32\" band=\"1\" subClass=\"VRTWarpedRasterBand\"/>"
                + "<GDALWarpOptions><SourceDataset>\(source)</SourceDataset><Transformer>"
                + "<ReprojectionTransformer><SourceSRS>\(reference)</SourceSRS>"
                + "<TargetSRS>EPSG:4326</TargetSRS></ReprojectionTransformer></Transformer>"
                + "</GDALWarpOptions>", " subClass=\"VRTWarpedDataset\"")
    }

    private static let service =
        "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>http://SERVER/${z}</ServerUrl></Service>"
        + "<DataWindow><UpperLeftX>8</UpperLeftX><UpperLeftY>46.01</UpperLeftY>"
        + "<LowerRightX>8.01</LowerRightX><LowerRightY>46</LowerRightY><SizeX>100</SizeX>"
        + "<SizeY>100</SizeY><TileLevel>0</TileLevel></DataWindow><BandsCount>1</BandsCount>"
        + "<Projection>EPSG:4326</Projection><DataType>Float32</DataType></GDAL_WMS>"

    @Test(
        arguments: [
            "/vsicurl/http://SERVER/a.tif", "/vsicurl?url=http://SERVER/a.tif",
            "/vsicurl_streaming/http://SERVER/a.tif", "/vsigzip//vsicurl/http://SERVER/a.tif.gz",
            "/vsizip//vsicurl/http://SERVER/a.zip/a.tif", "/vsiwebhdfs/http://SERVER/a.tif",
            "vrt:///vsicurl/http://SERVER/a.tif?bands=1", "http://SERVER/a.tif",
            "NETCDF:&quot;http://SERVER/a.nc&quot;:z", "OGCAPI:http://SERVER/a",
            "WCS:http://SERVER/?service=WCS", "WMS:http://SERVER/?", "WMTS:http://SERVER/a.xml",
            "NGW:http://SERVER/resource/1", "PG:host=127.0.0.1 port=PORT dbname=a", "/nowhere.tif",
        ].map(grid(of:)) + [
            service, warped("/vsicurl/http://SERVER/a.tif", from: "EPSG:4326"),
            warped("/dev/null", from: "http://SERVER/a.txt"),
        ])
    func `No connection, and an error that names the file`(text: String) throws {
        let server = try CountingServer()
        let file = try TemporaryFile(
            text.replacing("SERVER", with: "127.0.0.1:\(server.port)")
                .replacing("PORT", with: "\(server.port)"), suffix: ".tif")
        var map = SmallMap()
        map.way(1, [11, 12, 13], ["highway": "residential"])
        let input = try TemporaryFile(map.xml, suffix: ".osm")
        let error = withExtendedLifetime((file, input)) {
            #expect(throws: MapCompileError.self) {
                try compile([input.path], elevation: file.path)
            }
        }
        let line = "\(try #require(error))"
        #expect(line.contains(file.path) && !line.contains("\n"), "\(line)")
        #expect(try server.end() == 0)
    }
}

/// A server of this machine that closes each connection and counts it.
private final class CountingServer {
    let port: UInt16
    private let descriptor: Int32
    private let count = Count()

    private final class Count: Sendable {
        let connections = Mutex(0)
    }

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        self.descriptor = descriptor
        var (address, size) = Self.address(port: 0)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(isBound && listen(descriptor, 16) == 0)
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [count] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { break }
                count.connections.withLock { $0 += 1 }
                close(connection)
            }
            close(descriptor)
        }
    }

    /// Ends the server and returns the number of connections from others.
    func end() throws -> Int {
        // Connections are taken in their order: after an own one, all others have been counted.
        let own = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(own) }
        var (address, size) = Self.address(port: port)
        let isOpen = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(own, $0, size) == 0 }
        }
        try #require(isOpen)
        var byte: UInt8 = 0
        _ = recv(own, &byte, 1, 0)
        shutdown(descriptor, Int32(SHUT_RDWR))
        return count.connections.withLock { $0 } - 1
    }

    private static func address(port: UInt16) -> (sockaddr_in, socklen_t) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return (address, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
}
