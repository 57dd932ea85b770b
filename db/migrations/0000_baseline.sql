CREATE TABLE `audit_agents` (
	`number` integer PRIMARY KEY NOT NULL,
	`user_agent` text NOT NULL,
	`last_day` integer NOT NULL
) STRICT;

CREATE UNIQUE INDEX `audit_agents_user_agent_unique` ON `audit_agents` (`user_agent`);
CREATE TABLE `audit_log` (
	`number` integer PRIMARY KEY NOT NULL,
	`time` integer NOT NULL,
	`action` integer NOT NULL,
	`actor` any,
	`role` integer NOT NULL,
	`entity_type` integer NOT NULL,
	`entity` any,
	`failed` integer NOT NULL,
	`platform` integer NOT NULL,
	`request` any,
	`ip` text,
	`agent` integer,
	`detail` text,
	`hash` blob,
	`salt` blob
) STRICT;

CREATE INDEX `audit_log_listed` ON `audit_log` (`time`,`action`) WHERE action >= 200;
CREATE INDEX `audit_log_own` ON `audit_log` (`action`,`time`) WHERE action < 10;
CREATE TABLE `audit_overflow` (
	`day` integer NOT NULL,
	`actor_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `actor_id`)
) STRICT;

CREATE TABLE `audit_rewriting` (
	`first` integer NOT NULL,
	`last` integer NOT NULL
) STRICT;

CREATE TABLE `classifier_decisions` (
	`target_id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`moderator_id` text,
	`is_kept` integer NOT NULL,
	`labels` text NOT NULL,
	`scores` blob NOT NULL,
	`is_noticed` integer NOT NULL,
	`decided_at` text NOT NULL,
	`features` blob NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`moderator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "classifier_decisions_flags" CHECK("classifier_decisions"."is_kept" in (0, 1) and "classifier_decisions"."is_noticed" in (0, 1))
) STRICT;

CREATE INDEX `classifier_decisions_newest` ON `classifier_decisions` (`decided_at`);
CREATE INDEX `classifier_decisions_author` ON `classifier_decisions` (`author_id`);
CREATE INDEX `classifier_decisions_moderator` ON `classifier_decisions` (`moderator_id`);
CREATE TABLE `classifier_versions` (
	`version` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`made_at` text NOT NULL,
	`decisions` integer NOT NULL,
	`learned_from` text NOT NULL,
	`base` text NOT NULL,
	`delta` blob
) STRICT;

CREATE TABLE `branches` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`code` text NOT NULL,
	`closed_at` text,
	`merged_into` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`merged_into`) REFERENCES `branches`(`id`) ON UPDATE no action ON DELETE restrict
) STRICT;

CREATE UNIQUE INDEX `branches_code` ON `branches` (lower("code"));
CREATE UNIQUE INDEX `branches_name` ON `branches` (lower("name"));
CREATE TABLE `college_branches` (
	`college_id` text NOT NULL,
	`branch_id` text NOT NULL,
	PRIMARY KEY(`college_id`, `branch_id`),
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`branch_id`) REFERENCES `branches`(`id`) ON UPDATE no action ON DELETE restrict
) STRICT;

CREATE INDEX `college_branches_branch` ON `college_branches` (`branch_id`);
CREATE TABLE `college_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email_domain` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`requester_index` text NOT NULL,
	`requester_sealed` text NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`resolved_college_id` text,
	`mailed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`resolved_college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "college_requests_status" CHECK("college_requests"."status" in ('pending', 'approved', 'rejected'))
) STRICT;

CREATE UNIQUE INDEX `college_requests_pending_domain` ON `college_requests` (`email_domain`) WHERE status = 'pending';
CREATE INDEX `college_requests_created` ON `college_requests` (`created_at`);
CREATE INDEX `college_requests_college` ON `college_requests` (`resolved_college_id`);
CREATE INDEX `college_requests_requester` ON `college_requests` (`requester_index`);
CREATE TABLE `colleges` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email_domain` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`profile` text,
	`accent_hue` integer,
	`cover_line` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "colleges_email_domain_form" CHECK("colleges"."email_domain" = lower("colleges"."email_domain") and instr("colleges"."email_domain", '@') = 0)
) STRICT;

CREATE UNIQUE INDEX `colleges_email_domain` ON `colleges` (`email_domain`);
CREATE TABLE `courses` (
	`id` text PRIMARY KEY NOT NULL,
	`college_id` text NOT NULL,
	`code` text NOT NULL,
	`code_key` text NOT NULL,
	`name` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "courses_state" CHECK("courses"."state" in ('open', 'proposed', 'closed'))
) WITHOUT ROWID, STRICT;

