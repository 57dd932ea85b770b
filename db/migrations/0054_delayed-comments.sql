-- expand
CREATE TABLE `delayed_comments` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`post_id` text NOT NULL,
	`parent_comment_id` text,
	`content` text NOT NULL,
	`is_aliased` integer DEFAULT false NOT NULL,
	`publish_at` text,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "delayed_comments_alias_flag" CHECK("delayed_comments"."is_aliased" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `delayed_comments_author` ON `delayed_comments` (`author_id`);--> statement-breakpoint
CREATE INDEX `delayed_comments_post` ON `delayed_comments` (`post_id`);--> statement-breakpoint
CREATE INDEX `delayed_comments_due` ON `delayed_comments` (`publish_at`) WHERE publish_at is not null;--> statement-breakpoint
ALTER TABLE `delayed_posts` ADD `is_aliased` integer DEFAULT false NOT NULL;