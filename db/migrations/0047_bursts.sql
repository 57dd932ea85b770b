CREATE TABLE `bursts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`about` text NOT NULL,
	`author_id` text,
	`accounts` integer NOT NULL,
	`texts` integer NOT NULL,
	`named` text NOT NULL,
	`since` text NOT NULL,
	`until` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "bursts_kind" CHECK("bursts"."kind" in ('account', 'text', 'link')),
	CONSTRAINT "bursts_author_of_account" CHECK(("bursts"."kind" = 'account') = ("bursts"."author_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bursts_about` ON `bursts` (`kind`,`about`);--> statement-breakpoint
CREATE INDEX `bursts_author` ON `bursts` (`author_id`);--> statement-breakpoint
CREATE INDEX `bursts_until` ON `bursts` (`until`);