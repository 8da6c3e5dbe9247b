#ifndef CARRIER_H
#define CARRIER_H

#include "text.h"

/* What a carrier declares. */
typedef struct {
    const char *kind; /* image, audio, video or document */
    text target;
} attachment;

/* What a carrier says. */
typedef struct {
    const char *kind; /* prompt or native */
    bool declared;
    attachment *attachments; /* NULL, or from malloc: the caller frees it */
    size_t count;
    text body;
} parts;

/* 1 and the parts of the carrier that a message is, 0 if it is no carrier, -1 if that could not be found out. */
int classify(text role, text content, parts *found);

/* What follows from classify alone: each prints what is in an answer beside the id. */
void answer_classify(text role, text content);
void answer_is_carrier(text role, text content);
void answer_image_refs(text role, text content);
void answer_parse_marker_line(text line);

#endif
