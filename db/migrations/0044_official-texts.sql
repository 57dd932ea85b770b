-- By hand, because a table made anew would lose its triggers, and rewrite every text.
ALTER TABLE `posts` ADD `is_official` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD CONSTRAINT "posts_official" CHECK("is_official" = 0 or "author_id" is null);--> statement-breakpoint
ALTER TABLE `comments` ADD `is_official` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `comments` DROP CONSTRAINT "comments_deleted";--> statement-breakpoint
ALTER TABLE `comments` ADD CONSTRAINT "comments_deleted" CHECK(("deleted_at" is null) = ("author_id" is not null or "is_official" = 1));--> statement-breakpoint
ALTER TABLE `comments` ADD CONSTRAINT "comments_official" CHECK("is_official" = 0 or "author_id" is null);
