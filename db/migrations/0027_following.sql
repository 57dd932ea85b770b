CREATE TABLE `follow_news` (
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`post_id` text,
	`due_at` text NOT NULL,
	`after_user` text DEFAULT '' NOT NULL,
	`through` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`kind`, `target`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "follow_news_kind" CHECK("follow_news"."kind" in ('post', 'topic')),
	CONSTRAINT "follow_news_post_id" CHECK("follow_news"."post_id" is null or ("follow_news"."kind" = 'post' and "follow_news"."post_id" = "follow_news"."target")),
	CONSTRAINT "follow_news_of_post" CHECK("follow_news"."kind" <> 'post' or "follow_news"."post_id" is not null)
) STRICT;
--> statement-breakpoint
CREATE INDEX `follow_news_due` ON `follow_news` (`due_at`);--> statement-breakpoint
CREATE INDEX `follow_news_post` ON `follow_news` (`post_id`) WHERE post_id is not null;--> statement-breakpoint
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
	CONSTRAINT "follows_kind" CHECK("follows"."kind" in ('post', 'topic')),
	CONSTRAINT "follows_post_id" CHECK("follows"."post_id" is null or ("follows"."kind" = 'post' and "follows"."post_id" = "follows"."target")),
	CONSTRAINT "follows_of_post" CHECK("follows"."kind" <> 'post' or "follows"."post_id" is not null)
) STRICT;
--> statement-breakpoint
CREATE INDEX `follows_target` ON `follows` (`kind`,`target`,`user_id`);--> statement-breakpoint
CREATE INDEX `follows_post` ON `follows` (`post_id`) WHERE post_id is not null;--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `mutes_post` ON `mutes` (`post_id`) WHERE post_id is not null;--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `notification_settings_digest` ON `notification_settings` (`digest_due_at`) WHERE digest_due_at is not null;--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `push_deliveries_notification` ON `push_deliveries` (`notification_id`);--> statement-breakpoint
CREATE INDEX `push_deliveries_due` ON `push_deliveries` (`due_at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`sealed` text NOT NULL,
	`key_id` text NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "push_subscriptions_failures" CHECK("push_subscriptions"."failures" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_followed_post` ON `notifications` (`user_id`,`post_id`) WHERE type = 'posted' and seen = 0 and post_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_followed_topic` ON `notifications` (`user_id`,`content`) WHERE type = 'posted' and seen = 0 and post_id is null;