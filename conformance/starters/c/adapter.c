/* Puts the implementation behind the adapter protocol: one request a line, one answer a line. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "carrier.h"
#include "json.h"
#include <stdio.h>
#include <stdlib.h>

static const char HELLO[] = "{\"protocol\":1,\"profiles\":[\"carrier-reader\"],\"implementation\":"
                            "{\"name\":\"my-carriers\",\"version\":\"0.1.0\",\"language\":\"c\"}}\n";

static void answer(text op, text input) {
    text role = json_member(input, "role"), content = json_member(input, "content"), line = json_member(input, "line");
    if (!json_decode(&role) || !json_decode(&content) || !json_decode(&line)) {
        fputs("\"refused\":{\"rule\":\"text.utf8\",\"phase\":\"malformed\"}", stdout);
    } else if (text_is(op, "\"carrier.classify\"")) {
        answer_classify(role, content);
    } else if (text_is(op, "\"carrier.is_carrier\"")) {
        answer_is_carrier(role, content);
    } else if (text_is(op, "\"carrier.image_refs\"")) {
        answer_image_refs(role, content);
    } else if (text_is(op, "\"carrier.parse_marker_line\"")) {
        answer_parse_marker_line(line);
    } else {
        fputs("\"unsupported\":true", stdout);
    }
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0; fflush(stdout)) {
        text request = {line, (size_t)length}, id = json_member(request, "id");
        if (text_is(json_member(request, "cmd"), "\"hello\"")) {
            fputs(HELLO, stdout);
        } else if (text_is(json_member(request, "cmd"), "\"run\"")) {
            printf("{\"id\":%.*s,", (int)id.length, id.at);
            answer(json_member(request, "op"), json_member(request, "input"));
            puts("}");
        }
    }
    free(line);
}
