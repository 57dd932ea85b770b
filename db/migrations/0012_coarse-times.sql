CREATE INDEX `identities_created` ON `identities` (`created_at`);--> statement-breakpoint
-- What others see of when somebody joined or changed their account. Triggers, so that no write can miss it.
CREATE TRIGGER users_coarse_insert AFTER INSERT ON users BEGIN
  UPDATE users SET created_at = substr(created_at, 1, 7) || '-01T00:00:00.000Z',
    updated_at = substr(updated_at, 1, 10) || 'T00:00:00.000Z' WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_coarse_update AFTER UPDATE OF created_at, updated_at ON users
WHEN new.created_at NOT GLOB '*-01T00:00:00.000Z' OR new.updated_at NOT GLOB '*T00:00:00.000Z' BEGIN
  UPDATE users SET created_at = substr(created_at, 1, 7) || '-01T00:00:00.000Z',
    updated_at = substr(updated_at, 1, 10) || 'T00:00:00.000Z' WHERE id = new.id;
END;
--> statement-breakpoint
UPDATE users SET created_at = substr(created_at, 1, 7) || '-01T00:00:00.000Z',
  updated_at = substr(updated_at, 1, 10) || 'T00:00:00.000Z';
--> statement-breakpoint
UPDATE college_requests SET created_at = substr(created_at, 1, 16) || ':00.000Z',
  updated_at = substr(updated_at, 1, 16) || ':00.000Z';