CREATE UNIQUE INDEX `courses_code` ON `courses` (`college_id`,`code_key`);
CREATE TABLE `comment_versions` (
	`comment_id` text NOT NULL,
	`number` integer NOT NULL,
	`content` text NOT NULL,
	`written_at` text NOT NULL,
	PRIMARY KEY(`comment_id`, `number`),
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE TABLE `comments` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`post` integer NOT NULL,
	`parent_comment` integer,
	`author` integer,
	`content` text NOT NULL,
	`is_official` integer DEFAULT false NOT NULL,
	`is_banned` integer DEFAULT false NOT NULL,
	`deleted_at` integer,
	`hidden` integer DEFAULT false NOT NULL,
	`upvote_count` integer DEFAULT 0 NOT NULL,
	`downvote_count` integer DEFAULT 0 NOT NULL,
	`uncounted_upvotes` integer DEFAULT 0 NOT NULL,
	`uncounted_downvotes` integer DEFAULT 0 NOT NULL,
	`top_score` integer GENERATED ALWAYS AS (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) VIRTUAL,
	`best_score` integer GENERATED ALWAYS AS (cast(1000000 * (upvote_count - uncounted_upvotes + 1 + 1.9208 - 1.96 * sqrt((upvote_count - uncounted_upvotes + 1) * (upvote_count - uncounted_upvotes + downvote_count - uncounted_downvotes + 1 - (upvote_count - uncounted_upvotes + 1)) * 1.0 / (upvote_count - uncounted_upvotes + downvote_count - uncounted_downvotes + 1) + 0.9604)) / (upvote_count - uncounted_upvotes + downvote_count - uncounted_downvotes + 1 + 3.8416) as integer)) VIRTUAL,
	`replies_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`post`) REFERENCES `posts`(`key`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_comment`) REFERENCES `comments`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author`) REFERENCES `users`(`key`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "comments_deleted" CHECK(("comments"."deleted_at" is null) = ("comments"."author" is not null or "comments"."is_official" = 1)),
	CONSTRAINT "comments_official" CHECK("comments"."is_official" = 0 or "comments"."author" is null),
	CONSTRAINT "comments_deleted_empty" CHECK("comments"."deleted_at" is null or ("comments"."content" = '' and "comments"."is_banned" = 0)),
	CONSTRAINT "comments_hidden" CHECK("comments"."hidden" = (("comments"."deleted_at" is not null or "comments"."is_banned" = 1) and "comments"."replies_count" = 0)),
	CONSTRAINT "comments_not_own_parent" CHECK("comments"."parent_comment" is null or "comments"."parent_comment" <> "comments"."key"),
	CONSTRAINT "comments_counts" CHECK("comments"."upvote_count" >= 0 and "comments"."downvote_count" >= 0 and "comments"."replies_count" >= 0)
) STRICT;

CREATE UNIQUE INDEX `comments_id_unique` ON `comments` (`id`);
CREATE INDEX `comments_post_newest` ON `comments` (`post`,`created_at`);
CREATE INDEX `comments_replies` ON `comments` (`parent_comment`) WHERE parent_comment is not null;
CREATE INDEX `comments_author` ON `comments` (`author`);
CREATE INDEX `comments_placeholders` ON `comments` (`id`) WHERE deleted_at is not null;
CREATE TABLE `post_versions` (
	`post_id` text NOT NULL,
	`number` integer NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`starts_at` text,
	`place` text,
	`written_at` text NOT NULL,
	PRIMARY KEY(`post_id`, `number`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE TABLE `calendars` (
	`user_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE UNIQUE INDEX `calendars_hash` ON `calendars` (`hash`);
CREATE TABLE `follow_news` (
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`post_id` text,
	`due_at` text NOT NULL,
	`after_user` text DEFAULT '' NOT NULL,
	`through` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`kind`, `target`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "follow_news_kind" CHECK("follow_news"."kind" in ('post', 'topic', 'course')),
	CONSTRAINT "follow_news_post_id" CHECK("follow_news"."post_id" is null or ("follow_news"."kind" = 'post' and "follow_news"."post_id" = "follow_news"."target")),
	CONSTRAINT "follow_news_of_post" CHECK("follow_news"."kind" <> 'post' or "follow_news"."post_id" is not null)
) STRICT;

CREATE INDEX `follow_news_due` ON `follow_news` (`due_at`);
CREATE INDEX `follow_news_post` ON `follow_news` (`post_id`) WHERE post_id is not null;
CREATE TABLE `follows` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`post_id` text,
	`through` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `target`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "follows_kind" CHECK("follows"."kind" in ('post', 'topic', 'course')),
	CONSTRAINT "follows_post_id" CHECK("follows"."post_id" is null or ("follows"."kind" = 'post' and "follows"."post_id" = "follows"."target")),
	CONSTRAINT "follows_of_post" CHECK("follows"."kind" <> 'post' or "follows"."post_id" is not null)
) STRICT;

CREATE INDEX `follows_target` ON `follows` (`kind`,`target`,`user_id`);
CREATE INDEX `follows_post` ON `follows` (`post_id`) WHERE post_id is not null;
CREATE TABLE `mutes` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`post_id` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `target`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mutes_kind" CHECK("mutes"."kind" in ('post', 'topic', 'word')),
	CONSTRAINT "mutes_post_id" CHECK("mutes"."post_id" is null or ("mutes"."kind" = 'post' and "mutes"."post_id" = "mutes"."target")),
	CONSTRAINT "mutes_of_post" CHECK("mutes"."kind" <> 'post' or "mutes"."post_id" is not null)
) STRICT;

CREATE INDEX `mutes_post` ON `mutes` (`post_id`) WHERE post_id is not null;
CREATE TABLE `identities` (
	`id` text PRIMARY KEY NOT NULL,
	`email_index` text NOT NULL,
	`email_sealed` text NOT NULL,
	`password_hash` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
) STRICT;

