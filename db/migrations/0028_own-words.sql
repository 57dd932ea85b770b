CREATE TABLE `comment_versions` (
	`comment_id` text NOT NULL,
	`number` integer NOT NULL,
	`content` text NOT NULL,
	`written_at` text NOT NULL,
	PRIMARY KEY(`comment_id`, `number`),
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `post_versions` (
	`post_id` text NOT NULL,
	`number` integer NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`written_at` text NOT NULL,
	PRIMARY KEY(`post_id`, `number`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
DROP INDEX `comments_author`;--> statement-breakpoint
CREATE INDEX `comments_author_newest` ON `comments` (`author_id`,`created_at`,`id`,`post_id`);--> statement-breakpoint
ALTER TABLE `moderation_records` ADD `rule` text;