ALTER TABLE `users` ADD `branch_key` text GENERATED ALWAYS AS (coalesce(branch_id, lower(branch))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `users` ADD `branch_shown` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `public_branch` text GENERATED ALWAYS AS (case branch_shown when 1 then branch end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `users_group` ON `users` (`college_id`,`branch_key`,`status`,`branch_shown`);--> statement-breakpoint
-- The next start hides the branches of small groups.
UPDATE users SET branch_shown = 1 WHERE status = 'ACTIVE';
