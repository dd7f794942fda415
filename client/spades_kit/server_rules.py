"""What a server must do."""

from spades_kit.rules import table_of

SERVER_RULES = (
    *table_of(
        "Connecting",
        (
            "S-INFO-01",
            "`GetServerInfo` needs no token, and tells the server's id of 52 signs, its epoch and its clock.",
        ),
        ("S-INFO-02", "The first preset is `standard`; each has players, and options that are described."),
        ("S-INFO-03", "Every option is described with a type, a default of that type, and a range or words."),
        ("S-LIMIT-01", "A name may have `name_cells`, a chat line `chat_characters`, and no more."),
        ("S-LIMIT-02", "A request of more than `request_bytes` is refused, and the connection lives on."),
        ("S-LIMIT-03", "`RATE_LIMITED` names its limit, and after `RetryInfo` the same request is let in."),
        ("S-HEALTH-01", "Health is served and says `SERVING`."),
        ("S-REFLECT-01", "Reflection lists the services of the contract."),
    ),
    *table_of(
        "Versions",
        (
            "S-VERSION-01",
            "The versions served are told; who says `spades-contract` of another is refused, but by `GetServerInfo`.",
        ),
        ("S-CALLS-01", "Calls that belong to no group of `capabilities` are served, and so are the groups listed."),
        ("S-CALLS-02", "Calls of a group that is not listed are `UNIMPLEMENTED`, with `NOT_SERVED`."),
    ),
    *table_of(
        "Tables and seats",
        ("S-JOIN-01", "A joining sent again gives the same seat and token; a table opened again is the same table."),
        ("S-JOIN-02", "A full table, a name that is taken and an unknown table are refused by their own reasons."),
        ("S-HOST-01", "Only the host may do what is the host's."),
    ),
    *table_of(
        "Request ids",
        ("S-IDEM-01", "A command sent again gives the same answer, and is carried out once."),
        ("S-IDEM-02", "A request id with another content is refused with `REQUEST_ID_REUSED`."),
        ("S-IDEM-03", "A refusal sent for again is the same refusal."),
        ("S-IDEM-04", "A command that comes three times at once is carried out once."),
    ),
    *table_of(
        "Errors",
        ("S-ERROR-01", "A refusal has `ErrorInfo` with a reason and the domain; the message begins with the reason."),
        ("S-ERROR-02", "A reason comes with the status code of the guide."),
        ("S-ERROR-03", "A refused call changes nothing."),
        ("S-ERROR-04", "A refusal of a known seat tells its open prompts in a `Rejection`."),
        ("S-ORDER-01", "The token is checked before the request id, and that before the prompt."),
        ("S-TOKEN-01", "Without a token a call is refused with `SEAT_TOKEN_MISSING`."),
        ("S-TOKEN-02", "An unknown token, and that of another table, is refused with `SEAT_TOKEN_INVALID`."),
        ("S-TOKEN-03", "A spectator who acts is refused with `NOT_YOUR_SEAT`."),
        ("S-TOKEN-04", "No token stands in anything that is sent but the answer to its joining."),
        ("S-TURN-01", "An answer to another seat's prompt is refused with `NOT_YOUR_TURN`."),
        ("S-STALE-01", "An answer to a prompt that is answered, or never was, is refused with `STALE_PROMPT`."),
        (
            "S-CHOICE-01",
            "Choice ids that are not offered, twice there, or too many are refused with `CHOICES_INVALID`.",
        ),
        ("S-PHASE-01", "A card for a question that wants none is refused with `WRONG_PHASE`."),
    ),
    *table_of(
        "Numbers",
        ("S-FIELD-01", "A missing field is refused with `FIELD_INVALID`, and `BadRequest` names it."),
        ("S-FIELD-02", "The zero of an enum is refused with `FIELD_INVALID`."),
    ),
    *table_of(
        "The stream",
        ("S-STREAM-01", "A stream begins with a snapshot or with what was missed; then comes `caught_up`."),
        ("S-STREAM-02", "Every item has the epoch of `GetServerInfo`."),
        ("S-DENSE-01", "The sequence has no gap and no repetition, for any viewer."),
        ("S-DENSE-02", "Every viewer gets the same kinds of events under the same sequences."),
        ("S-BATCH-01", "A batch has an event; `HandStarted` shares none with `HandEnded`."),
        ("S-COMMAND-01", "A command answers with the last sequence that it caused, and its events come."),
    ),
    *table_of("The stream", ("S-BEAT-01", "After 10 s without an event comes a heartbeat."), patient=True),
    *table_of(
        "Prompts",
        ("S-PROMPT-01", "A prompt has choices with ids from 1, counts that they can fill, and a legal default."),
        ("S-PROMPT-02", "The default of every prompt is accepted."),
        ("S-PROMPT-03", "What is open stands in the snapshot of its owner, under the same id."),
    ),
    *table_of(
        "Reconnecting",
        ("S-RESUME-01", "After a sequence at the end of a batch come exactly the batches that were missed."),
        ("S-RESUME-02", "Another epoch, and a sequence that has not been, get a snapshot."),
        ("S-SUPERSEDED-01", "A later stream of a token ends the earlier one with `SUPERSEDED` and `ABORTED`."),
        ("S-LEFT-01", "Leaving ends the stream with `LEFT` and OK, and the token is worth nothing any more."),
    ),
    *table_of(
        "The view hash",
        ("S-HASH-01", "`view_hash` is that of the snapshot it stands in, or of the view at that sequence."),
        ("S-FOLD-01", "The snapshot is what the events before it give, field by field."),
    ),
    *table_of(
        "Who sees what",
        ("S-HIDDEN-01", "A spectator sees no card before it is played."),
        ("S-HIDDEN-02", "A player sees no card of another seat before it is played."),
        ("S-HIDDEN-03", "Choices, default and `barred` of a prompt reach its owner only."),
    ),
    *table_of(
        "Fair dealing",
        ("S-DEAL-01", "A hand is dealt as its commitment promised, and `HandEnded` opens it."),
        ("S-DEAL-02", "A seeded table says so, and publishes no commitment."),
    ),
)
"""In the order of a report."""
