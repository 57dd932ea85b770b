CREATE TABLE `vote_recounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
DROP INDEX `comments_top_updated`;--> statement-breakpoint
DROP INDEX `comments_replies_updated`;--> statement-breakpoint
ALTER TABLE `comments` ADD `uncounted_upvotes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `comments` ADD `uncounted_downvotes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `comments` ADD `top_score` integer GENERATED ALWAYS AS (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) VIRTUAL;--> statement-breakpoint
ALTER TABLE `comments` ADD `best_score` integer GENERATED ALWAYS AS (cast(1000000 * (upvote_count - uncounted_upvotes + 1 + 1.9208 - 1.96 * sqrt((upvote_count - uncounted_upvotes + 1) * (upvote_count - uncounted_upvotes + downvote_count - uncounted_downvotes + 1 - (upvote_count - uncounted_upvotes + 1)) * 1.0 / (upvote_count - uncounted_upvotes + downvote_count - uncounted_downvotes + 1) + 0.9604)) / (upvote_count - uncounted_upvotes + downvote_count - uncounted_downvotes + 1 + 3.8416) as integer)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `comments_top_best` ON `comments` (`post_id`,`best_score`,`id`,`hidden`) WHERE parent_comment_id is null;--> statement-breakpoint
CREATE INDEX `comments_top_highest` ON `comments` (`post_id`,`top_score`,`id`,`hidden`) WHERE parent_comment_id is null;--> statement-breakpoint
CREATE INDEX `comments_replies_best` ON `comments` (`parent_comment_id`,`best_score`,`id`,`hidden`) WHERE parent_comment_id is not null;--> statement-breakpoint
CREATE INDEX `comments_replies_highest` ON `comments` (`parent_comment_id`,`top_score`,`id`,`hidden`) WHERE parent_comment_id is not null;--> statement-breakpoint
DROP INDEX `posts_author_updated`;--> statement-breakpoint
DROP INDEX `posts_author_viewed`;--> statement-breakpoint
ALTER TABLE `posts` ADD `uncounted_upvotes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `uncounted_downvotes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `top_score` integer GENERATED ALWAYS AS (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) VIRTUAL;--> statement-breakpoint
ALTER TABLE `posts` ADD `hot_lead` integer GENERATED ALWAYS AS (90 * sign((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) * case when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 1 then 0 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 2 then 1 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 3 then 2 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 4 then 3 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 6 then 4 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 8 then 5 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 12 then 6 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 16 then 7 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 24 then 8 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 32 then 9 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 48 then 10 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 64 then 11 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 96 then 12 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 128 then 13 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 192 then 14 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 256 then 15 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 384 then 16 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 512 then 17 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 768 then 18 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 1024 then 19 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 1536 then 20 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 2048 then 21 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 3072 then 22 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 4096 then 23 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 6144 then 24 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 8192 then 25 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 12288 then 26 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 16384 then 27 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 24576 then 28 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 32768 then 29 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 49152 then 30 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 65536 then 31 when abs((2 * (upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes) + min(comments_count, 10))) < 98304 then 32 else 33 end) VIRTUAL;--> statement-breakpoint
ALTER TABLE `posts` ADD `hot_score` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE posts SET hot_score = unixepoch(created_at) / 60 + hot_lead;--> statement-breakpoint
ALTER TABLE `posts` ADD `week` integer GENERATED ALWAYS AS (unixepoch(created_at) / 604800) VIRTUAL;--> statement-breakpoint
CREATE INDEX `posts_hot` ON `posts` (`hot_score`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_top` ON `posts` (`week`,`top_score`,`id`);--> statement-breakpoint
CREATE INDEX `posts_topic_hot` ON `posts` (`topic`,`hot_score`,`id`,`audience`,`college_id`);--> statement-breakpoint
CREATE INDEX `posts_college_hot` ON `posts` (`college_id`,`hot_score`,`id`,`audience`);--> statement-breakpoint
CREATE INDEX `posts_branch_hot` ON `posts` (`branch_key`,`hot_score`,`id`,`audience`,`topic`,`college_id`);--> statement-breakpoint
ALTER TABLE `comment_votes` ADD `is_counted` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `post_votes` ADD `is_counted` integer DEFAULT true NOT NULL;
--> statement-breakpoint
-- The hot score follows whatever it depends on: a vote, a comment, a sanction, a repair, a seed.
CREATE TRIGGER posts_hot_insert AFTER INSERT ON posts
WHEN new.hot_score <> unixepoch(new.created_at) / 60 + new.hot_lead BEGIN
  UPDATE posts SET hot_score = unixepoch(new.created_at) / 60 + new.hot_lead WHERE rowid = new.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER posts_hot_update AFTER UPDATE OF upvote_count, downvote_count, uncounted_upvotes, uncounted_downvotes, comments_count, created_at, hot_score ON posts
WHEN new.hot_score <> unixepoch(new.created_at) / 60 + new.hot_lead BEGIN
  UPDATE posts SET hot_score = unixepoch(new.created_at) / 60 + new.hot_lead WHERE rowid = new.rowid;
END;
--> statement-breakpoint
-- Whether the votes of an account count follows from whether it is banned. Its votes are many, so they follow in steps.
CREATE TRIGGER sanctions_recount_insert AFTER INSERT ON sanctions WHEN new.kind = 'block' BEGIN
  INSERT OR IGNORE INTO vote_recounts (user_id) VALUES (new.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER sanctions_recount_update AFTER UPDATE OF kind ON sanctions WHEN new.kind <> old.kind BEGIN
  INSERT OR IGNORE INTO vote_recounts (user_id) VALUES (new.user_id);
END;
--> statement-breakpoint
-- Not for an account that is deleted: its votes go with it.
CREATE TRIGGER sanctions_recount_delete AFTER DELETE ON sanctions
WHEN old.kind = 'block' AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id) BEGIN
  INSERT OR IGNORE INTO vote_recounts (user_id) VALUES (old.user_id);
END;
--> statement-breakpoint
-- Who is banned already.
INSERT INTO vote_recounts (user_id) SELECT user_id FROM sanctions WHERE kind = 'block';
