CREATE TABLE `__new_account_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text,
	`rule` text,
	`preset` text,
	`bulk_id` text,
	`ends_at` text,
	`post_id` text,
	`comment_id` text,
	`created_at` text NOT NULL,
	`acknowledged_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_account_notices`("id", "user_id", "kind", "reason", "rule", "preset", "bulk_id", "ends_at", "post_id", "comment_id", "created_at", "acknowledged_at") SELECT "id", "user_id", "kind", "reason", "rule", "preset", "bulk_id", "ends_at", "post_id", "comment_id", "created_at", "acknowledged_at" FROM `account_notices`;--> statement-breakpoint
DROP TABLE `account_notices`;--> statement-breakpoint
ALTER TABLE `__new_account_notices` RENAME TO `account_notices`;--> statement-breakpoint
CREATE INDEX `account_notices_user` ON `account_notices` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `account_notices_unacknowledged` ON `account_notices` (`user_id`) WHERE acknowledged_at is null;--> statement-breakpoint
CREATE INDEX `account_notices_post` ON `account_notices` (`post_id`);--> statement-breakpoint
CREATE INDEX `account_notices_comment` ON `account_notices` (`comment_id`);