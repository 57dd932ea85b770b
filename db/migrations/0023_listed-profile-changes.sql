-- A changed branch shows on the profile to everybody, so administrators may list when it changed.
INSERT INTO audit_rewriting (first, last) SELECT 0, max(rowid) FROM audit_log HAVING max(rowid) IS NOT NULL;--> statement-breakpoint
UPDATE audit_log SET is_listed = 1 WHERE action = 'user:updated:profile' AND is_listed = 0;--> statement-breakpoint
DELETE FROM audit_rewriting;
