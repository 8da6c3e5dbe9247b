/** Yours to write, by the chapter Carriers of the specification. */
final class Classify {
    /** The parts of the carrier that a message is, or null if it is no carrier. */
    static Carrier.Parts classify(String role, String content) {
        throw new UnsupportedOperationException("fill in classify, in Classify.java");
    }
}
