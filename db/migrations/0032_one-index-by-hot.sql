DROP INDEX `posts_topic_hot`;--> statement-breakpoint
DROP INDEX `posts_college_hot`;--> statement-breakpoint
DROP INDEX `posts_branch_hot`;--> statement-breakpoint
DROP INDEX `posts_hot`;--> statement-breakpoint
CREATE INDEX `posts_hot` ON `posts` (`hot_score`,`id`,`audience`,`topic`);