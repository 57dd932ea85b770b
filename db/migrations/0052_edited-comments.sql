-- contract
-- Few comments are ever changed, and the top level of a thread replies to nothing: neither needs an entry of its own.
DROP INDEX `comments_post_updated`;--> statement-breakpoint
DROP INDEX `comments_replies_newest`;--> statement-breakpoint
CREATE INDEX `comments_post_edited` ON `comments` (`post_id`,`updated_at`,`id`,`hidden`) WHERE updated_at <> created_at;--> statement-breakpoint
CREATE INDEX `comments_replies_newest` ON `comments` (`parent_comment_id`,`created_at`,`id`,`hidden`) WHERE parent_comment_id is not null;