-- In a trigger of an upsert, OR IGNORE means what the upsert says: a second change of a sanction before the recount failed.
DROP TRIGGER sanctions_recount_insert;
--> statement-breakpoint
DROP TRIGGER sanctions_recount_update;
--> statement-breakpoint
DROP TRIGGER sanctions_recount_delete;
--> statement-breakpoint
CREATE TRIGGER sanctions_recount_insert AFTER INSERT ON sanctions
WHEN new.kind = 'block' AND NOT EXISTS (SELECT 1 FROM vote_recounts WHERE user_id = new.user_id) BEGIN
  INSERT INTO vote_recounts (user_id) VALUES (new.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER sanctions_recount_update AFTER UPDATE OF kind ON sanctions
WHEN new.kind <> old.kind AND NOT EXISTS (SELECT 1 FROM vote_recounts WHERE user_id = new.user_id) BEGIN
  INSERT INTO vote_recounts (user_id) VALUES (new.user_id);
END;
--> statement-breakpoint
-- Not for an account that is deleted: its votes go with it.
CREATE TRIGGER sanctions_recount_delete AFTER DELETE ON sanctions
WHEN old.kind = 'block' AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id)
  AND NOT EXISTS (SELECT 1 FROM vote_recounts WHERE user_id = old.user_id) BEGIN
  INSERT INTO vote_recounts (user_id) VALUES (old.user_id);
END;
