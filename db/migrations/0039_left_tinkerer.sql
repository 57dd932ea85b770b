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
	`post_id` text,
	`parent_comment_id` text,
	`doubts` text NOT NULL,
	`created_at` text NOT NULL,
	`refused_at` text,
	`refused_by` text,
	`reason` text,
	`rule` text,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`refused_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "held_texts_type" CHECK("held_texts"."type" in ('post', 'comment')),
	CONSTRAINT "held_texts_fields" CHECK(("held_texts"."type" = 'post') = ("held_texts"."title" is not null and "held_texts"."topic" is not null and "held_texts"."is_private" in (0, 1)) and ("held_texts"."type" = 'comment') = ("held_texts"."post_id" is not null)),
	CONSTRAINT "held_texts_refusal" CHECK("held_texts"."refused_at" is not null or ("held_texts"."refused_by" is null and "held_texts"."reason" is null and "held_texts"."rule" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `held_texts_author` ON `held_texts` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `held_texts_waiting` ON `held_texts` (`created_at`,`id`,`author_id`) WHERE refused_at is null;--> statement-breakpoint
CREATE INDEX `held_texts_refused` ON `held_texts` (`refused_at`,`id`,`author_id`) WHERE refused_at is not null;--> statement-breakpoint
CREATE INDEX `held_texts_post` ON `held_texts` (`post_id`);--> statement-breakpoint
CREATE INDEX `held_texts_refused_by` ON `held_texts` (`refused_by`);--> statement-breakpoint
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
	CONSTRAINT "account_notices_kind" CHECK("__new_account_notices"."kind" in ('email_revealed', 'password_changed', 'passkeys_changed', 'suspended', 'banned', 'sanction_lifted', 'post_removed', 'comment_removed', 'webhook_disabled', 'text_refused'))
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