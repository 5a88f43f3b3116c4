// The configuration of a client from the arguments of Python.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "ehorizon_client.h"

// Layout, routes as pairs of identifier and message, two sets of profiles and the numbers of
// `ehc_config` in its order; None stands for the usual value. False if an exception is set.
bool client_config(PyObject *arguments, PyObject *keywords, ehc_config *config);
