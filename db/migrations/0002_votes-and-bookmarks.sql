-- Looked up by their key alone: without a row number each is one tree instead of two. Drizzle cannot declare that.
CREATE TABLE `bookmarks` (
	`user_id` text NOT NULL,
	`post_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `post_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE INDEX `bookmarks_newest` ON `bookmarks` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookmarks_post` ON `bookmarks` (`post_id`);--> statement-breakpoint
CREATE TABLE `comment_votes` (
	`user_id` text NOT NULL,
	`comment_id` text NOT NULL,
	`id` text NOT NULL,
	`value` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `comment_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "comment_votes_value" CHECK("comment_votes"."value" in (1, -1))
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE INDEX `comment_votes_comment` ON `comment_votes` (`comment_id`,`value`);--> statement-breakpoint
CREATE TABLE `post_votes` (
	`user_id` text NOT NULL,
	`post_id` text NOT NULL,
	`id` text NOT NULL,
	`value` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `post_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "post_votes_value" CHECK("post_votes"."value" in (1, -1))
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE INDEX `post_votes_post` ON `post_votes` (`post_id`,`value`);