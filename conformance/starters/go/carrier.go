package main

// Parts of a carrier.
type Parts struct {
	Kind        string       `json:"kind"` // prompt or native
	Declared    bool         `json:"declared"`
	Attachments []Attachment `json:"attachments"` // never nil, which JSON calls null
	Text        string       `json:"text"`
}

// Attachment that a carrier declares.
type Attachment struct {
	Kind   string `json:"kind"` // image, audio, video or document
	Target string `json:"target"`
}

// What follows from classify alone.

// Whether the message is a carrier.
func isCarrier(role, content string) bool { return classify(role, content) != nil }

// The targets of its images, in order.
func imageRefs(role, content string) []string {
	targets := []string{}
	if parts := classify(role, content); parts != nil {
		for _, attachment := range parts.Attachments {
			if attachment.Kind == "image" {
				targets = append(targets, attachment.Target)
			}
		}
	}
	return targets
}

// The attachment that a line declares, or nil: put into a carrier of no body, a marker leaves no text over.
func parseMarkerLine(line string) *Attachment {
	parts := classify("user", "[Tool results]\n[Tool attachments: 1]\n"+line+"\n")
	if parts == nil || parts.Text != "" {
		return nil
	}
	return &parts.Attachments[0]
}
