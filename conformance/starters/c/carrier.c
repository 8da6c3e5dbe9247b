#include "carrier.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>

static const char FAILED[] = "\"error\":{\"message\":\"fill in classify, in classify.c\"}";
static const char HEAD[] = "[Tool results]\n[Tool attachments: 1]\n";
enum { HEAD_LENGTH = sizeof HEAD - 1 };

static void print_attachment(attachment printed) {
    printf("{\"kind\":\"%s\",\"target\":", printed.kind);
    json_print(printed.target);
    putchar('}');
}

static void print_parts(parts printed) {
    const char *separator = "";
    printf("{\"kind\":\"%s\",\"declared\":%s,\"attachments\":[", printed.kind, printed.declared ? "true" : "false");
    for (size_t i = 0; i < printed.count; i++, separator = ",") {
        fputs(separator, stdout);
        print_attachment(printed.attachments[i]);
    }
    printf("],\"text\":");
    json_print(printed.body);
    putchar('}');
}

static void print_images(parts printed) {
    const char *separator = "";
    putchar('[');
    for (size_t i = 0; i < printed.count; i++) {
        if (strcmp(printed.attachments[i].kind, "image") != 0) continue;
        fputs(separator, stdout);
        json_print(printed.attachments[i].target);
        separator = ",";
    }
    putchar(']');
}

/* Prints the error if classify has failed; whether it has not. */
static bool answered(int outcome) {
    fputs(outcome < 0 ? FAILED : "\"result\":", stdout);
    return outcome >= 0;
}

void answer_classify(text role, text content) {
    parts carrier = {0};
    int outcome = classify(role, content, &carrier);
    if (!answered(outcome)) return;
    if (outcome == 1)
        print_parts(carrier);
    else
        fputs("null", stdout);
    free(carrier.attachments);
}

void answer_is_carrier(text role, text content) {
    parts carrier = {0};
    int outcome = classify(role, content, &carrier);
    if (answered(outcome)) fputs(outcome == 1 ? "true" : "false", stdout);
    free(carrier.attachments);
}

void answer_image_refs(text role, text content) {
    parts carrier = {0};
    if (answered(classify(role, content, &carrier))) print_images(carrier);
    free(carrier.attachments);
}

/* Put into a carrier of no body, a marker leaves no text over. */
void answer_parse_marker_line(text line) {
    parts carrier = {0};
    text content = {malloc(HEAD_LENGTH + line.length + 1), HEAD_LENGTH + line.length + 1};
    if (content.at == NULL) abort();
    memcpy(content.at, HEAD, HEAD_LENGTH);
    memcpy(content.at + HEAD_LENGTH, line.at, line.length);
    content.at[content.length - 1] = '\n';
    int outcome = classify((text){"user", 4}, content, &carrier);
    if (answered(outcome)) {
        if (outcome == 1 && carrier.body.length == 0)
            print_attachment(carrier.attachments[0]);
        else
            fputs("null", stdout);
    }
    free(carrier.attachments);
    free(content.at);
}
