CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`timestamp` text NOT NULL,
	`action` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text,
	`actor_id` text,
	`actor_role` text,
	`status` text NOT NULL,
	`ip` text,
	`user_agent` text,
	`request_id` text,
	`platform` text NOT NULL,
	`before` text,
	`after` text,
	`reason` text,
	`metadata` text,
	CONSTRAINT "audit_log_status" CHECK("audit_log"."status" in ('success', 'failure')),
	CONSTRAINT "audit_log_action_form" CHECK("audit_log"."action" glob '*:*')
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_log_timestamp` ON `audit_log` (`timestamp`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`timestamp`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`timestamp`);--> statement-breakpoint
CREATE INDEX `audit_log_entity` ON `audit_log` (`entity_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `branches` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`code` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `branches_code` ON `branches` (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX `branches_name` ON `branches` (lower("name"));--> statement-breakpoint
CREATE TABLE `college_branches` (
	`college_id` text NOT NULL,
	`branch_id` text NOT NULL,
	PRIMARY KEY(`college_id`, `branch_id`),
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`branch_id`) REFERENCES `branches`(`id`) ON UPDATE no action ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `college_branches_branch` ON `college_branches` (`branch_id`);--> statement-breakpoint
CREATE TABLE `college_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email_domain` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`requested_by_email` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`resolved_college_id` text,
	`mailed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`resolved_college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "college_requests_status" CHECK("college_requests"."status" in ('pending', 'approved', 'rejected'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `college_requests_pending_domain` ON `college_requests` (`email_domain`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `college_requests_created` ON `college_requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `college_requests_college` ON `college_requests` (`resolved_college_id`);--> statement-breakpoint
CREATE TABLE `colleges` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email_domain` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`profile` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "colleges_email_domain_form" CHECK("colleges"."email_domain" = lower("colleges"."email_domain") and instr("colleges"."email_domain", '@') = 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `colleges_email_domain` ON `colleges` (`email_domain`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` text PRIMARY KEY NOT NULL,
	`post_id` text NOT NULL,
	`parent_comment_id` text,
	`author_id` text,
	`content` text NOT NULL,
	`is_banned` integer DEFAULT false NOT NULL,
	`deleted_at` text,
	`hidden` integer DEFAULT false NOT NULL,
	`upvote_count` integer DEFAULT 0 NOT NULL,
	`downvote_count` integer DEFAULT 0 NOT NULL,
	`replies_count` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "comments_deleted" CHECK(("comments"."deleted_at" is null) = ("comments"."author_id" is not null)),
	CONSTRAINT "comments_deleted_empty" CHECK("comments"."deleted_at" is null or ("comments"."content" = '' and "comments"."is_banned" = 0)),
	CONSTRAINT "comments_hidden" CHECK("comments"."hidden" = (("comments"."deleted_at" is not null or "comments"."is_banned" = 1) and "comments"."replies_count" = 0)),
	CONSTRAINT "comments_not_own_parent" CHECK("comments"."parent_comment_id" is null or "comments"."parent_comment_id" <> "comments"."id"),
	CONSTRAINT "comments_counts" CHECK("comments"."upvote_count" >= 0 and "comments"."downvote_count" >= 0 and "comments"."replies_count" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `comments_post_newest` ON `comments` (`post_id`,`created_at`,`id`,`hidden`);--> statement-breakpoint
CREATE INDEX `comments_post_updated` ON `comments` (`post_id`,`updated_at`,`id`,`hidden`);--> statement-breakpoint
CREATE INDEX `comments_top_newest` ON `comments` (`post_id`,`created_at`,`id`,`hidden`) WHERE parent_comment_id is null;--> statement-breakpoint
CREATE INDEX `comments_top_updated` ON `comments` (`post_id`,`updated_at`,`id`,`hidden`) WHERE parent_comment_id is null;--> statement-breakpoint
CREATE INDEX `comments_replies_newest` ON `comments` (`parent_comment_id`,`created_at`,`id`,`hidden`);--> statement-breakpoint
CREATE INDEX `comments_replies_updated` ON `comments` (`parent_comment_id`,`updated_at`,`id`,`hidden`);--> statement-breakpoint
CREATE INDEX `comments_author` ON `comments` (`author_id`);--> statement-breakpoint
CREATE TABLE `identities` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_verified_at` text,
	`password_hash` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "identities_email_form" CHECK("identities"."email" = lower("identities"."email") and instr("identities"."email", '@') > 1)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_email` ON `identities` (`email`);--> statement-breakpoint
CREATE TABLE `identity_links` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`identity_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`identity_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `identity_links_identity` ON `identity_links` (`identity_id`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `login_codes_expires` ON `login_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `login_codes_identity` ON `login_codes` (`identity_id`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`identity_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`identity_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `password_resets_identity` ON `password_resets` (`identity_id`);--> statement-breakpoint
CREATE INDEX `password_resets_expires` ON `password_resets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `pending_signups` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`email` text NOT NULL,
	`verified_at` text,
	`otp_hash` text,
	`otp_expires_at` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	CONSTRAINT "pending_signups_attempts" CHECK("pending_signups"."attempts" between 0 and 5),
	CONSTRAINT "pending_signups_otp" CHECK(("pending_signups"."otp_hash" is null) = ("pending_signups"."otp_expires_at" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_signups_token` ON `pending_signups` (`token_hash`);--> statement-breakpoint
CREATE INDEX `pending_signups_email` ON `pending_signups` (`email`);--> statement-breakpoint
CREATE INDEX `pending_signups_expires` ON `pending_signups` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mail_queue` (
	`id` text PRIMARY KEY NOT NULL,
	`addressee` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`created_at` text NOT NULL,
	`last_error` text,
	CONSTRAINT "mail_queue_attempts" CHECK("mail_queue"."attempts" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `mail_queue_due` ON `mail_queue` (`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `mail_sent` (
	`id` text PRIMARY KEY NOT NULL,
	`sent_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `mail_sent_at` ON `mail_sent` (`sent_at`);--> statement-breakpoint
CREATE TABLE `post_counts` (
	`facet` text NOT NULL,
	`value` text NOT NULL,
	`audience` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`facet`, `value`, `audience`),
	CONSTRAINT "post_counts_count" CHECK("post_counts"."count" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `posts` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text,
	`college_id` text NOT NULL,
	`branch` text NOT NULL,
	`branch_id` text,
	`branch_key` text GENERATED ALWAYS AS (coalesce(branch_id, lower(branch))) VIRTUAL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`topic` text NOT NULL,
	`is_private` integer DEFAULT false NOT NULL,
	`moderation_state` text DEFAULT 'active' NOT NULL,
	`audience` text GENERATED ALWAYS AS (case moderation_state
  when 'active' then case is_private when 0 then 'public' else 'college:' || college_id end
  when 'shadow_banned' then 'author:' || coalesce(author_id, '')
  else 'none' end) VIRTUAL,
	`views` integer DEFAULT 0 NOT NULL,
	`upvote_count` integer DEFAULT 0 NOT NULL,
	`downvote_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`thread_count` integer DEFAULT 0 NOT NULL,
	`thread_top_count` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`branch_id`) REFERENCES `branches`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "posts_private_flag" CHECK("posts"."is_private" in (0, 1)),
	CONSTRAINT "posts_state" CHECK("posts"."moderation_state" in ('active', 'banned', 'shadow_banned')),
	CONSTRAINT "posts_counts" CHECK("posts"."views" >= 0 and "posts"."upvote_count" >= 0 and "posts"."downvote_count" >= 0),
	CONSTRAINT "posts_thread_counts" CHECK("posts"."comments_count" between 0 and "posts"."thread_count" and "posts"."thread_top_count" between 0 and "posts"."thread_count")
) STRICT;
--> statement-breakpoint
CREATE INDEX `posts_newest` ON `posts` (`created_at`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_updated` ON `posts` (`updated_at`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_viewed` ON `posts` (`views`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_topic_newest` ON `posts` (`topic`,`created_at`,`id`,`audience`,`college_id`);--> statement-breakpoint
CREATE INDEX `posts_topic_updated` ON `posts` (`topic`,`updated_at`,`id`,`audience`,`college_id`);--> statement-breakpoint
CREATE INDEX `posts_topic_viewed` ON `posts` (`topic`,`views`,`id`,`audience`,`college_id`);--> statement-breakpoint
CREATE INDEX `posts_college_newest` ON `posts` (`college_id`,`created_at`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_college_updated` ON `posts` (`college_id`,`updated_at`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_college_viewed` ON `posts` (`college_id`,`views`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_branch_newest` ON `posts` (`branch_key`,`created_at`,`id`,`audience`,`topic`,`college_id`);--> statement-breakpoint
CREATE INDEX `posts_branch_updated` ON `posts` (`branch_key`,`updated_at`,`id`,`audience`,`topic`,`college_id`);--> statement-breakpoint
CREATE INDEX `posts_branch_viewed` ON `posts` (`branch_key`,`views`,`id`,`audience`,`topic`,`college_id`);--> statement-breakpoint
CREATE INDEX `posts_author_newest` ON `posts` (`author_id`,`created_at`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_author_updated` ON `posts` (`author_id`,`updated_at`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_author_viewed` ON `posts` (`author_id`,`views`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_branch` ON `posts` (`branch_id`);--> statement-breakpoint
CREATE TABLE `session_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	`expires_at` text NOT NULL,
	`spent_at` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "session_tokens_kind" CHECK("session_tokens"."kind" in ('cookie', 'access', 'refresh')),
	CONSTRAINT "session_tokens_spent" CHECK("session_tokens"."spent_at" is null or "session_tokens"."kind" = 'refresh')
) STRICT;
--> statement-breakpoint
CREATE INDEX `session_tokens_session` ON `session_tokens` (`session_id`);--> statement-breakpoint
CREATE INDEX `session_tokens_expires` ON `session_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`ip` text,
	`user_agent` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_seen` ON `sessions` (`last_seen_at`,`user_id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `retained_sanctions` (
	`email_key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`ends_at` text,
	`imposed_at` text NOT NULL,
	CONSTRAINT "retained_sanctions_kind" CHECK("retained_sanctions"."kind" in ('block', 'suspension')),
	CONSTRAINT "retained_sanctions_end" CHECK(("retained_sanctions"."kind" = 'suspension') = ("retained_sanctions"."ends_at" is not null))
) STRICT;
--> statement-breakpoint
CREATE TABLE `sanctions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`ends_at` text,
	`imposed_by` text,
	`imposed_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`imposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sanctions_kind" CHECK("sanctions"."kind" in ('block', 'suspension')),
	CONSTRAINT "sanctions_end" CHECK(("sanctions"."kind" = 'suspension') = ("sanctions"."ends_at" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `sanctions_imposed_by` ON `sanctions` (`imposed_by`);--> statement-breakpoint
CREATE TABLE `user_blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "user_blocks_not_oneself" CHECK("user_blocks"."blocker_id" <> "user_blocks"."blocked_id")
) STRICT;
--> statement-breakpoint
CREATE INDEX `user_blocks_blocked` ON `user_blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`auth_id` text NOT NULL,
	`username` text NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`karma` integer DEFAULT 0 NOT NULL,
	`college_id` text NOT NULL,
	`branch` text DEFAULT '' NOT NULL,
	`branch_id` text,
	`status` text DEFAULT 'ONBOARDING' NOT NULL,
	`terms_accepted_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`auth_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`branch_id`) REFERENCES `branches`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "users_role_known" CHECK("users"."role" in ('user', 'admin', 'superadmin')),
	CONSTRAINT "users_status_known" CHECK("users"."status" in ('ONBOARDING', 'ACTIVE')),
	CONSTRAINT "users_active_has_branch" CHECK("users"."status" = 'ONBOARDING' or length("users"."branch") > 0),
	CONSTRAINT "users_terms_after_onboarding" CHECK("users"."terms_accepted_at" is null or "users"."status" = 'ACTIVE')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_auth` ON `users` (`auth_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username`);--> statement-breakpoint
CREATE INDEX `users_college` ON `users` (`college_id`);--> statement-breakpoint
CREATE INDEX `users_branch` ON `users` (`branch_id`);--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`) WHERE role <> 'user';--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);