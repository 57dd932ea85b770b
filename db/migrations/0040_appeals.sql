CREATE TABLE `appeals` (
	`id` text PRIMARY KEY NOT NULL,
	`record_id` text NOT NULL,
	`user_id` text NOT NULL,
	`message` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`reason` text,
	`moderator_id` text,
	`created_at` text NOT NULL,
	`decided_at` text,
	FOREIGN KEY (`record_id`) REFERENCES `moderation_records`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`moderator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "appeals_status_known" CHECK("appeals"."status" in ('open', 'upheld', 'overturned', 'lapsed')),
	CONSTRAINT "appeals_decided" CHECK(("appeals"."status" = 'open') = ("appeals"."decided_at" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_record` ON `appeals` (`record_id`);--> statement-breakpoint
CREATE INDEX `appeals_status` ON `appeals` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `appeals_user` ON `appeals` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `appeals_moderator` ON `appeals` (`moderator_id`);--> statement-breakpoint
CREATE TABLE `__new_account_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text,
	`ends_at` text,
	`post_id` text,
	`comment_id` text,
	`created_at` text NOT NULL,
	`acknowledged_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "account_notices_kind" CHECK("__new_account_notices"."kind" in ('email_revealed', 'password_changed', 'passkeys_changed', 'suspended', 'banned', 'sanction_lifted', 'post_removed', 'comment_removed', 'webhook_disabled', 'text_refused', 'appeal_upheld', 'appeal_overturned'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_account_notices`("id", "user_id", "kind", "reason", "ends_at", "post_id", "comment_id", "created_at", "acknowledged_at") SELECT "id", "user_id", "kind", "reason", "ends_at", "post_id", "comment_id", "created_at", "acknowledged_at" FROM `account_notices`;--> statement-breakpoint
DROP TABLE `account_notices`;--> statement-breakpoint
ALTER TABLE `__new_account_notices` RENAME TO `account_notices`;--> statement-breakpoint
CREATE INDEX `account_notices_user` ON `account_notices` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `account_notices_unacknowledged` ON `account_notices` (`user_id`) WHERE acknowledged_at is null;--> statement-breakpoint
CREATE INDEX `account_notices_post` ON `account_notices` (`post_id`);--> statement-breakpoint
CREATE INDEX `account_notices_comment` ON `account_notices` (`comment_id`);