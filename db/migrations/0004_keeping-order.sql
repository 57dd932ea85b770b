CREATE TABLE `feedbacks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`status` text DEFAULT 'new' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "feedbacks_status_known" CHECK("feedbacks"."status" in ('new', 'reviewed', 'dismissed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `feedbacks_newest` ON `feedbacks` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedbacks_status` ON `feedbacks` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedbacks_type` ON `feedbacks` (`type`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedbacks_user` ON `feedbacks` (`user_id`);--> statement-breakpoint
CREATE TABLE `moderation_records` (
	`id` text PRIMARY KEY NOT NULL,
	`resource` text NOT NULL,
	`resource_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`ends_at` text,
	`moderator_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`moderator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "moderation_records_kind" CHECK("moderation_records"."resource" in ('post', 'comment', 'user')),
	CONSTRAINT "moderation_records_state" CHECK("moderation_records"."state" in ('active', 'banned', 'shadow_banned', 'blocked', 'suspended')),
	CONSTRAINT "moderation_records_end" CHECK(("moderation_records"."state" = 'suspended') = ("moderation_records"."ends_at" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `moderation_records_resource` ON `moderation_records` (`resource_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `moderation_records_moderator` ON `moderation_records` (`moderator_id`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`post_id` text,
	`comment_id` text,
	`actor_id` text,
	`count` integer DEFAULT 1 NOT NULL,
	`content` text NOT NULL,
	`seen` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notifications_type" CHECK("notifications"."type" in ('general', 'upvoted_post', 'upvoted_comment', 'replied', 'posted')),
	CONSTRAINT "notifications_seen_flag" CHECK("notifications"."seen" in (0, 1)),
	CONSTRAINT "notifications_count" CHECK("notifications"."count" > 0),
	CONSTRAINT "notifications_votes_name_nobody" CHECK("notifications"."type" not in ('upvoted_post', 'upvoted_comment') or "notifications"."actor_id" is null)
) STRICT;
--> statement-breakpoint
CREATE INDEX `notifications_newest` ON `notifications` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unseen` ON `notifications` (`user_id`) WHERE seen = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_votes_post` ON `notifications` (`user_id`,`post_id`) WHERE type = 'upvoted_post' and seen = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_votes_comment` ON `notifications` (`user_id`,`comment_id`) WHERE type = 'upvoted_comment' and seen = 0;--> statement-breakpoint
CREATE INDEX `notifications_post` ON `notifications` (`post_id`);--> statement-breakpoint
CREATE INDEX `notifications_comment` ON `notifications` (`comment_id`);--> statement-breakpoint
CREATE INDEX `notifications_actor` ON `notifications` (`actor_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`target_id` text NOT NULL,
	`target_author_id` text,
	`target_title` text,
	`target_content` text,
	`reporter_id` text,
	`reason` text NOT NULL,
	`message` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`resolved_by` text,
	`closed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reports_type" CHECK("reports"."type" in ('Post', 'Comment')),
	CONSTRAINT "reports_status" CHECK("reports"."status" in ('pending', 'resolved', 'ignored')),
	CONSTRAINT "reports_closed_state" CHECK(("reports"."status" = 'pending') = ("reports"."closed_at" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open` ON `reports` (`reporter_id`,`target_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `reports_newest` ON `reports` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_target` ON `reports` (`target_id`,`status`);--> statement-breakpoint
CREATE INDEX `reports_author` ON `reports` (`target_author_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_resolved_by` ON `reports` (`resolved_by`);--> statement-breakpoint
CREATE INDEX `reports_closed` ON `reports` (`closed_at`) WHERE target_content is not null;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `origin_salt` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `origin_digest` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `hash` text;