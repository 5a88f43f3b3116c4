#include "_config.h"

// A number of at most so many; None changes nothing.
static bool take(PyObject *given, const char *name, unsigned long most, unsigned long *number)
{
    if (given == NULL || given == Py_None) return true;
    unsigned long value = PyLong_AsUnsignedLong(given);
    bool is_outside = false;
    if (value == (unsigned long)-1 && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError)) return false;
        PyErr_Clear();
        is_outside = true;
    }
    if (is_outside || value > most) {
        PyErr_Format(PyExc_ValueError, "%s %S: 0 to %lu", name, given, most);
        return false;
    }
    *number = value;
    return true;
}

static bool take_16(PyObject *given, const char *name, uint16_t *number)
{
    unsigned long value = *number;
    if (!take(given, name, UINT16_MAX, &value)) return false;
    *number = (uint16_t)value;
    return true;
}

static bool take_32(PyObject *given, const char *name, uint32_t *number)
{
    unsigned long value = *number;
    if (!take(given, name, UINT32_MAX, &value)) return false;
    *number = (uint32_t)value;
    return true;
}

static bool take_routes(PyObject *given, ehc_config *config)
{
    if (given == Py_None) return true;
    Py_ssize_t count = PyList_Size(given);
    if (count < 0) return false;
    if (count > EHC_ROUTE_CAPACITY) {
        PyErr_Format(PyExc_ValueError, "%zd identifiers: at most %d", count, EHC_ROUTE_CAPACITY);
        return false;
    }
    for (Py_ssize_t place = 0; place < count; place++) {
        PyObject *pair = PyList_GetItem(given, place);
        PyObject *id = pair == NULL ? NULL : PyTuple_GetItem(pair, 0);
        PyObject *kind = id == NULL ? NULL : PyTuple_GetItem(pair, 1);
        unsigned long message = 0;
        if (kind == NULL || !take_32(id, "identifier", &config->routes[place].id) ||
            !take(kind, "message", UINT8_MAX, &message))
            return false;
        config->routes[place].message = (uint8_t)message;
    }
    config->route_count = (uint8_t)count;
    return true;
}

bool client_config(PyObject *arguments, PyObject *keywords, ehc_config *config)
{
    static char *names[] = {
        "layout", "routes", "short_profiles", "long_profiles", "trailing_length_m",
        "longest_jump_m", "longest_sent_behind_m", "reorder_window_ms", "position_timeout_ms",
        "path_timeout_ms", NULL};
    int layout;
    PyObject *given[9];
    for (unsigned place = 0; place < 9; place++) given[place] = Py_None;
    if (!PyArg_ParseTupleAndKeywords(
            arguments, keywords, "i|OOOOOOOOO", names, &layout, &given[0], &given[1], &given[2],
            &given[3], &given[4], &given[5], &given[6], &given[7], &given[8]))
        return false;
    ehc_config_init(config, (ehc_layout)layout);
    return take_routes(given[0], config) &&
           take_32(given[1], names[2], &config->short_profiles) &&
           take_32(given[2], names[3], &config->long_profiles) &&
           take_16(given[3], names[4], &config->trailing_length_m) &&
           take_16(given[4], names[5], &config->longest_jump_m) &&
           take_16(given[5], names[6], &config->longest_sent_behind_m) &&
           take_16(given[6], names[7], &config->reorder_window_ms) &&
           take_32(given[7], names[8], &config->position_timeout_ms) &&
           take_32(given[8], names[9], &config->path_timeout_ms);
}
