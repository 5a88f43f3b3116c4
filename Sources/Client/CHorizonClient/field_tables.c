// Written from the tables of ADASISv2. Do not edit; to renew:
// UPDATE_GOLDEN=1 swift test --filter HorizonClientTests
#include "field_tables.h"

const uint8_t layout_is_intel[3] = {0, 1, 0};

const struct field_place type_places[3] = {{61, 3}, {61, 3}, {61, 3}};

const uint8_t field_counts[6] = {10, 18, 16, 11, 8, 12};

const uint8_t table_of_layout[3] = {0, 0, 1};

const struct field_place
    field_places[2][6][MOST_FIELDS] = {
    {
        // POSITION
        {{40, 6}, {48, 13}, {46, 2}, {38, 2}, {24, 9}, {8, 9}, {0, 8}, {33, 5},
         {20, 3}, {17, 3}},
        // SEGMENT
        {{40, 6}, {48, 13}, {46, 2}, {33, 1}, {32, 1}, {24, 3}, {16, 4}, {11, 5},
         {8, 3}, {0, 3}, {3, 2}, {38, 2}, {36, 2}, {5, 2}, {34, 2}, {20, 2},
         {27, 5}, {22, 2}},
        // STUB
        {{40, 6}, {48, 13}, {46, 2}, {33, 1}, {32, 1}, {34, 6}, {8, 8}, {27, 5},
         {24, 3}, {16, 4}, {0, 3}, {3, 2}, {20, 2}, {5, 2}, {22, 2}, {7, 1}},
        // PROFILE_SHORT
        {{40, 6}, {48, 13}, {46, 2}, {33, 1}, {32, 1}, {35, 5}, {34, 1}, {10, 10},
         {20, 10}, {0, 10}, {30, 2}},
        // PROFILE_LONG
        {{40, 6}, {48, 13}, {46, 2}, {33, 1}, {32, 1}, {35, 5}, {34, 1}, {0, 32}},
        // META_DATA
        {{46, 2}, {48, 10}, {16, 15}, {31, 1}, {4, 1}, {44, 2}, {0, 4}, {41, 3},
         {32, 9}, {58, 3}, {8, 6}, {14, 2}},
    },
    {
        // POSITION
        {{53, 6}, {40, 13}, {59, 2}, {38, 2}, {29, 9}, {20, 9}, {12, 8}, {7, 5},
         {4, 3}, {1, 3}},
        // SEGMENT
        {{52, 6}, {39, 13}, {59, 2}, {58, 1}, {38, 1}, {35, 3}, {31, 4}, {26, 5},
         {23, 3}, {20, 3}, {18, 2}, {16, 2}, {14, 2}, {12, 2}, {10, 2}, {8, 2},
         {3, 5}, {1, 2}},
        // STUB
        {{52, 6}, {39, 13}, {59, 2}, {58, 1}, {38, 1}, {32, 6}, {24, 8}, {19, 5},
         {16, 3}, {12, 4}, {9, 3}, {7, 2}, {5, 2}, {3, 2}, {1, 2}, {0, 1}},
        // PROFILE_SHORT
        {{52, 6}, {39, 13}, {59, 2}, {58, 1}, {38, 1}, {33, 5}, {32, 1}, {22, 10},
         {12, 10}, {2, 10}, {0, 2}},
        // PROFILE_LONG
        {{52, 6}, {39, 13}, {59, 2}, {58, 1}, {38, 1}, {33, 5}, {32, 1}, {0, 32}},
        // META_DATA
        {{59, 2}, {49, 10}, {34, 15}, {33, 1}, {32, 1}, {30, 2}, {26, 4}, {23, 3},
         {14, 9}, {11, 3}, {5, 6}, {3, 2}},
    },
};

const struct profile_record profile_records[2][NAMED_PROFILES] = {
    {
        // curvature
        [1] = {0, 0, 0, CODING_CURVATURE, COURSE_LINE, 1, 0},
        // route-number-type
        [2] = {0, 0, 0, CODING_NUMBER, COURSE_STEPS, 0, 0},
        // slope-step
        [3] = {10.0, 511u, 1022u, CODING_LINEAR, COURSE_STEPS, 1, 0},
        // slope-linear
        [4] = {10.0, 511u, 1022u, CODING_LINEAR, COURSE_LINE, 1, 0},
        // road-accessibility
        [5] = {0, 0, 0, CODING_NUMBER, COURSE_STEPS, 0, 0},
        // road-condition
        [6] = {0, 0, 0, CODING_NUMBER, COURSE_STEPS, 0, 0},
        // variable-speed-sign-position
        [7] = {0, 0, 0, CODING_NUMBER, COURSE_POINTS, 0, 0},
        // heading-change
        [8] = {2.0, 511u, 1022u, CODING_LINEAR, COURSE_POINTS, 1, 0},
        // average-speed
        [9] = {7.2, 0u, 1022u, CODING_LINEAR, COURSE_STEPS, 1, 0},
    },
    {
        // longitude
        [1] = {10000000.0, 1800000000u, 3600000000u, CODING_LINEAR, COURSE_LINE, 0, 0},
        // latitude
        [2] = {10000000.0, 900000000u, 1800000000u, CODING_LINEAR, COURSE_LINE, 0, 0},
        // altitude
        [3] = {100.0, 100000u, 4294967294u, CODING_LINEAR, COURSE_LINE, 0, 0},
        // bezier-longitude
        [4] = {10000000.0, 1800000000u, 3600000000u, CODING_LINEAR, COURSE_POINTS, 0, 0},
        // bezier-latitude
        [5] = {10000000.0, 900000000u, 1800000000u, CODING_LINEAR, COURSE_POINTS, 0, 0},
        // bezier-altitude
        [6] = {100.0, 100000u, 4294967294u, CODING_LINEAR, COURSE_POINTS, 0, 0},
        // link-identifier
        [7] = {0, 0, 0, CODING_NUMBER, COURSE_STEPS, 0, 0},
        // traffic-sign
        [8] = {0, 0, 0, CODING_NUMBER, COURSE_POINTS, 0, 8},
        // truck-speed-limit
        [9] = {0, 0, 0, CODING_NUMBER, COURSE_STEPS, 0, 0},
        // extended-lane
        [10] = {0, 0, 0, CODING_NUMBER, COURSE_STEPS, 0, 4},
        // speed-limit-and-recommended-speed
        [11] = {0, 0, 0, CODING_NUMBER, COURSE_STEPS, 0, 0},
    },
};
