CREATE TABLE `exports` (
	`user_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`key_sealed` text,
	`bytes` integer,
	`requested_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "exports_state" CHECK("exports"."state" in ('waiting', 'ready', 'failed')),
	CONSTRAINT "exports_ready" CHECK(("exports"."state" = 'ready') = ("exports"."key_sealed" is not null and "exports"."bytes" is not null)),
	CONSTRAINT "exports_attempts" CHECK("exports"."attempts" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `exports_id` ON `exports` (`id`);--> statement-breakpoint
CREATE INDEX `exports_waiting` ON `exports` (`requested_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `exports_requested` ON `exports` (`requested_at`);