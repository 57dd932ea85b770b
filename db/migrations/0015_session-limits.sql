ALTER TABLE `session_tokens` ADD `is_due` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE sessions SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+90 days')
WHERE expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+90 days');--> statement-breakpoint
UPDATE session_tokens SET expires_at = (SELECT sessions.expires_at FROM sessions WHERE sessions.id = session_id)
WHERE expires_at > (SELECT sessions.expires_at FROM sessions WHERE sessions.id = session_id);
