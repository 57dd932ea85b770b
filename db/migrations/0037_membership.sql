DROP INDEX `users_group`;--> statement-breakpoint
ALTER TABLE `users` ADD `verified_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `reminded_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `users_membership` ON `users` (`verified_at`,`reminded_at`);--> statement-breakpoint
CREATE INDEX `users_group` ON `users` (`college_id`,`branch_key`,`status`,`branch_shown`,`verified_at`);--> statement-breakpoint
ALTER TABLE `identities` DROP COLUMN `email_verified_at`;--> statement-breakpoint
-- Who joined long ago has two months and more to prove the address again; `REVERIFY_MONTHS` is 12 unless told.
UPDATE users SET verified_at = max(created_at, strftime('%Y-%m', 'now', 'start of month', '-10 months') || '-01T00:00:00.000Z');
--> statement-breakpoint
-- Neither the month of joining nor that of renewing is known more exactly than others may know it. Triggers, so that no
-- write can miss it.
CREATE TRIGGER users_membership_insert AFTER INSERT ON users BEGIN
  UPDATE users SET verified_at = substr(CASE verified_at WHEN '' THEN created_at ELSE verified_at END, 1, 7) || '-01T00:00:00.000Z'
  WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_membership_update AFTER UPDATE OF verified_at, reminded_at ON users
WHEN new.verified_at NOT GLOB '*-01T00:00:00.000Z' OR (new.reminded_at <> '' AND new.reminded_at NOT GLOB '*T00:00:00.000Z') BEGIN
  UPDATE users SET verified_at = substr(verified_at, 1, 7) || '-01T00:00:00.000Z',
    reminded_at = CASE reminded_at WHEN '' THEN '' ELSE substr(reminded_at, 1, 10) || 'T00:00:00.000Z' END WHERE id = new.id;
END;
