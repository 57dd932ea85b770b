ALTER TABLE `college_requests` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
-- What a moderator did was kept as the end of an English sentence.
UPDATE `notifications` SET `content` = 'removed' WHERE `type` = 'general' AND `content` = 'was removed by a moderator';--> statement-breakpoint
UPDATE `notifications` SET `content` = 'restored' WHERE `type` = 'general' AND `content` = 'is visible again';
