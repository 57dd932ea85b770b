CREATE TABLE `__new_retained_sanctions` (
	`key` text PRIMARY KEY NOT NULL,
	`sanction_id` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`ends_at` text,
	`imposed_at` text NOT NULL,
	CONSTRAINT "retained_sanctions_kind" CHECK("kind" in ('block', 'suspension')),
	CONSTRAINT "retained_sanctions_end" CHECK(("kind" = 'suspension') = ("ends_at" is not null))
) STRICT;
--> statement-breakpoint
-- Each was retained under one key, that of the email.
INSERT INTO `__new_retained_sanctions` SELECT `email_key`, `email_key`, `kind`, `reason`, `ends_at`, `imposed_at` FROM `retained_sanctions`;--> statement-breakpoint
DROP TABLE `retained_sanctions`;--> statement-breakpoint
ALTER TABLE `__new_retained_sanctions` RENAME TO `retained_sanctions`;--> statement-breakpoint
CREATE INDEX `retained_sanctions_sanction` ON `retained_sanctions` (`sanction_id`);--> statement-breakpoint
ALTER TABLE `sanctions` ADD `retained_id` text;
