ALTER TABLE `delayed_posts` ADD `starts_at` text;--> statement-breakpoint
ALTER TABLE `delayed_posts` ADD `place` text;--> statement-breakpoint
ALTER TABLE `posts` ADD `starts_at` text;--> statement-breakpoint
ALTER TABLE `posts` ADD `place` text;--> statement-breakpoint
CREATE INDEX `posts_events` ON `posts` (`starts_at`,`id`,`audience`) WHERE starts_at is not null;