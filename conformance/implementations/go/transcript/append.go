package transcript

import (
	"toolwire.dev/go/json"
	"toolwire.dev/go/text"
)

// Batch is a list of entries that a validator has prepared.
type Batch struct {
	entries   []*Entry
	version   int
	committed bool
}

// Prepare judges a batch as if it stood behind what was committed, and leaves the validator as it is:
// session.batch.entry, session.batch.whole, session.batch.uncommitted and session.batch.empty.
func (v *Validator) Prepare(values []json.Value) (*Batch, error) {
	before := v.state
	v.trying = true
	defer func() {
		for i := len(v.undo) - 1; i >= 0; i-- {
			v.undo[i]()
		}
		v.undo, v.trying, v.state = nil, false, before
	}()
	batch := &Batch{version: v.version}
	for _, value := range values {
		e, _, err := EncodeEntry(value)
		if err != nil {
			return nil, err
		}
		if err := v.place(e); err != nil {
			return nil, err
		}
		if err := v.accept(e); err != nil {
			return nil, err
		}
		batch.entries = append(batch.entries, e)
	}
	return batch, nil
}

func (v *Validator) place(e *Entry) error {
	if err := judgePlace(e, v.next, v.ids); err != nil {
		return err
	}
	v.note(func() { delete(v.ids, e.ID) })
	return nil
}

// Commit makes a prepared batch part of what was committed: session.commit.once and session.commit.stale.
func (v *Validator) Commit(b *Batch) error {
	if b.committed {
		return text.Refuse("session.commit.once")
	}
	if len(b.entries) > 0 && b.version != v.version {
		return text.Refuse("session.commit.stale")
	}
	b.committed = true
	if len(b.entries) == 0 {
		return nil
	}
	v.version++
	for _, e := range b.entries {
		if err := v.place(e); err != nil {
			return err
		}
		if err := v.accept(e); err != nil {
			return err
		}
	}
	return nil
}
