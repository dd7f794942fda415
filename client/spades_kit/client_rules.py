"""What a client must do."""

from spades_kit.rules import table_of

CLIENT_RULES = (
    *table_of(
        "The whole of it",
        ("C-FIRST-01", "The first call is `GetServerInfo`, or a call of `LobbyService`, or it shows a token."),
        ("C-TOKEN-01", "Every call of `TableService` and `HostService` shows the token that the joining gave."),
        ("C-TOKEN-02", "The token stands in no request, only in the metadata."),
    ),
    *table_of(
        "Errors",
        ("C-TOKEN-03", "A token that was refused with `UNAUTHENTICATED` is not shown again."),
        ("C-LATE-01", "After `STALE_PROMPT` the client plays on: it answers what is asked next."),
        ("C-LATE-02", "After another refusal of an answer, what is still asked is answered under a fresh request id."),
        ("C-LIMIT-01", "`RESOURCE_EXHAUSTED`: the same request comes again, and not before `RetryInfo` says."),
    ),
    *table_of(
        "Request ids",
        ("C-ID-01", "A request id has 1 to 64 characters of `A-Z a-z 0-9 - _`, that of a joining at least 16."),
        ("C-ID-02", "A request id is sent with one content only."),
        ("C-JOIN-01", "A joining whose answer was lost is sent again unchanged."),
        ("C-LOST-01", "An answer that ended with `UNAVAILABLE` is sent again unchanged."),
        ("C-LOST-02", "An answer that ended with a `CANCELLED` of the server is sent again unchanged."),
    ),
    *table_of(
        "Prompts",
        ("C-ASK-01", "What is asked in the snapshot is answered."),
        ("C-ASK-02", "What is asked in a batch is answered."),
        ("C-ANSWER-01", "An answer picks offered choices, each once, from `min_picks` to `max_picks` of them."),
        ("C-ANSWER-02", "Prompts of other seats are not answered."),
        ("C-ANSWER-03", "A prompt that is suspended is answered when it is resumed, and not before."),
        ("C-ANSWER-04", "While the table is paused nothing is answered, and afterwards what is open is."),
        ("C-ANSWER-05", "A prompt whose answer was taken is not answered again."),
        ("C-ANSWER-06", "While the answer to a call is awaited, no other answer is sent for the same prompt."),
    ),
    *table_of(
        "The stream",
        ("C-BATCH-01", "A batch is taken whole: what it opens and closes again is not answered."),
        ("C-LIVE-01", "What was missed is taken up to `caught_up` before anything is answered."),
        ("C-SNAPSHOT-01", "A snapshot replaces all that was known."),
        ("C-DENSE-01", "After a gap in the sequence the table is watched anew from 0."),
        ("C-BEAT-01", "After a heartbeat that is ahead of what is known, the table is watched anew from 0."),
        ("C-RESYNC-01", "After `resync` the table is watched anew from 0."),
    ),
    *table_of(
        "Reconnecting",
        ("C-RESUME-01", "A stream that ends with `UNAVAILABLE` is opened again."),
        ("C-RESUME-02", "A stream that ends with a `CANCELLED` of the server is opened again."),
        ("C-RESUME-03", "A stream that ends with OK and no `goodbye` is opened again."),
        ("C-RESUME-04", "`after_sequence` is the last sequence that was applied, with the epoch it came with, or 0."),
        ("C-BACKOFF-01", "Between two attempts to watch lie at least 0.25 s, 20 % more or less."),
        ("C-EPOCH-01", "At a server that was restarted the seat is taken up with its token; nobody joins anew."),
        ("C-GOODBYE-01", "After `SERVER_STOPPING` the client comes back, and not before `retry_after`."),
        ("C-GOODBYE-02", "After `SUPERSEDED` no stream is opened again."),
        ("C-GOODBYE-03", "After `KICKED` no stream is opened again."),
        ("C-GOODBYE-04", "After an unknown reason with `retry_after` the client comes back."),
        ("C-GOODBYE-05", "After an unknown reason without `retry_after` no stream is opened again."),
    ),
    *table_of(
        "Numbers",
        ("C-NEWER-01", "Unknown fields are ignored."),
        ("C-NEWER-02", "Unknown events are counted and passed over."),
        ("C-NEWER-03", "Unknown items of the stream are passed over."),
        ("C-NEWER-04", "Unknown enum values are passed over."),
        ("C-NEWER-05", "A prompt of an unknown kind is answered."),
    ),
    *table_of(
        "In other languages",
        ("C-DEADLINE-01", "Calls that are answered once have a deadline."),
    ),
    *table_of(
        "In other languages",
        ("C-DEADLINE-02", "A call that is not answered before its deadline is sent again unchanged."),
        ("C-SILENCE-01", "After 25 s without any item another stream is opened."),
        patient=True,
    ),
)
"""In the order of a report."""
