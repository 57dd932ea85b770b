CREATE TABLE `account_notices` (
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
	CONSTRAINT "account_notices_kind" CHECK("account_notices"."kind" in ('email_revealed', 'password_changed', 'suspended', 'banned', 'sanction_lifted', 'post_removed', 'comment_removed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `account_notices_user` ON `account_notices` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `account_notices_unacknowledged` ON `account_notices` (`user_id`) WHERE acknowledged_at is null;--> statement-breakpoint
CREATE INDEX `account_notices_post` ON `account_notices` (`post_id`);--> statement-breakpoint
CREATE INDEX `account_notices_comment` ON `account_notices` (`comment_id`);--> statement-breakpoint
CREATE TABLE `moderation_mails` (
	`user_id` text PRIMARY KEY NOT NULL,
	`due_at` text,
	`sent_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `moderation_mails_due` ON `moderation_mails` (`due_at`) WHERE due_at is not null;