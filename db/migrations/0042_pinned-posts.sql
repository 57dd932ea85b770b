CREATE TABLE `pinned_posts` (
	`post_id` text PRIMARY KEY NOT NULL,
	`place` text NOT NULL,
	`pinned_at` text NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pinned_posts_place" CHECK("pinned_posts"."place" in ('campus', 'topic'))
) STRICT;
