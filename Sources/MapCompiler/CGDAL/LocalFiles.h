// What GDAL may open: files of this computer, in formats that hold elevation.
#pragma once

/// Registers GDAL's formats of elevation and closes its ways to a network, for the whole process: call it once.
void cgdal_use_local_files();

/// Forgets the refused names of the calling thread.
void cgdal_forget_refusal();

/// The last name that was refused to the calling thread, with the reason; empty where there is none.
const char *cgdal_refusal();
