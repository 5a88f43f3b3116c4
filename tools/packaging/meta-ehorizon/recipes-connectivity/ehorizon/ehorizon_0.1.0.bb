# Not built by the project: see README.md of this layer.
SUMMARY = "ADASIS v2 horizon provider: the daemon"
DESCRIPTION = "ehorizond reads the position of a car, matches it to a road map, predicts the paths ahead, and \
transmits them as ADASIS v2 messages on a CAN bus (SocketCAN)."
SECTION = "net"
LICENSE = "Apache-2.0"
LIC_FILES_CHKSUM = "file://LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"

# EHORIZON_URI is the repository of the sources, in the form of SRC_URI; set it in local.conf or in the distribution.
EHORIZON_URI ?= ""
SRC_URI = "${EHORIZON_URI};name=ehorizon;destsuffix=ehorizon \
           git://github.com/apple/swift-argument-parser.git;protocol=https;nobranch=1;name=parser;destsuffix=swift-argument-parser"
SRCREV_ehorizon ?= "${AUTOREV}"
# Version 1.8.2, that of Package.swift.
SRCREV_parser = "436bde4bb9489201ca6662f5cf94ec45fa8e244e"
SRCREV_FORMAT = "ehorizon_parser"
S = "${UNPACKDIR}/ehorizon"

python () {
    if not d.getVar("EHORIZON_URI"):
        raise bb.parse.SkipRecipe("EHORIZON_URI names no repository")
}

DEPENDS = "libsocketcan libsodium"
inherit swift systemd useradd pkgconfig

# Without a network: the parser of arguments is a folder beside the sources.
export EHORIZON_ARGUMENT_PARSER = "${UNPACKDIR}/swift-argument-parser"
EXTRA_OESWIFT = "--disable-sandbox --product ehorizond --static-swift-stdlib"

do_install() {
    install -D -m 755 ${B}/${BUILD_MODE}/ehorizond ${D}${bindir}/ehorizond
    install -D -m 644 ${S}/tools/packaging/debian/ehorizon.ehorizond.service \
        ${D}${systemd_system_unitdir}/ehorizond.service
    install -D -m 644 ${S}/tools/packaging/debian/ehorizon.tmpfiles ${D}${nonarch_libdir}/tmpfiles.d/ehorizon.conf
    install -D -m 644 ${S}/Sources/Programs/Configuration/ehorizon.toml ${D}${sysconfdir}/ehorizon/ehorizon.toml
}

USERADD_PACKAGES = "${PN}"
USERADD_PARAM:${PN} = "--system --no-create-home --home-dir ${localstatedir}/lib/ehorizon --shell /sbin/nologin --user-group ehorizon"
# It needs a map, a receiver and an interface first.
SYSTEMD_SERVICE:${PN} = "ehorizond.service"
SYSTEMD_AUTO_ENABLE:${PN} = "disable"
CONFFILES:${PN} = "${sysconfdir}/ehorizon/ehorizon.toml"
FILES:${PN} += "${nonarch_libdir}/tmpfiles.d"
