CREATE INDEX `audit_log_own` ON `audit_log` (`action`,`timestamp`) WHERE action glob 'quad:*';--> statement-breakpoint
-- Entries about the log itself are in no list: their row numbers tell how many entries are hidden.
INSERT INTO audit_rewriting (first, last) SELECT 0, max(rowid) FROM audit_log HAVING max(rowid) IS NOT NULL;--> statement-breakpoint
UPDATE audit_log SET is_listed = 0 WHERE action GLOB 'quad:*' AND is_listed = 1;--> statement-breakpoint
DELETE FROM audit_rewriting;
