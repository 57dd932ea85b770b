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
CREATE INDEX `feedbacks_status` ON `feedbacks` (`status`,`created_at`,`id`,`type`);--> statement-breakpoint
CREATE INDEX `feedbacks_type` ON `feedbacks` (`type`,`created_at`,`id`,`status`);--> statement-breakpoint
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
CREATE INDEX `reports_newest` ON `reports` (`status`,`type`,`created_at`,`id`,`target_author_id`);--> statement-breakpoint
CREATE INDEX `reports_target` ON `reports` (`target_id`,`created_at`,`id`,`status`,`target_author_id`);--> statement-breakpoint
CREATE INDEX `reports_author` ON `reports` (`target_author_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`created_at`,`id`,`target_author_id`);--> statement-breakpoint
CREATE INDEX `reports_resolved_by` ON `reports` (`resolved_by`);--> statement-breakpoint
CREATE INDEX `reports_closed` ON `reports` (`closed_at`) WHERE target_content is not null;--> statement-breakpoint
CREATE TABLE `totals` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	CONSTRAINT "totals_name" CHECK("totals"."name" in ('users', 'comments')),
	CONSTRAINT "totals_count" CHECK("totals"."count" >= 0)
) STRICT;
--> statement-breakpoint
DROP INDEX `users_college`;--> statement-breakpoint
DROP INDEX `users_created`;--> statement-breakpoint
CREATE INDEX `users_college` ON `users` (`college_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `origin_salt` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `origin_digest` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `hash` text;--> statement-breakpoint
CREATE INDEX `audit_log_origins` ON `audit_log` (`timestamp`) WHERE ip is not null or user_agent is not null;--> statement-breakpoint
CREATE INDEX `college_requests_requester` ON `college_requests` (`requested_by_email`);--> statement-breakpoint
CREATE INDEX `comments_placeholders` ON `comments` (`id`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `posts_moderated` ON `posts` (`moderation_state`,`created_at`,`id`) WHERE moderation_state <> 'active';--> statement-breakpoint
-- The audit log is append-only. A migration that rebuilds its table has to make these triggers anew.
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no entry is deleted');
END;
--> statement-breakpoint
-- The one change: where an entry came from is blanked, with the salt of its digest.
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
WHEN new.ip IS NOT NULL OR new.user_agent IS NOT NULL OR new.origin_salt IS NOT NULL
  OR (new.rowid, new.id, new.timestamp, new.action, new.entity_type, new.entity_id, new.actor_id, new.actor_role,
      new.status, new.request_id, new.platform, new.before, new.after, new.reason, new.metadata, new.origin_digest, new.hash)
    IS NOT
     (old.rowid, old.id, old.timestamp, old.action, old.entity_type, old.entity_id, old.actor_id, old.actor_role,
      old.status, old.request_id, old.platform, old.before, old.after, old.reason, old.metadata, old.origin_digest, old.hash)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no entry changes');
END;

--> statement-breakpoint
-- Totals are kept by triggers: a cascade, a seed or a restored row is counted like any other.
INSERT INTO totals (name, count)
  SELECT 'users', count(*) FROM users UNION ALL SELECT 'comments', count(*) FROM comments WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER users_counted AFTER INSERT ON users BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'users';
END;
--> statement-breakpoint
CREATE TRIGGER users_uncounted AFTER DELETE ON users BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'users';
END;
--> statement-breakpoint
CREATE TRIGGER comments_counted AFTER INSERT ON comments WHEN new.deleted_at IS NULL BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'comments';
END;
--> statement-breakpoint
-- One that stays as a placeholder is uncounted once: when it is deleted, not when its row goes.
CREATE TRIGGER comments_uncounted AFTER DELETE ON comments WHEN old.deleted_at IS NULL BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'comments';
END;
--> statement-breakpoint
CREATE TRIGGER comments_blanked AFTER UPDATE OF deleted_at ON comments
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
  UPDATE totals SET count = count + iif(new.deleted_at IS NULL, 1, -1) WHERE name = 'comments';
END;
