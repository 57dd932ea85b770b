ALTER TABLE `reports` ADD `target_starts_at` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `target_place` text;--> statement-breakpoint
ALTER TABLE `post_versions` ADD `starts_at` text;--> statement-breakpoint
ALTER TABLE `post_versions` ADD `place` text;