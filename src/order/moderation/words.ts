import { type Static, t } from 'elysia'
import { raw, sql } from '../../../db/sql'
import { INTEGER, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import {
  addBannedWord,
  BANNED_WORD,
  type BannedWord,
  changeBannedWord,
  readBannedWord,
  removeBannedWord,
} from '../../ground/policy/banned-words'
import { findViolations } from '../../ground/policy/check-texts'
import { wordKey } from '../../ground/policy/normalize'
import { choice, flag, integer, named, namedObject, paginate, recordId, text, timestamp } from '../../lib/text/schema'

// Words that nobody may write: listed, added, changed, deleted by moderators. policy/banned-words.ts stores them. Audit
// entries have the id of a word and not its text: moderators also show them to people whom the word insults.

const word = text(1, 100)
const strictMode = flag({ description: 'Refused inside of other words, too' })
const severity = named('WordSeverity', choice(['mild', 'moderate', 'severe']))

export const newWord = namedObject('NewBannedWord', { word, strictMode: t.Optional(strictMode), severity })
type NewWord = Static<typeof newWord>

export const changedWord = namedObject(
  'ChangeBannedWord',
  { word: t.Optional(word), strictMode: t.Optional(strictMode), severity: t.Optional(severity) },
  { minProperties: 1 },
)

export const bannedWord = namedObject('BannedWord', {
  id: recordId,
  word: t.String(),
  strictMode: t.Boolean(),
  severity,
  createdAt: timestamp,
  updatedAt: timestamp,
})

/** By the index banned_words_key, from one end. Each key contains the empty part. */
const matching = (part: string, text: string) =>
  sql`(instr(key, ${part}) > 0 OR (${text} <> '' AND instr(lower(word), ${text}) > 0))`

export const pageOfWords = (part: string, text: string, limit: number, offset: number) => sql(BANNED_WORD)`
  SELECT ${raw(selectList(BANNED_WORD))} FROM banned_words INDEXED BY banned_words_key
  WHERE ${matching(part, text)} ORDER BY key LIMIT ${limit} OFFSET ${offset}`

/** In alphabetical order; with `query`, the words that contain it in any spelling. */
export function listWords({ query = '', page, limit }: { query?: string; page: number; limit: number }) {
  const text = query.trim().toLowerCase()
  // A query without letters has an empty key, which every word contains: it is compared with the text alone.
  const part = wordKey(text) || (text === '' ? '' : '\u0000')
  const rows = pageOfWords(part, text, limit, (page - 1) * limit).all(storage.reader)
  const found = sql({ count: INTEGER })`SELECT count(*) AS count FROM banned_words WHERE ${matching(part, text)}`
  const words = rows.map((row) => ({ ...row, strictMode: row.strictMode === 1 }))
  return { words, pagination: paginate(found.get(storage.reader)!.count, page, limit) }
}

const requireWord = (db: Connection, id: string): BannedWord =>
  readBannedWord(db, id) ?? refuse('NOT_FOUND', 'moderation.wordMissing')

/** Takes effect with the next write. 400 for a word without letters, 409 `CONFLICT` for one that is banned already. */
export async function banWord(moderator: Viewer, { word, strictMode = false, severity }: NewWord): Promise<BannedWord> {
  refuseUnsearchable(word)
  const create = (tx: Tx, moderator: Viewer) => {
    const added = addBannedWord(tx, { word, strictMode, severity }) ?? refuse('CONFLICT', 'moderation.wordTaken')
    const entry = { entityType: 'word', entityId: added.id, after: { strictMode, severity } } as const
    audit(tx, moderator, { action: 'admin:created:word', ...entry })
    return added
  }
  return createAs(moderator, 'admin', { create, read: (id) => requireWord(storage.reader, id) })
}

/** Changes the fields of `changes`. 404; 400 and 409 as `banWord`. */
export async function changeWord(moderator: Viewer, id: string, changes: Partial<NewWord>): Promise<BannedWord> {
  if (changes.word !== undefined) refuseUnsearchable(changes.word)
  return writeAs(moderator, 'admin', (tx, moderator) => {
    const was = requireWord(tx, id)
    const { word = was.word, strictMode = was.strictMode, severity = was.severity } = changes
    const respelt = word !== was.word
    if (!respelt && strictMode === was.strictMode && severity === was.severity) return was
    const is = changeBannedWord(tx, id, { word, strictMode, severity }) ?? refuse('CONFLICT', 'moderation.wordTaken')
    const before = { strictMode: was.strictMode, severity: was.severity }
    const change = { before, after: { strictMode, severity }, metadata: { respelt } }
    audit(tx, moderator, { action: 'admin:updated:word', entityType: 'word', entityId: id, ...change })
    return is
  })
}

/** Takes effect with the next write. 404. */
export async function unbanWord(moderator: Viewer, id: string): Promise<void> {
  await writeAs(moderator, 'admin', (tx, moderator) => {
    const { strictMode, severity } = removeBannedWord(tx, id) ?? refuse('NOT_FOUND', 'moderation.wordMissing')
    const before = { strictMode, severity }
    audit(tx, moderator, { action: 'admin:deleted:word', entityType: 'word', entityId: id, before })
  })
}

export const textTested = namedObject('TextTested', {
  matches: t.Array(
    t.Object({
      reason: t.String(),
      severity,
      start: integer('UTF-16 offset into the text as sent'),
      end: integer(),
    }),
    {
      description: 'What the banned words and the built-in checks refuse; empty where the text would be let through',
    },
  ),
})

/** What the present rules would refuse in the text. Calls no toxicity provider and stores nothing. */
export const testText = (text: string) => ({
  matches: findViolations({ text }).map(({ reason, severity, start, end }) => ({ reason, severity, start, end })),
})

function refuseUnsearchable(word: string): void {
  if (wordKey(word) === '') refuseField('word', 'moderation.wordEmpty')
}
