CREATE TABLE `server_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL
) STRICT;
--> statement-breakpoint
-- SQL has no key: this migration marks clear addresses, and the program seals them before it does anything else.
CREATE TABLE `__new_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`email_index` text NOT NULL,
	`email_sealed` text NOT NULL,
	`email_verified_at` text,
	`password_hash` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_identities`("id", "email_index", "email_sealed", "email_verified_at", "password_hash", "created_at", "updated_at") SELECT "id", 'clear:' || "email", 'clear:' || "email", "email_verified_at", "password_hash", "created_at", "updated_at" FROM `identities`;--> statement-breakpoint
DROP TABLE `identities`;--> statement-breakpoint
ALTER TABLE `__new_identities` RENAME TO `identities`;--> statement-breakpoint
CREATE UNIQUE INDEX `identities_email` ON `identities` (`email_index`);--> statement-breakpoint
DROP INDEX `pending_signups_email`;--> statement-breakpoint
ALTER TABLE `pending_signups` ADD `email_indexes` text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE `pending_signups` ADD `email_sealed` text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE `pending_signups` ADD `email_domain` text NOT NULL DEFAULT '';--> statement-breakpoint
UPDATE `pending_signups` SET `email_indexes` = 'clear:' || `email`, `email_sealed` = 'clear:' || `email`, `email_domain` = substr(`email`, instr(`email`, '@') + 1);--> statement-breakpoint
ALTER TABLE `pending_signups` DROP COLUMN `email`;