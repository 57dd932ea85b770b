CREATE TABLE `delayed_posts` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`topic` text NOT NULL,
	`is_private` integer DEFAULT false NOT NULL,
	`publish_at` text,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "delayed_posts_private_flag" CHECK("delayed_posts"."is_private" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `delayed_posts_author` ON `delayed_posts` (`author_id`);--> statement-breakpoint
CREATE INDEX `delayed_posts_due` ON `delayed_posts` (`publish_at`) WHERE publish_at is not null;