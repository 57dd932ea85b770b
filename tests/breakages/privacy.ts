import type { Breakage } from './breakage'

export const privacy: Breakage[] = [
  {
    rule: 'others see times in whole minutes',
    file: 'src/forum/comments/record.ts',
    from: 'createdAt: shownTime(row.createdAt)',
    to: 'createdAt: isoOf(row.createdAt)',
  },
  {
    rule: 'no address of a mail is logged',
    file: 'src/lib/process/log.ts',
    from: '|.*e-?mail|',
    to: '|',
  },
  {
    rule: 'a branch that few of a college study is not shown',
    file: 'src/campus/accounts/branch-groups.ts',
    from: 'const limit = config.minGroup\n',
    to: 'const limit = Math.min(config.minGroup, 1)\n',
  },
  {
    rule: 'what a moderator removed is not in the thread',
    file: 'src/forum/comments/record.ts',
    from: "isRemoved ? '[removed]' : row.content",
    to: 'row.content',
  },
  {
    rule: 'the aliases of a deleted account go at different moments',
    file: 'src/campus/authorship/endings.ts',
    from: 'Date.now() + randomInt(HOUR_MS)',
    to: 'Date.now() + randomInt(1)',
  },
  {
    rule: 'the audit log never names the account of an alias',
    file: 'src/campus/authorship/writers.ts',
    from: 'authorId !== null && self.aliases.has(authorId) ? aliasActor',
    to: 'authorId !== null && self.aliases.has(self.id) ? aliasActor',
  },
  {
    rule: 'nobody learns what the neighbours on a network do',
    file: 'src/http/limits.ts',
    from: '  context.rateLimit = { limit: result.limit }\n',
    to: '',
  },
  {
    rule: 'a search finds no post of somebody whom one blocked',
    file: 'src/parts/search/queries.ts',
    from: 'blocked && sql`(p.author_id IS NULL',
    to: 'false && sql`(p.author_id IS NULL',
  },
  {
    rule: 'aliases of one account are one author to the classifier',
    file: 'src/parts/classifier/decisions.ts',
    from: '() => ownerOf(db, authorId)',
    to: '() => authorId',
  },
  {
    rule: 'what the classifier learned of a comment goes with it',
    file: 'db/migrations/0000_baseline.sql',
    from: 'UPDATE OF deleted_at ON comments WHEN new.deleted_at IS NOT NULL',
    to: 'UPDATE OF deleted_at ON comments WHEN new.deleted_at IS NULL',
  },
  {
    rule: 'what is deleted while the classifier learns is not learned',
    file: 'src/parts/classifier/night.ts',
    from: 'if (whichUntil(tx, until) !== learnedFrom) return',
    to: '',
  },
  {
    rule: 'the classifier learns nothing of what moderators write',
    file: 'src/parts/classifier/decisions.ts',
    from: 'isAdministrator(author)',
    to: 'false',
  },
]