CREATE UNIQUE INDEX `identities_email` ON `identities` (`email_index`);
CREATE INDEX `identities_created` ON `identities` (`created_at`);
CREATE TABLE `identity_links` (
	`issuer` text NOT NULL,
	`subject_index` text NOT NULL,
	`identity_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`issuer`, `subject_index`),
	FOREIGN KEY (`identity_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `identity_links_identity` ON `identity_links` (`identity_id`);
CREATE TABLE `login_codes` (
	`email_key` text PRIMARY KEY NOT NULL,
	`identity_id` text,
	`otp_hash` text,
	`expires_at` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`sent_at` text NOT NULL,
	FOREIGN KEY (`identity_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "login_codes_attempts" CHECK("login_codes"."attempts" between 0 and 5)
) STRICT;

CREATE INDEX `login_codes_expires` ON `login_codes` (`expires_at`);
CREATE INDEX `login_codes_identity` ON `login_codes` (`identity_id`);
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`identity_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`identity_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `password_resets_identity` ON `password_resets` (`identity_id`);
CREATE INDEX `password_resets_expires` ON `password_resets` (`expires_at`);
CREATE TABLE `pending_signups` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`email_indexes` text NOT NULL,
	`email_sealed` text NOT NULL,
	`email_domain` text NOT NULL,
	`verified_at` text,
	`otp_hash` text,
	`otp_expires_at` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	CONSTRAINT "pending_signups_attempts" CHECK("pending_signups"."attempts" between 0 and 5),
	CONSTRAINT "pending_signups_otp" CHECK(("pending_signups"."otp_hash" is null) = ("pending_signups"."otp_expires_at" is null))
) STRICT;

CREATE UNIQUE INDEX `pending_signups_token` ON `pending_signups` (`token_hash`);
CREATE INDEX `pending_signups_expires` ON `pending_signups` (`expires_at`);
CREATE TABLE `college_alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`college_id` text,
	`college` text NOT NULL,
	`domain` text NOT NULL,
	`domain_before` text,
	`actor_id` text,
	`created_at` text NOT NULL,
	`acknowledged_at` text,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "college_alerts_kind" CHECK("college_alerts"."kind" in ('created', 'approved', 'domain_changed')),
	CONSTRAINT "college_alerts_domain" CHECK(("college_alerts"."kind" = 'domain_changed') = ("college_alerts"."domain_before" is not null))
) STRICT;

CREATE INDEX `college_alerts_open` ON `college_alerts` (`id`) WHERE acknowledged_at is null;
CREATE INDEX `college_alerts_college` ON `college_alerts` (`college_id`);
CREATE INDEX `college_alerts_actor` ON `college_alerts` (`actor_id`);
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`ending` text,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invitations_ending" CHECK("invitations"."ending" in ('taken', 'revoked'))
) STRICT;

CREATE UNIQUE INDEX `invitations_token` ON `invitations` (`token_hash`);
CREATE INDEX `invitations_expires` ON `invitations` (`expires_at`);
CREATE INDEX `invitations_invited_by` ON `invitations` (`invited_by`);
CREATE TABLE `sign_up_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`email_index` text NOT NULL,
	`email_sealed` text NOT NULL,
	`email_domain` text NOT NULL,
	`language` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`decided_by` text,
	`decided_at` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sign_up_requests_decided" CHECK(("sign_up_requests"."state" = 'waiting') = ("sign_up_requests"."decided_at" is null)),
	CONSTRAINT "sign_up_requests_reason" CHECK(("sign_up_requests"."state" = 'refused') = ("sign_up_requests"."reason" is not null))
) STRICT;

CREATE UNIQUE INDEX `sign_up_requests_email` ON `sign_up_requests` (`email_index`);
CREATE INDEX `sign_up_requests_state` ON `sign_up_requests` (`state`,`created_at`,`id`);
CREATE INDEX `sign_up_requests_expires` ON `sign_up_requests` (`expires_at`);
CREATE INDEX `sign_up_requests_decided_by` ON `sign_up_requests` (`decided_by`);
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

CREATE UNIQUE INDEX `appeals_record` ON `appeals` (`record_id`);
CREATE INDEX `appeals_status` ON `appeals` (`status`,`created_at`,`id`);
CREATE INDEX `appeals_user` ON `appeals` (`user_id`,`id`);
CREATE INDEX `appeals_moderator` ON `appeals` (`moderator_id`);
CREATE TABLE `banned_words` (
	`id` text PRIMARY KEY NOT NULL,
	`word` text NOT NULL,
	`key` text NOT NULL,
	`strict_mode` integer DEFAULT false NOT NULL,
	`severity` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "banned_words_strict_flag" CHECK("banned_words"."strict_mode" in (0, 1)),
	CONSTRAINT "banned_words_severity" CHECK("banned_words"."severity" in ('mild', 'moderate', 'severe')),
	CONSTRAINT "banned_words_key_length" CHECK(length("banned_words"."key") > 0)
) STRICT;

CREATE UNIQUE INDEX `banned_words_key` ON `banned_words` (`key`);
CREATE TABLE `bursts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`about` text NOT NULL,
	`author_id` text,
	`accounts` integer NOT NULL,
	`texts` integer NOT NULL,
	`named` text NOT NULL,
	`since` text NOT NULL,
	`until` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "bursts_kind" CHECK("bursts"."kind" in ('account', 'text', 'link')),
	CONSTRAINT "bursts_author_of_account" CHECK(("bursts"."kind" = 'account') = ("bursts"."author_id" is not null))
) STRICT;

CREATE UNIQUE INDEX `bursts_about` ON `bursts` (`kind`,`about`);
CREATE INDEX `bursts_author` ON `bursts` (`author_id`);
CREATE INDEX `bursts_until` ON `bursts` (`until`);
CREATE TABLE `escalations` (
	`resource_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`escalated_by` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`escalated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;

CREATE INDEX `escalations_by` ON `escalations` (`escalated_by`);
CREATE TABLE `moderation_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`resource` text NOT NULL,
	`resource_id` text NOT NULL,
	`content` text NOT NULL,
	`writer_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`writer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "moderation_notes_kind" CHECK("moderation_notes"."resource" in ('post', 'comment', 'user'))
) STRICT;

CREATE INDEX `moderation_notes_resource` ON `moderation_notes` (`resource_id`,`created_at`,`id`);
CREATE INDEX `moderation_notes_writer` ON `moderation_notes` (`writer_id`);
CREATE TABLE `moderation_records` (
	`id` text PRIMARY KEY NOT NULL,
	`resource` text NOT NULL,
	`resource_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`rule` text,
	`preset` text,
	`bulk_id` text,
	`ends_at` text,
	`moderator_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`moderator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "moderation_records_kind" CHECK("moderation_records"."resource" in ('post', 'comment', 'user')),
	CONSTRAINT "moderation_records_state" CHECK("moderation_records"."state" in ('active', 'banned', 'shadow_banned', 'blocked', 'suspended')),
	CONSTRAINT "moderation_records_end" CHECK(("moderation_records"."state" = 'suspended') = ("moderation_records"."ends_at" is not null))
) STRICT;

