CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`event` text NOT NULL,
	`subject` text,
	`subject_id` text,
	`removed_by` text,
	`occurred_at` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text,
	`finished_at` text,
	`status_code` integer,
	`problem` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_event" CHECK("webhook_deliveries"."event" in ('post.published', 'report.created', 'content.removed', 'webhook.test')),
	CONSTRAINT "webhook_deliveries_subject" CHECK("webhook_deliveries"."subject" in ('post', 'comment', 'report')),
	CONSTRAINT "webhook_deliveries_removed_by" CHECK("webhook_deliveries"."removed_by" in ('moderator', 'author')),
	CONSTRAINT "webhook_deliveries_status" CHECK("webhook_deliveries"."status" in ('pending', 'delivered', 'failed', 'skipped')),
	CONSTRAINT "webhook_deliveries_pending" CHECK(("webhook_deliveries"."status" = 'pending') = ("webhook_deliveries"."next_attempt_at" is not null)),
	CONSTRAINT "webhook_deliveries_end" CHECK(("webhook_deliveries"."status" = 'pending') = ("webhook_deliveries"."finished_at" is null)),
	CONSTRAINT "webhook_deliveries_problem" CHECK("webhook_deliveries"."problem" in ('status', 'timeout', 'unreachable', 'address', 'secret'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_webhook` ON `webhook_deliveries` (`webhook_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_finished` ON `webhook_deliveries` (`finished_at`) WHERE finished_at is not null;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`url_sealed` text NOT NULL,
	`events` text NOT NULL,
	`secret_sealed` text NOT NULL,
	`former_secret_sealed` text,
	`former_until` text,
	`enabled` integer DEFAULT true NOT NULL,
	`disabled_reason` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` text,
	`dropped` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "webhooks_enabled_flag" CHECK("webhooks"."enabled" in (0, 1)),
	CONSTRAINT "webhooks_disabled_reason" CHECK("webhooks"."disabled_reason" in ('gone', 'failing')),
	CONSTRAINT "webhooks_former" CHECK(("webhooks"."former_secret_sealed" is null) = ("webhooks"."former_until" is null))
) STRICT;
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
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
	CONSTRAINT "account_notices_kind" CHECK("__new_account_notices"."kind" in ('email_revealed', 'password_changed', 'passkeys_changed', 'suspended', 'banned', 'sanction_lifted', 'post_removed', 'comment_removed', 'webhook_disabled'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_account_notices`("id", "user_id", "kind", "reason", "ends_at", "post_id", "comment_id", "created_at", "acknowledged_at") SELECT "id", "user_id", "kind", "reason", "ends_at", "post_id", "comment_id", "created_at", "acknowledged_at" FROM `account_notices`;--> statement-breakpoint
DROP TABLE `account_notices`;--> statement-breakpoint
ALTER TABLE `__new_account_notices` RENAME TO `account_notices`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `account_notices_user` ON `account_notices` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `account_notices_unacknowledged` ON `account_notices` (`user_id`) WHERE acknowledged_at is null;--> statement-breakpoint
CREATE INDEX `account_notices_post` ON `account_notices` (`post_id`);--> statement-breakpoint
CREATE INDEX `account_notices_comment` ON `account_notices` (`comment_id`);