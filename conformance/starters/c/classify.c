/* Yours to write, by the chapter Carriers of the specification. What classify gives is said in carrier.h. */
#include "carrier.h"

int classify(text role, text content, parts *found) {
    (void)role, (void)content, (void)found;
    return -1;
}
