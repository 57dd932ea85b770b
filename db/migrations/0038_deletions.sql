CREATE TABLE `deletions` (
	`subject` text NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`subject`, `id`),
	CONSTRAINT "deletions_subject" CHECK("deletions"."subject" in ('account', 'post'))
) WITHOUT ROWID, STRICT;
