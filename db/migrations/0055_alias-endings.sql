-- expand
CREATE TABLE `alias_endings` (
	`alias_id` text PRIMARY KEY NOT NULL,
	`due_at` text,
	`removals_before` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`alias_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `alias_endings_due` ON `alias_endings` (`due_at`) WHERE due_at is not null;