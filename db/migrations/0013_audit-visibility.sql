CREATE TABLE `audit_overflow` (
	`day` text NOT NULL,
	`actor_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `actor_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `audit_rewriting` (
	`first` integer NOT NULL,
	`last` integer NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `audit_log_timestamp`;--> statement-breakpoint
DROP INDEX `audit_log_action`;--> statement-breakpoint
DROP INDEX `audit_log_entity`;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `subject_hash` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `is_listed` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- The triggers let no entry be changed, and they do not know the new columns.
DROP TRIGGER audit_log_kept;--> statement-breakpoint
DROP TRIGGER audit_log_unchanged;--> statement-breakpoint
UPDATE audit_log SET is_listed = 1 WHERE action IN (
  'user:began:registration', 'user:requested:otp', 'user:verified:otp', 'user:failed:login',
  'user:requested:password-reset', 'user:reused:refresh-token', 'user:created:post', 'user:updated:post',
  'user:deleted:post', 'user:created:comment', 'user:updated:comment', 'user:deleted:comment',
  'user:created:feedback', 'admin:read:post', 'admin:banned:post', 'admin:shadow-banned:post', 'admin:restored:post',
  'admin:banned:comment', 'admin:shadow-banned:comment', 'admin:restored:comment', 'admin:updated:report',
  'admin:resolved:reports', 'admin:deleted:report', 'admin:blocked:user', 'admin:suspended:user',
  'admin:lifted:sanction', 'admin:searched:address', 'admin:changed:role', 'admin:created:college',
  'admin:updated:college', 'admin:deleted:college', 'admin:approved:college-request',
  'admin:rejected:college-request', 'admin:reopened:college-request', 'admin:created:branch', 'admin:updated:branch',
  'admin:deleted:branch', 'admin:created:word', 'admin:updated:word', 'admin:deleted:word', 'admin:updated:feedback',
  'admin:deleted:feedback', 'admin:changed:settings', 'operator:created:administrator', 'operator:changed:role',
  'operator:changed:password', 'operator:lifted:sanction', 'operator:created:college', 'operator:updated:college',
  'operator:deleted:college', 'operator:created:branch', 'operator:updated:branch', 'operator:deleted:branch',
  'operator:renamed:user', 'operator:seeded:campus', 'operator:recounted:counters', 'operator:restored:backup'
);
--> statement-breakpoint
CREATE INDEX `audit_log_listed_actor` ON `audit_log` (`actor_id`,`timestamp`) WHERE is_listed = 1;--> statement-breakpoint
CREATE INDEX `audit_log_timestamp` ON `audit_log` (`timestamp`) WHERE is_listed = 1;--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`timestamp`) WHERE is_listed = 1;--> statement-breakpoint
CREATE INDEX `audit_log_entity` ON `audit_log` (`entity_id`,`timestamp`) WHERE is_listed = 1;
--> statement-breakpoint
-- The audit log is append-only, but for the rows that the present transaction names in audit_rewriting.
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
WHEN NOT EXISTS (SELECT 1 FROM audit_rewriting WHERE old.rowid BETWEEN first AND last) BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no entry is deleted');
END;
--> statement-breakpoint
-- The other change: where an entry came from is blanked, with the salt of its digest.
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
WHEN (
    new.ip IS NOT NULL OR new.user_agent IS NOT NULL OR new.origin_salt IS NOT NULL
    OR (new.rowid, new.id, new.timestamp, new.action, new.entity_type, new.entity_id, new.actor_id, new.actor_role,
      new.status, new.request_id, new.platform, new.before, new.after, new.reason, new.metadata, new.origin_digest,
      new.subject_hash, new.is_listed, new.hash)
      IS NOT
       (old.rowid, old.id, old.timestamp, old.action, old.entity_type, old.entity_id, old.actor_id, old.actor_role,
      old.status, old.request_id, old.platform, old.before, old.after, old.reason, old.metadata, old.origin_digest,
      old.subject_hash, old.is_listed, old.hash)
  )
  AND NOT EXISTS (SELECT 1 FROM audit_rewriting WHERE old.rowid BETWEEN first AND last AND new.rowid = old.rowid)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no entry changes');
END;
--> statement-breakpoint
CREATE TRIGGER audit_overflow_kept BEFORE DELETE ON audit_overflow BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no count is deleted');
END;
--> statement-breakpoint
CREATE TRIGGER audit_overflow_grows BEFORE UPDATE ON audit_overflow
WHEN (new.day, new.actor_id) IS NOT (old.day, old.actor_id) OR new.count <= old.count BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only: no count falls');
END;
