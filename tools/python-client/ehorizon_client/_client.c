// The C client as a type of Python, with the stable ABI of CPython 3.10. Codes stay numbers and
// readings with values stay pairs: the module around it names them.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "_config.h"

struct client {
    PyObject_HEAD
    ehc_client state;
};

static ehc_client *state(PyObject *self) { return &((struct client *)(void *)self)->state; }

static PyObject *number(ehc_number number)
{
    return Py_BuildValue("(id)", (int)number.reading, number.value);
}

// Appends a new reference to a list; the list is released where that fails.
static bool append(PyObject **list, PyObject *item)
{
    if (*list != NULL && (item == NULL || PyList_Append(*list, item) < 0)) {
        Py_DECREF(*list);
        *list = NULL;
    }
    Py_XDECREF(item);
    return *list != NULL;
}

static PyObject *make(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    ehc_config config;
    if (!client_config(arguments, keywords, &config)) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0);
    if (self == NULL) return NULL;
    if (!ehc_init(state(self), &config)) {
        Py_DECREF(self);
        PyErr_SetString(PyExc_ValueError, "the configuration has a value out of its range (ehc_config)");
        return NULL;
    }
    return self;
}

static void release(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyObject *feed(PyObject *self, PyObject *arguments)
{
    unsigned int id;
    const char *data;
    Py_ssize_t length;
    unsigned long long now;
    if (!PyArg_ParseTuple(arguments, "Iy#K", &id, &data, &length, &now)) return NULL;
    return PyLong_FromLong(
        (long)ehc_feed(state(self), id, (const uint8_t *)data, (size_t)length, now));
}

static PyObject *advance(PyObject *self, PyObject *arguments)
{
    unsigned long long now;
    if (!PyArg_ParseTuple(arguments, "K", &now)) return NULL;
    ehc_advance(state(self), now);
    Py_RETURN_NONE;
}

static PyObject *reset(PyObject *self, PyObject *Py_UNUSED(unused))
{
    ehc_reset(state(self));
    Py_RETURN_NONE;
}

static PyObject *whereabouts(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyLong_FromLong((long)ehc_get_whereabouts(state(self)));
}

static PyObject *main_path(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyLong_FromLong((long)ehc_main_path(state(self)));
}

static PyObject *position(PyObject *self, PyObject *arguments)
{
    unsigned int candidate;
    ehc_position value;
    if (!PyArg_ParseTuple(arguments, "I", &candidate)) return NULL;
    if (!ehc_get_position(state(self), candidate, &value)) Py_RETURN_NONE;
    return Py_BuildValue(
        "[iiKNNNNii]", value.path, (int)value.metres, (unsigned long long)value.received_ms,
        number(ehc_age_number(value.age)), number(ehc_speed_number(value.speed)),
        number(ehc_angle_number(value.heading)),
        number(ehc_probability_number(value.probability)), value.confidence, value.lane);
}

static PyObject *meta_data(PyObject *self, PyObject *Py_UNUSED(unused))
{
    ehc_meta_data value;
    if (!ehc_get_meta_data(state(self), &value)) Py_RETURN_NONE;
    return Py_BuildValue(
        "[iiNNiiiiiii]", value.country, value.region, PyBool_FromLong(value.drives_on_right),
        PyBool_FromLong(value.speeds_in_mph), value.major_version, value.minor_version,
        value.minor_sub_version, value.hardware_version, value.map_provider, value.map_year,
        value.map_quarter);
}

static PyObject *offset_at(PyObject *self, PyObject *arguments)
{
    unsigned int candidate;
    unsigned long long now;
    if (!PyArg_ParseTuple(arguments, "IK", &candidate, &now)) return NULL;
    return number(ehc_offset_at(state(self), candidate, now));
}

static PyObject *paths(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *list = PyList_New(0);
    unsigned index = ehc_next_path(state(self), 0);
    for (; index != 0; index = ehc_next_path(state(self), index))
        if (!append(&list, PyLong_FromLong((long)index))) return NULL;
    return list;
}

static PyObject *path(PyObject *self, PyObject *arguments)
{
    unsigned int index;
    ehc_path value;
    if (!PyArg_ParseTuple(arguments, "I", &index)) return NULL;
    if (!ehc_get_path(state(self), index, &value)) Py_RETURN_NONE;
    return Py_BuildValue(
        "[iiiNK]", value.index, value.parent, (int)value.stub_metres,
        PyBool_FromLong(value.is_reachable), (unsigned long long)value.mentioned_ms);
}

static PyObject *stubs(PyObject *self, PyObject *arguments)
{
    unsigned int index;
    ehc_stub stub;
    if (!PyArg_ParseTuple(arguments, "I", &index)) return NULL;
    PyObject *list = PyList_New(0);
    for (unsigned place = 0; ehc_get_stub(state(self), index, place, &stub); place++) {
        PyObject *item = Py_BuildValue(
            "[iiNNNiNNiiiN]", (int)stub.metres, stub.sub_path,
            number(ehc_angle_number(stub.turn_angle)),
            number(ehc_probability_number(stub.probability)),
            number(ehc_road_class_number(stub.road_class)), stub.form_of_way,
            number(ehc_lanes_number(stub.lanes)),
            number(ehc_opposite_lanes_number(stub.opposite_lanes)),
            (int)stub.complex_intersection, stub.right_of_way, (int)stub.calculated_route,
            PyBool_FromLong(stub.is_last));
        if (!append(&list, item)) return NULL;
    }
    return list;
}

static PyObject *metres(int32_t metres)
{
    if (metres == EHC_NO_OFFSET) Py_RETURN_NONE;
    return PyLong_FromLong(metres);
}

static PyObject *segment(PyObject *self, const ehc_segment *segment)
{
    return Py_BuildValue(
        "[NNiNiNNiiiiiNi]", metres(segment->metres),
        number(ehc_speed_limit_kmh(state(self), segment)), segment->speed_limit_type,
        number(ehc_road_class_number(segment->road_class)), segment->form_of_way,
        number(ehc_lanes_number(segment->lanes)),
        number(ehc_opposite_lanes_number(segment->opposite_lanes)), (int)segment->tunnel,
        (int)segment->bridge, (int)segment->divided_road, (int)segment->built_up_area,
        (int)segment->complex_intersection,
        number(ehc_probability_number(segment->probability)), (int)segment->calculated_route);
}

static PyObject *current_link(PyObject *self, PyObject *Py_UNUSED(unused))
{
    ehc_segment value;
    if (!ehc_get_current_link(state(self), &value)) Py_RETURN_NONE;
    return segment(self, &value);
}

static PyObject *segments(PyObject *self, PyObject *arguments)
{
    unsigned int index;
    ehc_segment value;
    if (!PyArg_ParseTuple(arguments, "I", &index)) return NULL;
    PyObject *list = PyList_New(0);
    for (unsigned place = 0; ehc_get_segment(state(self), index, place, &value); place++)
        if (!append(&list, segment(self, &value))) return NULL;
    return list;
}

static PyObject *segment_at(PyObject *self, PyObject *arguments)
{
    unsigned int index;
    double offset;
    ehc_segment value;
    if (!PyArg_ParseTuple(arguments, "Id", &index, &offset)) return NULL;
    if (!ehc_segment_at(state(self), index, offset, &value)) Py_RETURN_NONE;
    return segment(self, &value);
}

static PyObject *profiles(PyObject *self, PyObject *arguments)
{
    unsigned int index;
    if (!PyArg_ParseTuple(arguments, "I", &index)) return NULL;
    PyObject *list = PyList_New(0);
    ehc_profile profile = ehc_next_profile(state(self), index, 0);
    for (; profile != 0; profile = ehc_next_profile(state(self), index, profile))
        if (!append(&list, PyLong_FromLong(profile))) return NULL;
    return list;
}

static PyObject *spots(PyObject *self, PyObject *arguments)
{
    unsigned int index;
    unsigned char profile;
    ehc_spot spot;
    if (!PyArg_ParseTuple(arguments, "Ib", &index, &profile)) return NULL;
    PyObject *list = PyList_New(0);
    for (unsigned place = 0; ehc_get_spot(state(self), index, profile, place, &spot); place++) {
        PyObject *item = Py_BuildValue(
            "[iINiN]", (int)spot.metres, (unsigned int)spot.raw,
            number(ehc_profile_number(profile, spot.raw)), spot.accuracy,
            PyBool_FromLong(spot.is_control_point));
        if (!append(&list, item)) return NULL;
    }
    return list;
}

static PyObject *value_at(PyObject *self, PyObject *arguments)
{
    unsigned int index;
    unsigned char profile;
    double offset;
    if (!PyArg_ParseTuple(arguments, "Ibd", &index, &profile, &offset)) return NULL;
    return number(ehc_value_at(state(self), index, profile, offset));
}

static PyObject *counters(PyObject *self, PyObject *Py_UNUSED(unused))
{
    const ehc_counters *counters = ehc_get_counters(state(self));
    PyObject *receptions = PyList_New(0);
    PyObject *resets = PyList_New(0);
    for (unsigned place = 0; place < EHC_RECEPTION_COUNT; place++)
        append(&receptions, PyLong_FromUnsignedLong(counters->receptions[place]));
    for (unsigned place = 0; place < EHC_RESET_COUNT; place++)
        append(&resets, PyLong_FromUnsignedLong(counters->resets[place]));
    return Py_BuildValue("(NN)", receptions, resets);
}

static PyObject *lost(PyObject *self, PyObject *arguments)
{
    int message;
    if (!PyArg_ParseTuple(arguments, "i", &message)) return NULL;
    return PyLong_FromUnsignedLong(ehc_lost(state(self), (ehc_message)message));
}

static PyObject *late(PyObject *self, PyObject *arguments)
{
    int message;
    if (!PyArg_ParseTuple(arguments, "i", &message)) return NULL;
    return PyLong_FromUnsignedLong(ehc_late(state(self), (ehc_message)message));
}

static PyMethodDef methods[] = {
    {"feed", feed, METH_VARARGS, NULL},
    {"advance", advance, METH_VARARGS, NULL},
    {"reset", reset, METH_NOARGS, NULL},
    {"whereabouts", whereabouts, METH_NOARGS, NULL},
    {"main_path", main_path, METH_NOARGS, NULL},
    {"position", position, METH_VARARGS, NULL},
    {"meta_data", meta_data, METH_NOARGS, NULL},
    {"current_link", current_link, METH_NOARGS, NULL},
    {"offset_at", offset_at, METH_VARARGS, NULL},
    {"paths", paths, METH_NOARGS, NULL},
    {"path", path, METH_VARARGS, NULL},
    {"stubs", stubs, METH_VARARGS, NULL},
    {"segments", segments, METH_VARARGS, NULL},
    {"segment_at", segment_at, METH_VARARGS, NULL},
    {"profiles", profiles, METH_VARARGS, NULL},
    {"spots", spots, METH_VARARGS, NULL},
    {"value_at", value_at, METH_VARARGS, NULL},
    {"counters", counters, METH_NOARGS, NULL},
    {"lost", lost, METH_VARARGS, NULL},
    {"late", late, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, make}, {Py_tp_dealloc, release}, {Py_tp_methods, methods}, {0, NULL}};

static PyType_Spec type = {
    "ehorizon_client._client.Client", sizeof(struct client), 0, Py_TPFLAGS_DEFAULT, slots};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "ehorizon_client._client", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__client(void);
PyMODINIT_FUNC PyInit__client(void)
{
    PyObject *result = PyModule_Create(&module);
    PyObject *client = result == NULL ? NULL : PyType_FromSpec(&type);
    if (client == NULL || PyModule_AddObjectRef(result, "Client", client) < 0 ||
        PyModule_AddIntConstant(result, "RECEPTION_COUNT", EHC_RECEPTION_COUNT) < 0 ||
        PyModule_AddIntConstant(result, "RESET_COUNT", EHC_RESET_COUNT) < 0) {
        Py_XDECREF(client);
        Py_XDECREF(result);
        return NULL;
    }
    Py_DECREF(client);
    return result;
}