CREATE INDEX `moderation_records_resource` ON `moderation_records` (`resource_id`,`created_at`,`id`);
CREATE INDEX `moderation_records_moderator` ON `moderation_records` (`moderator_id`);
CREATE INDEX `moderation_records_bulk` ON `moderation_records` (`bulk_id`) WHERE bulk_id is not null;
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`target_id` text NOT NULL,
	`target_author_id` text,
	`target_title` text,
	`target_content` text,
	`target_starts_at` text,
	`target_place` text,
	`target_poll` text,
	`reporter_id` text,
	`automatic` integer DEFAULT false NOT NULL,
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
	CONSTRAINT "reports_closed_state" CHECK(("reports"."status" = 'pending') = ("reports"."closed_at" is null)),
	CONSTRAINT "reports_automatic" CHECK("reports"."automatic" = 0 or ("reports"."automatic" = 1 and "reports"."reporter_id" is null))
) STRICT;

CREATE UNIQUE INDEX `reports_open` ON `reports` (`reporter_id`,`target_id`) WHERE status = 'pending';
CREATE UNIQUE INDEX `reports_open_automatic` ON `reports` (`target_id`) WHERE status = 'pending' and automatic = 1;
CREATE INDEX `reports_newest` ON `reports` (`status`,`type`,`created_at`,`id`,`target_author_id`);
CREATE INDEX `reports_target` ON `reports` (`target_id`,`created_at`,`id`,`status`,`target_author_id`);
CREATE INDEX `reports_author` ON `reports` (`target_author_id`,`created_at`,`id`);
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`created_at`,`id`,`target_author_id`);
CREATE INDEX `reports_resolved_by` ON `reports` (`resolved_by`);
CREATE INDEX `reports_closed` ON `reports` (`closed_at`) WHERE target_content is not null;
CREATE TABLE `account_notices` (
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

CREATE INDEX `account_notices_user` ON `account_notices` (`user_id`,`id`);
CREATE INDEX `account_notices_unacknowledged` ON `account_notices` (`user_id`) WHERE acknowledged_at is null;
CREATE INDEX `account_notices_post` ON `account_notices` (`post_id`);
CREATE INDEX `account_notices_comment` ON `account_notices` (`comment_id`);
CREATE TABLE `moderation_mails` (
	`user_id` text PRIMARY KEY NOT NULL,
	`due_at` text,
	`sent_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `moderation_mails_due` ON `moderation_mails` (`due_at`) WHERE due_at is not null;
CREATE TABLE `notification_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`replies` integer DEFAULT true NOT NULL,
	`upvotes` integer DEFAULT true NOT NULL,
	`followed_posts` integer DEFAULT true NOT NULL,
	`followed_topics` integer DEFAULT true NOT NULL,
	`push_replies` integer DEFAULT true NOT NULL,
	`push_upvotes` integer DEFAULT false NOT NULL,
	`push_followed_posts` integer DEFAULT true NOT NULL,
	`push_followed_topics` integer DEFAULT false NOT NULL,
	`push_text` integer DEFAULT false NOT NULL,
	`digest_due_at` text,
	`digest_attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notification_settings_flags" CHECK("notification_settings"."replies" in (0, 1) and "notification_settings"."upvotes" in (0, 1) and "notification_settings"."followed_posts" in (0, 1) and "notification_settings"."followed_topics" in (0, 1)),
	CONSTRAINT "notification_settings_push_flags" CHECK("notification_settings"."push_replies" in (0, 1) and "notification_settings"."push_upvotes" in (0, 1) and "notification_settings"."push_followed_posts" in (0, 1) and "notification_settings"."push_followed_topics" in (0, 1) and "notification_settings"."push_text" in (0, 1)),
	CONSTRAINT "notification_settings_digest_attempts" CHECK("notification_settings"."digest_attempts" >= 0)
) STRICT;

CREATE INDEX `notification_settings_digest` ON `notification_settings` (`digest_due_at`) WHERE digest_due_at is not null;
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
	CONSTRAINT "notifications_type" CHECK("notifications"."type" in ('general', 'upvoted_post', 'upvoted_comment', 'replied', 'posted', 'answered')),
	CONSTRAINT "notifications_seen_flag" CHECK("notifications"."seen" in (0, 1)),
	CONSTRAINT "notifications_count" CHECK("notifications"."count" > 0),
	CONSTRAINT "notifications_votes_name_nobody" CHECK("notifications"."type" not in ('upvoted_post', 'upvoted_comment') or "notifications"."actor_id" is null)
) STRICT;

CREATE INDEX `notifications_newest` ON `notifications` (`user_id`,`created_at`,`id`);
CREATE INDEX `notifications_unseen` ON `notifications` (`user_id`) WHERE seen = 0;
CREATE UNIQUE INDEX `notifications_votes_post` ON `notifications` (`user_id`,`post_id`) WHERE type = 'upvoted_post' and seen = 0;
CREATE UNIQUE INDEX `notifications_votes_comment` ON `notifications` (`user_id`,`comment_id`) WHERE type = 'upvoted_comment' and seen = 0;
CREATE UNIQUE INDEX `notifications_followed_post` ON `notifications` (`user_id`,`post_id`) WHERE type = 'posted' and seen = 0 and post_id is not null;
CREATE UNIQUE INDEX `notifications_followed_topic` ON `notifications` (`user_id`,`content`) WHERE type = 'posted' and seen = 0 and post_id is null;
CREATE INDEX `notifications_post` ON `notifications` (`post_id`);
CREATE INDEX `notifications_comment` ON `notifications` (`comment_id`);
CREATE INDEX `notifications_actor` ON `notifications` (`actor_id`);
CREATE TABLE `push_deliveries` (
	`subscription_id` text NOT NULL,
	`notification_id` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` text NOT NULL,
	PRIMARY KEY(`subscription_id`, `notification_id`),
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "push_deliveries_attempts" CHECK("push_deliveries"."attempts" >= 0)
) STRICT;

CREATE INDEX `push_deliveries_notification` ON `push_deliveries` (`notification_id`);
CREATE INDEX `push_deliveries_due` ON `push_deliveries` (`due_at`);
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint_index` text NOT NULL,
	`sealed` text NOT NULL,
	`key_id` text NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "push_subscriptions_failures" CHECK("push_subscriptions"."failures" >= 0)
) STRICT;

CREATE UNIQUE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint_index`);
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);
CREATE TABLE `deletions` (
	`subject` text NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`subject`, `id`),
	CONSTRAINT "deletions_subject" CHECK("deletions"."subject" in ('account', 'post'))
) WITHOUT ROWID, STRICT;

