CREATE TABLE `backups` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` text NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`bytes` integer,
	`make_ms` integer,
	`prove_ms` integer,
	`store_ms` integer,
	`mailed_at` text,
	CONSTRAINT "backups_outcome" CHECK("backups"."outcome" in ('proven', 'doubtful', 'failed')),
	CONSTRAINT "backups_reason" CHECK(("backups"."outcome" = 'proven') = ("backups"."reason" is null))
) STRICT;
