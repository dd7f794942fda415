// A complete Spades bot that knows no rule: go run . [-name NAME] [-token TOKEN] HOST:PORT/TABLE[+FINGERPRINT]
package main

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"log"
	"time"

	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "spades-bot/stubs/spades/v1"
)

// choose returns the ids of what to pick: put your ideas here; prompt.Choices holds every legal alternative.
func choose(prompt *pb.Prompt) []uint32 {
	picks := []uint32{}
	for n := 0; n < len(prompt.Choices) && n < int(prompt.MinPicks); n++ {
		picks = append(picks, prompt.Choices[n].ChoiceId)
	}
	if len(prompt.DefaultChoiceIds) >= len(picks) {
		return prompt.DefaultChoiceIds
	}
	return picks
}

// play watches the table from where known ends and answers what is asked, until the game is over or a call fails.
func play(ctx context.Context, tables pb.TableServiceClient, id string, known *table) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(25*time.Second, cancel)
	known.live = false
	from := &pb.WatchTableRequest{TableId: id, AfterSequence: known.sequence, Epoch: known.epoch}
	stream, err := tables.WatchTable(ctx, from)
	for err == nil && !known.over {
		for _, prompt := range known.asked() {
			answer := &pb.AnswerRequest{TableId: id, PromptId: prompt.PromptId, ChoiceIds: choose(prompt)}
			answer.RequestId = fmt.Sprintf("%s-%d-%d", known.run, prompt.PromptId, known.refusals) // the same until it is refused
			if _, err = tables.Answer(ctx, answer); err != nil {
				return err
			}
			known.answered[prompt.PromptId], known.refusals = true, 0
		}
		var item *pb.WatchTableResponse
		if item, err = stream.Recv(); err == nil {
			silence.Reset(25 * time.Second)
			err = known.take(item)
		}
	}
	return err
}

func main() {
	log.SetFlags(0)
	name := flag.String("name", "Robot", "what the others see")
	token := flag.String("token", "", "takes the seat with this token back")
	flag.Parse()
	place, err := connect(flag.Arg(0))
	ctx, known := context.Background(), &table{run: rand.Text(), answered: map[uint32]bool{}, check: place.check}
	join := &pb.JoinTableRequest{RequestId: rand.Text(), TableId: place.table, Name: *name, IsBot: true}
	for err == nil && *token == "" {
		var seat *pb.JoinTableResponse
		seat, err = pb.NewLobbyServiceClient(place.channel).JoinTable(ctx, join)
		*token, err = seat.GetToken(), known.survived(err)
	}
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+*token)
	for err == nil && !known.over {
		err = known.survived(play(ctx, pb.NewTableServiceClient(place.channel), place.table, known))
	}
	if err != nil {
		log.Fatal("refused: ", status.Convert(err).Message())
	}
}