CREATE TABLE `open_questions` (
	`key` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`author_id` text,
	`college_id` text NOT NULL,
	`branch_key` text NOT NULL,
	`topic` text NOT NULL,
	`course_id` text,
	`audience` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`key`) REFERENCES `posts`(`key`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `open_questions_newest` ON `open_questions` (`created_at`,`id`,`audience`);
CREATE TABLE `pinned_posts` (
	`post_id` text PRIMARY KEY NOT NULL,
	`place` text NOT NULL,
	`pinned_at` text NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pinned_posts_place" CHECK("pinned_posts"."place" in ('campus', 'topic'))
) STRICT;

CREATE TABLE `post_counts` (
	`facet` text NOT NULL,
	`value` text NOT NULL,
	`audience` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`facet`, `value`, `audience`),
	CONSTRAINT "post_counts_count" CHECK("post_counts"."count" >= 0)
) WITHOUT ROWID, STRICT;

CREATE TABLE `post_stats` (
	`post` integer PRIMARY KEY NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`upvote_count` integer DEFAULT 0 NOT NULL,
	`downvote_count` integer DEFAULT 0 NOT NULL,
	`uncounted_upvotes` integer DEFAULT 0 NOT NULL,
	`uncounted_downvotes` integer DEFAULT 0 NOT NULL,
	`top_score` integer GENERATED ALWAYS AS (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) VIRTUAL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`thread_count` integer DEFAULT 0 NOT NULL,
	`thread_top_count` integer DEFAULT 0 NOT NULL,
	`hot_score` integer NOT NULL,
	FOREIGN KEY (`post`) REFERENCES `posts`(`key`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "post_stats_counts" CHECK("post_stats"."views" >= 0 and "post_stats"."upvote_count" >= 0 and "post_stats"."downvote_count" >= 0),
	CONSTRAINT "post_stats_thread" CHECK("post_stats"."comments_count" between 0 and "post_stats"."thread_count" and "post_stats"."thread_top_count" between 0 and "post_stats"."thread_count")
) STRICT;

CREATE INDEX `post_stats_hot` ON `post_stats` (`hot_score`);
CREATE INDEX `post_stats_views` ON `post_stats` (`views`);
CREATE INDEX `post_stats_top` ON `post_stats` (`top_score`);
CREATE TABLE `posts` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`author_id` text,
	`college_id` text NOT NULL,
	`branch` text NOT NULL,
	`branch_id` text,
	`branch_key` text GENERATED ALWAYS AS (coalesce(branch_id, lower(branch))) VIRTUAL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`topic` text NOT NULL,
	`starts_at` text,
	`place` text,
	`is_private` integer DEFAULT false NOT NULL,
	`is_question` integer DEFAULT false NOT NULL,
	`course_id` text,
	`picture_id` text,
	`picture_alt` text,
	`poll` text,
	`answer_id` text,
	`is_official` integer DEFAULT false NOT NULL,
	`moderation_state` text DEFAULT 'active' NOT NULL,
	`audience` text GENERATED ALWAYS AS (case moderation_state
  when 'active' then case is_private when 0 then 'public' else 'college:' || college_id end
  when 'shadow_banned' then 'author:' || coalesce(author_id, '')
  else 'none' end) VIRTUAL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`branch_id`) REFERENCES `branches`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "posts_private_flag" CHECK("posts"."is_private" in (0, 1)),
	CONSTRAINT "posts_question" CHECK("posts"."is_question" in (0, 1) and ("posts"."answer_id" is null or "posts"."is_question" = 1)),
	CONSTRAINT "posts_official" CHECK("posts"."is_official" = 0 or "posts"."author_id" is null),
	CONSTRAINT "posts_state" CHECK("posts"."moderation_state" in ('active', 'banned', 'shadow_banned'))
) STRICT;

CREATE UNIQUE INDEX `posts_id_unique` ON `posts` (`id`);
CREATE INDEX `posts_newest` ON `posts` (`created_at`,`id`,`audience`);
CREATE INDEX `posts_edited` ON `posts` (`updated_at`,`id`,`audience`) WHERE updated_at <> created_at;
CREATE INDEX `posts_topic_newest` ON `posts` (`topic`,`created_at`,`id`,`audience`);
CREATE INDEX `posts_college_newest` ON `posts` (`college_id`,`created_at`,`id`,`audience`);
CREATE INDEX `posts_branch_newest` ON `posts` (`branch_key`,`created_at`,`id`,`audience`);
CREATE INDEX `posts_author_newest` ON `posts` (`author_id`,`created_at`,`id`,`audience`);
CREATE INDEX `posts_course_newest` ON `posts` (`course_id`,`created_at`,`id`,`audience`) WHERE course_id is not null;
CREATE INDEX `posts_events` ON `posts` (`starts_at`,`id`,`audience`) WHERE starts_at is not null;
CREATE INDEX `posts_moderated` ON `posts` (`moderation_state`,`created_at`,`id`) WHERE moderation_state <> 'active';
CREATE TABLE `backups` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` text NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`bytes` integer,
	`make_ms` integer,
	`prove_ms` integer,
	`store_ms` integer,
	`mailed_at` text,
	CONSTRAINT "backups_outcome" CHECK("backups"."outcome" in ('proven', 'doubtful', 'failed')),
	CONSTRAINT "backups_reason" CHECK(("backups"."outcome" = 'proven') = ("backups"."reason" is null))
) STRICT;

CREATE TABLE `exports` (
	`user_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`key_sealed` text,
	`bytes` integer,
	`requested_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "exports_state" CHECK("exports"."state" in ('waiting', 'ready', 'failed')),
	CONSTRAINT "exports_ready" CHECK(("exports"."state" = 'ready') = ("exports"."key_sealed" is not null and "exports"."bytes" is not null)),
	CONSTRAINT "exports_attempts" CHECK("exports"."attempts" >= 0)
) STRICT;

CREATE UNIQUE INDEX `exports_id` ON `exports` (`id`);
CREATE INDEX `exports_waiting` ON `exports` (`requested_at`) WHERE state = 'waiting';
CREATE INDEX `exports_requested` ON `exports` (`requested_at`);
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

CREATE INDEX `feedbacks_newest` ON `feedbacks` (`created_at`,`id`);
CREATE INDEX `feedbacks_status` ON `feedbacks` (`status`,`created_at`,`id`,`type`);
CREATE INDEX `feedbacks_type` ON `feedbacks` (`type`,`created_at`,`id`,`status`);
CREATE INDEX `feedbacks_user` ON `feedbacks` (`user_id`);
CREATE TABLE `idempotency_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`user_id` text,
	`created_id` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `idempotency_keys_user` ON `idempotency_keys` (`user_id`,`expires_at`);
