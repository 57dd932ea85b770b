-- The number of a name was counted up, so that searches listed who joined first. Now it is random.
DROP TRIGGER users_named;
--> statement-breakpoint
INSERT INTO user_name_trigrams (user_name_trigrams) VALUES ('delete-all');
--> statement-breakpoint
UPDATE user_names SET number = random() & 9007199254740991;
--> statement-breakpoint
INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names ORDER BY number;
--> statement-breakpoint
CREATE TRIGGER users_named AFTER INSERT ON users BEGIN
  INSERT INTO user_names (number, user_id, name)
    VALUES (random() & 9007199254740991, new.id, lower(new.username));
  INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names WHERE user_id = new.id;
END;
