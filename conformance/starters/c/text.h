#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Some bytes of UTF-8, NUL among them, within a buffer that belongs to someone else. */
typedef struct {
    char *at;
    size_t length;
} text;

static inline bool text_is(text given, const char *expected) {
    return given.length == strlen(expected) && memcmp(given.at, expected, given.length) == 0;
}

#endif