CREATE INDEX `idempotency_keys_expiry` ON `idempotency_keys` (`expires_at`);
CREATE TABLE `mail_queue` (
	`id` text PRIMARY KEY NOT NULL,
	`addressee_index` text NOT NULL,
	`sealed` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`created_at` text NOT NULL,
	`last_error` text,
	CONSTRAINT "mail_queue_attempts" CHECK("mail_queue"."attempts" >= 0)
) STRICT;

CREATE INDEX `mail_queue_due` ON `mail_queue` (`next_attempt_at`);
CREATE TABLE `mail_sent` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text DEFAULT 'account' NOT NULL,
	`sent_at` text NOT NULL
) STRICT;

CREATE INDEX `mail_sent_at` ON `mail_sent` (`sent_at`);
CREATE TABLE `search_progress` (
	`subject` text PRIMARY KEY NOT NULL,
	`indexed_to` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_progress_subject" CHECK("search_progress"."subject" in ('posts', 'comments'))
) STRICT;

CREATE TABLE `server_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL
) STRICT;

CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` text NOT NULL
) STRICT;

CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`user_handle` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);
CREATE TABLE `session_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	`expires_at` text NOT NULL,
	`spent_at` text,
	`is_due` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "session_tokens_kind" CHECK("session_tokens"."kind" in ('cookie', 'access', 'refresh')),
	CONSTRAINT "session_tokens_spent" CHECK("session_tokens"."spent_at" is null or "session_tokens"."kind" = 'refresh')
) STRICT;

CREATE INDEX `session_tokens_session` ON `session_tokens` (`session_id`);
CREATE INDEX `session_tokens_expires` ON `session_tokens` (`expires_at`);
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`authenticated_at` text,
	`expires_at` text NOT NULL,
	`ip` text,
	`user_agent` text,
	`is_provided` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);
CREATE INDEX `sessions_seen` ON `sessions` (`last_seen_at`,`user_id`);
CREATE TABLE `alias_endings` (
	`alias_id` text PRIMARY KEY NOT NULL,
	`due_at` text,
	`removals_before` integer DEFAULT 0 NOT NULL,
	`persons` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`alias_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID, STRICT;

CREATE INDEX `alias_endings_due` ON `alias_endings` (`due_at`) WHERE due_at is not null;
CREATE TABLE `aliases` (
	`alias` integer PRIMARY KEY NOT NULL,
	`account` integer NOT NULL,
	`post_id` text NOT NULL,
	`removals_before` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`alias`) REFERENCES `users`(`key`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account`) REFERENCES `users`(`key`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE UNIQUE INDEX `aliases_account_post` ON `aliases` (`account`,`post_id`);
CREATE INDEX `aliases_post` ON `aliases` (`post_id`);
CREATE TABLE `retained_sanctions` (
	`key` text PRIMARY KEY NOT NULL,
	`sanction_id` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`ends_at` text,
	`imposed_at` text NOT NULL,
	CONSTRAINT "retained_sanctions_kind" CHECK("retained_sanctions"."kind" in ('block', 'suspension')),
	CONSTRAINT "retained_sanctions_end" CHECK(("retained_sanctions"."kind" = 'suspension') = ("retained_sanctions"."ends_at" is not null))
) STRICT;

CREATE INDEX `retained_sanctions_sanction` ON `retained_sanctions` (`sanction_id`);
CREATE TABLE `sanctions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`ends_at` text,
	`imposed_by` text,
	`imposed_at` text NOT NULL,
	`retained_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`imposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sanctions_kind" CHECK("sanctions"."kind" in ('block', 'suspension')),
	CONSTRAINT "sanctions_end" CHECK(("sanctions"."kind" = 'suspension') = ("sanctions"."ends_at" is not null))
) STRICT;

