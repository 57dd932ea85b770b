DROP INDEX `posts_author_newest`;--> statement-breakpoint
CREATE INDEX `posts_author_newest` ON `posts` (`author_id`,`created_at`,`id`,`audience`,`topic`,`college_id`,`branch_key`);--> statement-breakpoint
-- Lists of several filters have totals, too. Posts that differ in nothing but the author are counted first.
INSERT INTO post_counts (facet, value, audience, count)
  WITH alike AS MATERIALIZED (
    SELECT branch_key, topic, college_id, audience, count(*) AS count FROM posts GROUP BY 1, 2, 3, 4
  )
  SELECT 'branch topic', json_array(branch_key, topic) AS value, audience, sum(count) FROM alike GROUP BY 2, 3
  UNION ALL
  SELECT 'branch college', json_array(branch_key, college_id), audience, sum(count) FROM alike GROUP BY 2, 3
  UNION ALL
  SELECT 'topic college', json_array(topic, college_id), audience, sum(count) FROM alike GROUP BY 2, 3
  UNION ALL
  SELECT 'branch topic college', json_array(branch_key, topic, college_id), audience, sum(count) FROM alike GROUP BY 2, 3;
