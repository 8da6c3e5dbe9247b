import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The JSON of the adapter protocol, which is well formed. It is no reader for what an implementation is to judge. */
final class Json {
    private final String source;
    private int at;

    private Json(String source) {
        this.source = source;
    }

    /** The value of a JSON text: Map, List, String, BigDecimal, Boolean or null. */
    static Object read(String source) {
        return new Json(source).value();
    }

    /** A text comes as a string, or as bytes in Base64: {"base64":"…"}; empty if it is absent. */
    static String text(Object value) throws CharacterCodingException {
        if (!(value instanceof Map<?, ?> encoded)) return value == null ? "" : (String) value;
        byte[] bytes = Base64.getDecoder().decode((String) encoded.get("base64"));
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    /** The JSON text of a value; of a record, its components are the members. */
    static String write(Object value) {
        if (value instanceof String text) return quoted(text);
        if (value instanceof Map<?, ?> members) {
            var object = new StringJoiner(",", "{", "}");
            members.forEach((name, member) -> object.add(quoted((String) name) + ":" + write(member)));
            return object.toString();
        }
        if (value instanceof List<?> items) {
            var array = new StringJoiner(",", "[", "]");
            items.forEach(item -> array.add(write(item)));
            return array.toString();
        }
        return value instanceof Record record ? write(members(record)) : String.valueOf(value);
    }

    private static Map<String, Object> members(Record record) {
        Map<String, Object> members = new LinkedHashMap<>();
        try {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                members.put(component.getName(), component.getAccessor().invoke(record));
            }
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(fault);
        }
        return members;
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            if (unit < ' ' || unit > '~' || unit == '"' || unit == '\\') {
                quoted.append("\\u").append(Integer.toHexString(0x10000 + unit), 1, 5);
            } else {
                quoted.append(unit);
            }
        }
        return quoted.append('"').toString();
    }

    private Object value() {
        switch (next()) {
            case '{':
                Map<String, Object> members = new LinkedHashMap<>();
                while (more('}')) {
                    next();
                    String name = string();
                    next();
                    at++;
                    members.put(name, value());
                }
                return members;
            case '[':
                List<Object> items = new ArrayList<>();
                while (more(']')) items.add(value());
                return items;
            case '"':
                return string();
            default:
                int start = at;
                while (at < source.length() && ",]} \t\r\n".indexOf(source.charAt(at)) < 0) at++;
                String word = source.substring(start, at);
                return switch (word) {
                    case "null" -> null;
                    case "true", "false" -> Boolean.valueOf(word);
                    default -> new BigDecimal(word);
                };
        }
    }

    /** The next character that is no white space; it is not passed. */
    private char next() {
        while (" \t\r\n".indexOf(source.charAt(at)) >= 0) at++;
        return source.charAt(at);
    }

    /** Passes the bracket or comma before an element, or the bracket at the end; whether there is an element. */
    private boolean more(char end) {
        char passed = next();
        at++;
        if (passed == end) return false;
        boolean empty = passed != ',' && next() == end;
        if (empty) at++;
        return !empty;
    }

    private String string() {
        var text = new StringBuilder();
        while (source.charAt(++at) != '"') {
            char unit = source.charAt(at);
            text.append(unit == '\\' ? escaped() : unit);
        }
        at++;
        return text.toString();
    }

    private char escaped() {
        char letter = source.charAt(++at);
        int simple = "bfnrt".indexOf(letter);
        if (simple >= 0) return "\b\f\n\r\t".charAt(simple);
        if (letter != 'u') return letter;
        at += 4;
        return (char) Integer.parseInt(source.substring(at - 3, at + 1), 16);
    }
}
