#include "LocalFiles.h"

#include <cpl_conv.h>
#include <cpl_http.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

namespace {

/// Formats in which elevation is delivered. The list has no drivers of services (WMS, WCS and others), and no
/// drivers whose libraries open addresses: netCDF, FITS, PostGIS. Later versions of GDAL cannot add to it.
const char *const formats[] = {
    "VRT",   "GTiff",  "SRTMHGT",     "AAIGrid", "ACE2",           "AIG",     "BT",     "DTED",
    "EHdr",  "ENVI",   "ERS",         "GenBin",  "GRASSASCIIGrid", "GS7BG",   "GSAG",   "GSBG",
    "HF2",   "HFA",    "ILWIS",       "JDEM",    "JP2OpenJPEG",    "NWT_GRD", "PCIDSK", "RMF",
    "RST",   "SAGA",   "SDTS",        "SIGDEM",  "Terragen",       "USGSDEM", "XYZ",    "ZMap",
};

/// GDAL's file systems inside local files. The others lead to a network or to standard input.
const char *const file_systems[] = {
    "/vsizip/", "/vsigzip/", "/vsitar/", "/vsimem/", "/vsisubfile/", "/vsisparse/",
};

template <size_t count>
bool holds(const char *const (&names)[count], const char *name) {
    return std::any_of(std::begin(names), std::end(names), [name](const char *other) {
        return std::strcmp(name, other) == 0;
    });
}

thread_local std::string refused;

void refuse(const std::string &name) { refused = name + ": only local files are read"; }

void *refuse_file(void *prefix, const char *rest, const char *) {
    refuse(static_cast<const char *>(prefix) + std::string(rest));
    errno = EACCES;
    return nullptr;
}

/// For requests that go through no file system. Without a result from here, GDAL sends the request.
CPLHTTPResult *refuse_request(
    const char *address, CSLConstList, GDALProgressFunc, void *, CPLHTTPFetchWriteFunc, void *,
    void *) {
    refuse(address);
    auto result = static_cast<CPLHTTPResult *>(CPLCalloc(1, sizeof(CPLHTTPResult)));
    result->nStatus = 1;
    result->pszErrBuf = CPLStrdup(refused.c_str());
    return result;
}

}  // namespace

void cgdal_use_local_files() {
    GDALAllRegister();
    std::vector<GDALDriverH> others;
    for (int i = 0; i < GDALGetDriverCount(); ++i) {
        auto driver = GDALGetDriver(i);
        if (!holds(formats, GDALGetDriverShortName(driver))) others.push_back(driver);
    }
    for (auto driver : others) GDALDeregisterDriver(driver);

    // A new handler replaces the former one of its prefix. It keeps a pointer to the prefix, so the prefixes are
    // never freed. GDAL does not list /vsicurl?.
    static char **prefixes = CSLAddString(VSIGetFileSystemsPrefixes(), "/vsicurl?");
    auto callbacks = VSIAllocFilesystemPluginCallbacksStruct();
    callbacks->open = refuse_file;
    for (auto prefix = prefixes; *prefix; ++prefix) {
        callbacks->pUserData = *prefix;
        if (!holds(file_systems, *prefix)) VSIInstallPluginHandler(*prefix, callbacks);
    }
    VSIFreeFilesystemPluginCallbacksStruct(callbacks);

    CPLHTTPSetFetchCallback(refuse_request, nullptr);
    OSRSetPROJEnableNetwork(0);
    // A VRT may hold code in Python.
    CPLSetConfigOption("GDAL_VRT_ENABLE_PYTHON", "NO");
}

void cgdal_forget_refusal() { refused.clear(); }

const char *cgdal_refusal() { return refused.c_str(); }
