INSERT INTO colleges VALUES ('campus', 'Campus University', 'campus.edu', 'Springfield', 'Oregon', '{}', '{at}', '{at}');
INSERT INTO branches VALUES ('cse', 'Computer Science', 'CSE', '{at}', '{at}');
INSERT INTO college_branches VALUES ('campus', 'cse');
INSERT INTO college_requests
  (id, name, email_domain, city, state, requested_by_email, language, created_at, updated_at)
  VALUES ('request', 'Hill College', 'hill.edu', 'Hilltown', 'Iowa', '{dean}', 'hi', '{at}', '{at}');
INSERT INTO identities VALUES ('id-ann', '{ann}', '{at}', 'a password hash', '{at}', '{at}'),
  ('id-ben', '{ben}', '{at}', NULL, '{at}', '{at}');
INSERT INTO identity_links VALUES ('{issuer}', '{subject}', 'id-ann', '{at}');
INSERT INTO users
  (id, auth_id, username, role, karma, college_id, branch, branch_id, status, terms_accepted_at, language,
  created_at, updated_at)
  VALUES ('ann', 'id-ann', 'quiet-otter-1', 'user', 2, 'campus', 'CSE', 'cse', 'ACTIVE', '{at}', 'hi', '{at}', '{at}'),
  ('ben', 'id-ben', 'loud-otter-2', 'admin', 0, 'campus', 'CSE', 'cse', 'ACTIVE', '{at}', 'en', '{at}', '{at}');
INSERT INTO sessions VALUES ('session', 'ann', '{at}', '{at}', '{later}', '192.0.2.7', 'Firefox');
INSERT INTO session_tokens VALUES ('{token}', 'session', 'cookie', '{later}', NULL);
INSERT INTO login_codes VALUES
  ('{loginCode}', 'id-ann', '{otp}', '{later}', 1, '{at}');
INSERT INTO password_resets VALUES ('a token hash', 'id-ann', '{later}', '{at}');
INSERT INTO pending_signups
  (id, token_hash, email, otp_hash, otp_expires_at, attempts, created_at, expires_at)
  VALUES ('signup', 'another token hash', '{signingUp}', '{signupOtp}',
  '{later}', 2, '{at}', '{later}');
INSERT INTO retained_sanctions VALUES
  ('{sanction}', 'suspension', 'Spam', '{later}', '{at}');
INSERT INTO sanctions VALUES ('ann', 'block', 'Spam', NULL, 'ben', '{at}');
INSERT INTO user_blocks VALUES ('ann', 'ben', '{at}');
INSERT INTO posts
  (id, author_id, college_id, branch, branch_id, title, content, topic, is_private, moderation_state, views,
  upvote_count, comments_count, thread_count, thread_top_count, created_at, updated_at)
  VALUES ('post', 'ann', 'campus', 'CSE', 'cse', 'A title', 'A text', 'Ask Campus', 1, 'shadow_banned', 7, 1, 2, 2, 1,
  '{at}', '{at}');
INSERT INTO comments
  (id, post_id, parent_comment_id, author_id, content, upvote_count, replies_count, created_at, updated_at)
  VALUES ('comment', 'post', NULL, 'ann', 'A comment', 1, 1, '{at}', '{at}'),
  ('reply', 'post', 'comment', 'ben', 'A reply', 0, 0, '{at}', '{at}');
INSERT INTO post_counts VALUES ('topic', 'Ask Campus', 'public', 3);
INSERT INTO post_votes VALUES ('ben', 'post', 'a-vote', 1, '{at}');
INSERT INTO comment_votes VALUES ('ben', 'comment', 'another-vote', 1, '{at}');
INSERT INTO bookmarks VALUES ('ben', 'post', 'a-bookmark', '{at}');
INSERT INTO notifications VALUES ('notification', 'ann', 'replied', 'post', 'reply', 'ben', 1, 'A reply', 0, '{at}');
INSERT INTO reports VALUES
  ('report', 'Post', 'post', 'ann', 'A title', 'A text', 'ben', 'spam', 'Look', 'resolved', 'ben', '{at}', '{at}', '{at}');
INSERT INTO moderation_records VALUES ('record', 'post', 'post', 'shadow_banned', 'Spam', NULL, 'ben', '{at}');
INSERT INTO banned_words VALUES ('word', 'grumblefink', 'grumblefink', 1, 'mild', '{at}', '{at}');
INSERT INTO feedbacks VALUES ('feedback', 'ann', 'bug', 'Slow', 'At noon', 'new', '{at}', '{at}');
INSERT INTO settings VALUES ('topics', '["Ask Campus"]', '{at}');
INSERT INTO mail_queue (id, addressee, subject, text, html, attempts, next_attempt_at, created_at, last_error)
  VALUES ('mail', '{ben}', 'Removed', 'Your "post"', '<p>Your post</p>', 3, '{later}', '{at}', 'refused');
INSERT INTO mail_sent VALUES ('sent', '{at}');
