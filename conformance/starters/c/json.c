#include "json.h"

#include <stdio.h>
#include <stdlib.h>

static char *skip_space(char *at, char *end) {
    while (at < end && strchr(" \t\r\n", *at)) at++;
    return at;
}

/* Behind the string that begins at `at`. */
static char *skip_string(char *at, char *end) {
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\') at++;
    return at < end ? at + 1 : end;
}

/* Behind the value that begins at `at`. */
static char *skip_value(char *at, char *end) {
    int depth = 0;
    while (at < end) {
        if (depth == 0 && strchr(",]} \t\r\n", *at)) return at;
        if (*at == '"') {
            at = skip_string(at, end);
        } else {
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
            at++;
        }
    }
    return end;
}

text json_member(text object, const char *name) {
    char *end = object.at + object.length;
    char *at = skip_space(object.at, end);
    size_t length = strlen(name);
    while (at < end && *at != '}') {
        char *key = skip_space(at + 1, end); /* at is the bracket, or a comma */
        if (key == end || *key != '"') break;
        char *colon = skip_space(skip_string(key, end), end);
        char *value = skip_space(colon + 1, end);
        char *behind = skip_value(value, end);
        if (strncmp(key + 1, name, length) == 0 && key[1 + length] == '"')
            return (text){value, (size_t)(behind - value)};
        at = skip_space(behind, end);
    }
    return (text){end, 0};
}

static unsigned hex(const char *digits) {
    char copy[5] = {digits[0], digits[1], digits[2], digits[3], 0};
    return (unsigned)strtoul(copy, NULL, 16);
}

static char *put_utf8(char *to, unsigned point) {
    static const unsigned leads[] = {0, 0xC0, 0xE0, 0xF0};
    int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    *to++ = (char)(leads[more] | point >> 6 * more);
    while (more-- > 0) *to++ = (char)(0x80 | (point >> 6 * more & 0x3F));
    return to;
}

static void unescape(text *string) {
    static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    char *from = string->at + 1, *end = string->at + string->length - 1, *to = string->at;
    while (from < end) {
        if (*from != '\\') {
            *to++ = *from++;
            continue;
        }
        const char *letter = strchr(letters, *++from);
        if (*from != 'u') {
            *to++ = letter ? meanings[letter - letters] : *from;
            from++;
            continue;
        }
        unsigned unit = hex(from + 1);
        from += 5;
        if (unit >> 10 == 0xD800 >> 10 && from + 6 <= end && from[0] == '\\' && from[1] == 'u') {
            unit = 0x10000 + ((unit & 0x3FF) << 10) + (hex(from + 2) & 0x3FF);
            from += 6;
        }
        to = put_utf8(to, unit);
    }
    string->length = (size_t)(to - string->at);
}

static void decode_base64(text *string) {
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *to = string->at;
    unsigned bits = 0, held = 0;
    for (size_t i = 0; i < string->length && string->at[i] != '='; i++) {
        bits = bits << 6 | (unsigned)(strchr(alphabet, string->at[i]) - alphabet);
        held += 6;
        if (held >= 8) {
            held -= 8;
            *to++ = (char)(bits >> held);
        }
    }
    string->length = (size_t)(to - string->at);
}

/* No overlong forms, no surrogates, nothing above U+10FFFF. */
static bool is_utf8(text string) {
    const unsigned char *at = (const unsigned char *)string.at, *end = at + string.length;
    while (at < end) {
        unsigned first = *at++;
        int more = first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
        if (more < 0 || end - at < more) return false;
        if (more >= 2) {
            unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
            unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
            if (*at < low || *at > high) return false;
        }
        for (; more > 0; more--)
            if (*at++ >> 6 != 2) return false;
    }
    return true;
}

bool json_decode(text *value) {
    if (value->length == 0) return true;
    if (*value->at == '{') {
        *value = json_member(*value, "base64");
        unescape(value);
        decode_base64(value);
    } else {
        unescape(value);
    }
    return is_utf8(*value);
}

void json_print(text string) {
    putchar('"');
    for (size_t i = 0; i < string.length; i++) {
        unsigned char byte = (unsigned char)string.at[i];
        if (byte < ' ')
            printf("\\u%04x", byte);
        else
            printf(byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
    }
    putchar('"');
}
