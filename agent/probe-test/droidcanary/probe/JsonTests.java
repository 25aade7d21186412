package droidcanary.probe;

final class JsonTests {
    private static String quoted(String text) {
        StringBuilder out = new StringBuilder();
        Json.quote(out, text);
        return out.toString();
    }

    void escapesWhatJsonCannotHold() {
        Check.equal("\"a\\\"b\\\\c\\u000a\\u0000\\u007f\\u2028\"", quoted("a\"b\\c\n\0\u007f\u2028"));
    }

    void keepsPairsAndReplacesHalves() {
        Check.equal("\"\ud83d\ude00\"", quoted("\ud83d\ude00"));
        Check.equal("\"x\ufffdy\"", quoted("x\ud83dy"));
        Check.equal("\"\ufffd\"", quoted("\ude00"));
        Check.equal("\"\ufffd\"", quoted("\ud83d"));
    }

    void leavesOutWhatIsUnknown() {
        Json json = new Json().event("idle").put("id", 7).put("threw", (String) null).putKnown("cpu_ns", Clocks.UNKNOWN);
        Check.equal("{\"event\":\"idle\",\"id\":7,\"kept\":true}", json.put("kept", true).end());
    }

    void writesArrays() {
        Check.equal("{\"event\":\"stack\",\"frames\":[1,2]}",
                new Json().event("stack").put("frames", new int[] {1, 2}).end());
    }

    void cutsTheMiddleSoThatWhatSurvives() {
        StringBuilder text = new StringBuilder(">>>>> Dispatching to H ");
        for (int i = 0; i < 100000; i++) {
            text.append('x');
        }
        String cut = Json.cut(text.append(": 42").toString());
        Check.equal(Json.LIMIT, cut.length());
        Check.that(cut.startsWith(">>>>> Dispatching to H x"), "head");
        Check.that(cut.endsWith("x: 42"), "tail");
        Check.that(cut.indexOf('\u2026') > 0, "ellipsis");
    }
}