CREATE INDEX `sanctions_imposed_by` ON `sanctions` (`imposed_by`);
CREATE TABLE `user_blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "user_blocks_not_oneself" CHECK("user_blocks"."blocker_id" <> "user_blocks"."blocked_id")
) STRICT;

CREATE INDEX `user_blocks_blocked` ON `user_blocks` (`blocked_id`);
CREATE TABLE `user_stats` (
	`user` integer PRIMARY KEY NOT NULL,
	`karma` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user`) REFERENCES `users`(`key`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE TABLE `users` (
	`key` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`auth_id` text,
	`username` text NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`college_id` text NOT NULL,
	`branch` text DEFAULT '' NOT NULL,
	`branch_id` text,
	`branch_key` text GENERATED ALWAYS AS (coalesce(branch_id, lower(branch))) VIRTUAL,
	`branch_shown` integer DEFAULT false NOT NULL,
	`public_branch` text GENERATED ALWAYS AS (case branch_shown when 1 then branch end) VIRTUAL,
	`status` text DEFAULT 'ONBOARDING' NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`name_draws` integer DEFAULT 0 NOT NULL,
	`terms_accepted_at` text,
	`verified_at` text NOT NULL,
	`reminded_at` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`auth_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`branch_id`) REFERENCES `branches`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "users_role_known" CHECK("users"."role" in ('user', 'admin', 'superadmin')),
	CONSTRAINT "users_status_known" CHECK("users"."status" in ('ONBOARDING', 'ACTIVE', 'ALIAS')),
	CONSTRAINT "users_alias" CHECK(("users"."status" = 'ALIAS') = ("users"."auth_id" is null)),
	CONSTRAINT "users_alias_is_plain" CHECK("users"."status" <> 'ALIAS' or ("users"."role" = 'user' and "users"."branch" = '')),
	CONSTRAINT "users_active_has_branch" CHECK("users"."status" <> 'ACTIVE' or length("users"."branch") > 0),
	CONSTRAINT "users_months" CHECK("users"."verified_at" glob '*-01T00:00:00.000Z' and "users"."created_at" glob '*-01T00:00:00.000Z'),
	CONSTRAINT "users_days" CHECK("users"."updated_at" glob '*T00:00:00.000Z' and ("users"."reminded_at" = '' or "users"."reminded_at" glob '*T00:00:00.000Z')),
	CONSTRAINT "users_terms_after_onboarding" CHECK("users"."terms_accepted_at" is null or "users"."status" = 'ACTIVE')
) STRICT;

CREATE UNIQUE INDEX `users_id_unique` ON `users` (`id`);
CREATE UNIQUE INDEX `users_auth` ON `users` (`auth_id`);
CREATE UNIQUE INDEX `users_username` ON `users` (`username`);
CREATE INDEX `users_college` ON `users` (`college_id`,`created_at`,`id`) WHERE status <> 'ALIAS';
CREATE INDEX `users_branch` ON `users` (`branch_id`);
CREATE INDEX `users_group` ON `users` (`college_id`,`branch_key`,`branch_shown`,`verified_at`) WHERE status = 'ACTIVE';
CREATE INDEX `users_membership` ON `users` (`verified_at`,`reminded_at`) WHERE status = 'ACTIVE';
CREATE INDEX `users_role` ON `users` (`role`) WHERE role <> 'user';
CREATE INDEX `users_created` ON `users` (`created_at`,`id`) WHERE status <> 'ALIAS';
CREATE INDEX `users_alias` ON `users` (`status`) WHERE status = 'ALIAS';
CREATE TABLE `bookmarks` (
	`user` integer NOT NULL,
	`post` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user`, `post`),
	FOREIGN KEY (`user`) REFERENCES `users`(`key`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post`) REFERENCES `posts`(`key`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID, STRICT;

CREATE INDEX `bookmarks_newest` ON `bookmarks` (`user`,`created_at`);
CREATE INDEX `bookmarks_post` ON `bookmarks` (`post`);
CREATE TABLE `comment_votes` (
	`user` integer NOT NULL,
	`comment` integer NOT NULL,
	`value` integer NOT NULL,
	`is_counted` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user`, `comment`),
	FOREIGN KEY (`user`) REFERENCES `users`(`key`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`comment`) REFERENCES `comments`(`key`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "comment_votes_value" CHECK("comment_votes"."value" in (1, -1))
) WITHOUT ROWID, STRICT;

CREATE INDEX `comment_votes_comment` ON `comment_votes` (`comment`,`value`);
CREATE TABLE `poll_voters` (
	`user` integer NOT NULL,
	`post` integer NOT NULL,
	PRIMARY KEY(`user`, `post`),
	FOREIGN KEY (`user`) REFERENCES `users`(`key`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post`) REFERENCES `posts`(`key`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID, STRICT;

CREATE INDEX `poll_voters_post` ON `poll_voters` (`post`);
CREATE TABLE `polls` (
	`post` integer PRIMARY KEY NOT NULL,
	`ends_at` text NOT NULL,
	`votes` text,
	`pending` text,
	FOREIGN KEY (`post`) REFERENCES `posts`(`key`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `polls_open` ON `polls` (`ends_at`) WHERE pending is not null;
CREATE TABLE `post_votes` (
	`user` integer NOT NULL,
	`post` integer NOT NULL,
	`value` integer NOT NULL,
	`is_counted` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user`, `post`),
	FOREIGN KEY (`user`) REFERENCES `users`(`key`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`post`) REFERENCES `posts`(`key`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "post_votes_value" CHECK("post_votes"."value" in (1, -1))
) WITHOUT ROWID, STRICT;

CREATE INDEX `post_votes_post` ON `post_votes` (`post`,`value`);
CREATE TABLE `vote_recounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE TABLE `delayed_comments` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`post_id` text NOT NULL,
	`parent_comment_id` text,
	`content` text NOT NULL,
	`is_aliased` integer DEFAULT false NOT NULL,
	`publish_at` text,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "delayed_comments_alias_flag" CHECK("delayed_comments"."is_aliased" in (0, 1))
) STRICT;

CREATE INDEX `delayed_comments_author` ON `delayed_comments` (`author_id`);
CREATE INDEX `delayed_comments_post` ON `delayed_comments` (`post_id`);
CREATE INDEX `delayed_comments_due` ON `delayed_comments` (`publish_at`) WHERE publish_at is not null;
CREATE TABLE `delayed_posts` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`topic` text NOT NULL,
	`starts_at` text,
	`place` text,
	`is_private` integer DEFAULT false NOT NULL,
	`is_question` integer DEFAULT false NOT NULL,
	`course_id` text,
	`picture_id` text,
	`picture_alt` text,
	`poll` text,
	`is_aliased` integer DEFAULT false NOT NULL,
	`publish_at` text,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "delayed_posts_flags" CHECK("delayed_posts"."is_private" in (0, 1) and "delayed_posts"."is_question" in (0, 1))
) STRICT;

CREATE INDEX `delayed_posts_author` ON `delayed_posts` (`author_id`);
CREATE INDEX `delayed_posts_due` ON `delayed_posts` (`publish_at`) WHERE publish_at is not null;
CREATE TABLE `held_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`author_id` text NOT NULL,
	`content` text NOT NULL,
	`title` text,
	`topic` text,
	`starts_at` text,
	`place` text,
	`is_private` integer,
	`is_question` integer,
	`course_id` text,
	`picture_id` text,
	`picture_alt` text,
	`poll` text,
	`post_id` text,
	`parent_comment_id` text,
	`doubts` text NOT NULL,
	`created_at` text NOT NULL,
	`refused_at` text,
	`refused_by` text,
	`reason` text,
	`rule` text,
	`preset` text,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`refused_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "held_texts_type" CHECK("held_texts"."type" in ('post', 'comment')),
	CONSTRAINT "held_texts_fields" CHECK(("held_texts"."type" = 'post') = ("held_texts"."title" is not null and "held_texts"."topic" is not null and "held_texts"."is_private" in (0, 1)) and ("held_texts"."type" = 'comment') = ("held_texts"."post_id" is not null)),
	CONSTRAINT "held_texts_refusal" CHECK("held_texts"."refused_at" is not null or ("held_texts"."refused_by" is null and "held_texts"."reason" is null and "held_texts"."rule" is null))
) STRICT;

CREATE INDEX `held_texts_author` ON `held_texts` (`author_id`,`id`);
CREATE INDEX `held_texts_waiting` ON `held_texts` (`created_at`,`id`,`author_id`) WHERE refused_at is null;
CREATE INDEX `held_texts_refused` ON `held_texts` (`refused_at`,`id`,`author_id`) WHERE refused_at is not null;
CREATE INDEX `held_texts_post` ON `held_texts` (`post_id`);
CREATE INDEX `held_texts_refused_by` ON `held_texts` (`refused_by`);
CREATE TABLE `pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`file` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`placeholder` text NOT NULL,
	`likeness` text NOT NULL,
	`owner_id` text,
	`uploaded_at` text,
	`post_id` text,
	`held_id` text,
	`delayed_id` text,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`held_id`) REFERENCES `held_texts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`delayed_id`) REFERENCES `delayed_posts`(`id`) ON UPDATE no action ON DELETE set null
) WITHOUT ROWID, STRICT;

CREATE INDEX `pictures_file` ON `pictures` (`file`);
CREATE INDEX `pictures_owner` ON `pictures` (`owner_id`) WHERE owner_id is not null;
CREATE INDEX `pictures_post` ON `pictures` (`post_id`) WHERE post_id is not null;
CREATE INDEX `pictures_held` ON `pictures` (`held_id`) WHERE held_id is not null;
CREATE INDEX `pictures_delayed` ON `pictures` (`delayed_id`) WHERE delayed_id is not null;
CREATE INDEX `pictures_loose` ON `pictures` (`id`) WHERE owner_id is null and post_id is null and held_id is null and delayed_id is null;
CREATE TABLE `removed_pictures` (
	`likeness` text PRIMARY KEY NOT NULL
) WITHOUT ROWID, STRICT;

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

CREATE INDEX `webhook_deliveries_webhook` ON `webhook_deliveries` (`webhook_id`);
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`next_attempt_at`) WHERE status = 'pending';
CREATE INDEX `webhook_deliveries_finished` ON `webhook_deliveries` (`finished_at`) WHERE finished_at is not null;
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


-- What Drizzle cannot say: full-text indexes, triggers, and the rows of a new database. Part of the baseline (db/baseline.ts).

CREATE VIRTUAL TABLE comments_search USING fts5 (
  content, content = 'comments', content_rowid = 'key', columnsize = 0, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

INSERT INTO comments_search (comments_search, rank) VALUES ('secure-delete', 1), ('automerge', 0), ('usermerge', 8), ('crisismerge', 64);

CREATE VIRTUAL TABLE comments_words USING fts5vocab (comments_search, instance);

CREATE VIRTUAL TABLE posts_search USING fts5 (
  title, content, content = 'posts', content_rowid = 'key', columnsize = 0, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

INSERT INTO posts_search (posts_search, rank) VALUES ('secure-delete', 1), ('automerge', 0), ('usermerge', 8), ('crisismerge', 64);

CREATE VIRTUAL TABLE posts_words USING fts5vocab (posts_search, instance);

CREATE TABLE user_names (
  number INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE user_name_trigrams USING fts5 (name, tokenize = 'trigram', content = '');

INSERT INTO user_name_trigrams (user_name_trigrams, rank) VALUES ('secure-delete', 1);

CREATE VIRTUAL TABLE user_name_trigram_list USING fts5vocab (user_name_trigrams, instance);

CREATE INDEX user_names_name ON user_names (name);

CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
WHEN NOT EXISTS (SELECT 1 FROM audit_rewriting WHERE old.number BETWEEN first AND last) BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no entry is deleted');
END;

CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
WHEN (
    old.hash IS NOT NULL
    OR (new.number, new.time, new.action, new.actor, new.role, new.entity_type, new.entity, new.failed, new.platform,
      new.request, new.ip, new.agent, new.detail)
      IS NOT
       (old.number, old.time, old.action, old.actor, old.role, old.entity_type, old.entity, old.failed, old.platform,
      old.request, old.ip, old.agent, old.detail)
  )
  AND NOT EXISTS (SELECT 1 FROM audit_rewriting WHERE old.number BETWEEN first AND last AND new.number = old.number)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no entry changes');
END;

INSERT INTO search_progress (subject) VALUES ('posts'), ('comments');

-- What the classifier learns from goes with the text.

CREATE TRIGGER classifier_post_deleted AFTER DELETE ON posts BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
CREATE TRIGGER classifier_post_hidden AFTER INSERT ON deletions WHEN new.subject = 'post' BEGIN DELETE FROM classifier_decisions WHERE target_id = new.id; END;
CREATE TRIGGER classifier_post_emptied AFTER UPDATE OF author_id ON posts WHEN new.author_id IS NULL BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
CREATE TRIGGER classifier_comment_deleted AFTER DELETE ON comments BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
CREATE TRIGGER classifier_comment_emptied AFTER UPDATE OF deleted_at ON comments WHEN new.deleted_at IS NOT NULL BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
CREATE TRIGGER classifier_held_deleted AFTER DELETE ON held_texts BEGIN DELETE FROM classifier_decisions WHERE target_id = old.id; END;
