#ifndef JSON_H
#define JSON_H

#include "text.h"

/* The JSON of the adapter protocol, which is well formed. It is no reader for what an implementation is to judge. */

/* The JSON text of a member of an object, as it is spelled; empty if there is none. */
text json_member(text object, const char *name);

/*
 * Makes of the JSON text of a string the string, and of that of {"base64":"…"} its bytes, in its place, where it is never
 * longer. False if it is no well-formed UTF-8.
 */
bool json_decode(text *value);

/* Prints a string as JSON. */
void json_print(text string);

#endif
