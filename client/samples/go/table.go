package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "spades-bot/stubs/spades/v1"
)

// table is what the stream has told of a table, as far as a bot needs it.
type table struct {
	run      string // of this program, in every request id
	epoch    string
	sequence uint64 // of the last event that was applied; 0: begin with a snapshot
	seat     uint32 // ours
	prompts  map[uint32]*pb.Prompt
	answered map[uint32]bool // by the id of the prompt
	paused   bool
	over     bool
	live     bool // nothing is missing: what is asked, is asked now
	refusals int  // of answers, since one was taken
	tries    int  // to reach the server, since something came from it
	check    func() error
}

// asked returns the prompts that wait for us at this moment.
func (t *table) asked() (asked []*pb.Prompt) {
	for _, prompt := range t.prompts {
		if t.live && !t.paused && !prompt.Suspended && prompt.Seat == t.seat && !t.answered[prompt.PromptId] {
			asked = append(asked, prompt)
		}
	}
	return asked
}

// take applies an item of the stream; after an error the stream is of no use.
func (t *table) take(item *pb.WatchTableResponse) error {
	epoch := item.Epoch
	switch item := item.Item.(type) { // what is newer than this program is passed over
	case *pb.WatchTableResponse_Snapshot:
		t.epoch = epoch
		t.replace(item.Snapshot)
	case *pb.WatchTableResponse_Batch:
		if item.Batch.FirstSequence != t.sequence+1 {
			return t.anew()
		}
		for _, event := range item.Batch.Events {
			t.apply(event)
		}
	case *pb.WatchTableResponse_CaughtUp:
		t.live, t.tries = true, 0
	case *pb.WatchTableResponse_Heartbeat:
		if item.Heartbeat.Sequence > t.sequence {
			return t.anew()
		}
	case *pb.WatchTableResponse_Resync:
		return t.anew()
	case *pb.WatchTableResponse_Goodbye:
		if item.Goodbye.RetryAfter == nil {
			return fmt.Errorf("the server ends it: %v", item.Goodbye.Reason)
		}
		time.Sleep(item.Goodbye.RetryAfter.AsDuration()) // then the stream breaks
	}
	return nil
}

func (t *table) anew() error {
	t.sequence = 0
	return status.Error(codes.Canceled, "what is known cannot be continued: watch anew")
}

func (t *table) replace(snapshot *pb.Snapshot) {
	t.sequence, t.seat = snapshot.Sequence, snapshot.YourSeat
	t.paused, t.over = snapshot.Pause != nil, snapshot.GameResult != nil
	t.prompts = map[uint32]*pb.Prompt{}
	for _, prompt := range snapshot.Prompts {
		t.prompts[prompt.PromptId] = prompt
	}
}

func (t *table) apply(event *pb.Event) {
	t.sequence++ // of every event, also of one that is newer than this program
	switch event := event.Kind.(type) {
	case *pb.Event_PromptOpened:
		t.prompts[event.PromptOpened.Prompt.PromptId] = event.PromptOpened.Prompt
	case *pb.Event_PromptClosed:
		delete(t.prompts, event.PromptClosed.PromptId)
	case *pb.Event_PromptSuspended:
		t.prompts[event.PromptSuspended.PromptId].Suspended = true
	case *pb.Event_PromptResumed:
		t.prompts[event.PromptResumed.Prompt.PromptId].Suspended = false
	case *pb.Event_TablePaused:
		t.paused = true
	case *pb.Event_TableResumed:
		t.paused = false
	case *pb.Event_GameEnded:
		t.over = true
	}
}

// survived returns nil, after a while, if it makes sense to go on after err.
func (t *table) survived(err error) error {
	switch status.Code(err) {
	case codes.OK, codes.Unavailable, codes.DeadlineExceeded, codes.Canceled, codes.ResourceExhausted:
	case codes.Aborted, codes.FailedPrecondition: // somebody, or the clock, was faster
		t.sequence = 0
		if t.refusals++; t.refusals == 3 {
			return err
		}
	default:
		if err != io.EOF {
			return err
		}
	}
	wait := float64(min(250*time.Millisecond<<min(t.tries, 5), 5*time.Second)) * (0.8 + 0.4*rand.Float64())
	time.Sleep(max(time.Duration(wait), askedWait(err)))
	t.tries++
	if err != nil {
		return t.check()
	}
	return nil
}

// askedWait returns how long the server asks to wait: we were too fast.
func askedWait(err error) time.Duration {
	for _, detail := range status.Convert(err).Details() {
		if retry, ok := detail.(*errdetails.RetryInfo); ok {
			return retry.RetryDelay.AsDuration()
		}
	}
	return 0
}
