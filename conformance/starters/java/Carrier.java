import java.util.List;

/** The parts of a carrier, and what follows from classify alone. */
final class Carrier {
    /** What a carrier says; the kind is "prompt" or "native". */
    record Parts(String kind, boolean declared, List<Attachment> attachments, String text) {}

    /** What a carrier declares; the kind is "image", "audio", "video" or "document". */
    record Attachment(String kind, String target) {}

    /** Whether the message is a carrier. */
    static boolean isCarrier(String role, String content) {
        return Classify.classify(role, content) != null;
    }

    /** The targets of its images, in order. */
    static List<String> imageRefs(String role, String content) {
        Parts parts = Classify.classify(role, content);
        if (parts == null) return List.of();
        return parts.attachments().stream().filter(it -> it.kind().equals("image")).map(Attachment::target).toList();
    }

    /** The attachment that a line declares, or null: put into a carrier of no body, a marker leaves no text over. */
    static Attachment parseMarkerLine(String line) {
        Parts parts = Classify.classify("user", "[Tool results]\n[Tool attachments: 1]\n" + line + "\n");
        return parts != null && parts.text().isEmpty() ? parts.attachments().get(0) : null;
    }
}
