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
--> statement-breakpoint
CREATE UNIQUE INDEX `banned_words_key` ON `banned_words` (`key`);