import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Puts the implementation behind the adapter protocol: one request a line, one answer a line. */
final class Adapter {
    static final Map<?, ?> ABOUT = Map.of("name", "my-carriers", "version", "0.1.0", "language", "java");
    static final Map<?, ?> HELLO = Map.of("protocol", 1, "implementation", ABOUT, "profiles", List.of("carrier-reader"));

    static String answer(Object op, Map<?, ?> input) {
        try {
            String role = Json.text(input.get("role"));
            String content = Json.text(input.get("content"));
            return switch ((String) op) {
                case "carrier.classify" -> "\"result\":" + Json.write(Classify.classify(role, content));
                case "carrier.is_carrier" -> "\"result\":" + Carrier.isCarrier(role, content);
                case "carrier.image_refs" -> "\"result\":" + Json.write(Carrier.imageRefs(role, content));
                case "carrier.parse_marker_line" ->
                    "\"result\":" + Json.write(Carrier.parseMarkerLine(Json.text(input.get("line"))));
                default -> "\"unsupported\":true";
            };
        } catch (CharacterCodingException fault) {
            return "\"refused\":{\"rule\":\"text.utf8\",\"phase\":\"malformed\"}";
        } catch (RuntimeException fault) {
            return "\"error\":{\"message\":" + Json.write(String.valueOf(fault.getMessage())) + "}";
        }
    }

    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = lines.readLine()) != null; ) {
            Map<?, ?> request = (Map<?, ?>) Json.read(line);
            if (request.get("cmd").equals("hello")) System.out.println(Json.write(HELLO));
            if (request.get("cmd").equals("run")) {
                String answer = answer(request.get("op"), (Map<?, ?>) request.get("input"));
                System.out.println("{\"id\":" + request.get("id") + "," + answer + "}");
            }
        }
    }
}
