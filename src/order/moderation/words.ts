import { raw, sql } from '../../../db/sql'
import { INTEGER, selectList } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
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
import type { Severity } from '../../ground/policy/patterns'
import { paginate } from '../../lib/text/schema'

// Words that nobody may write: listed, added, changed, deleted by moderators. policy/banned-words.ts stores them. Audit
// entries have the id of a word and not its text: moderators also show them to people whom the word insults.

/** By the index banned_words_key, from one end. Each key contains the empty part. */
const matching = (part: string, text: string) =>
  sql`(instr(key, ${part}) > 0 OR (${text} <> '' AND instr(lower(word), ${text}) > 0))`

export const pageOfWords = (part: string, text: string, limit: number, offset: number) => sql(BANNED_WORD)`
  SELECT ${raw(selectList(BANNED_WORD))} FROM banned_words INDEXED BY banned_words_key
  WHERE ${matching(part, text)} ORDER BY key LIMIT ${limit} OFFSET ${offset}`

type WordQuery = { query?: string; page: number; limit: number }

/** In alphabetical order; with `query`, the words that contain it in any spelling. */
export function listWords({ query = '', page, limit }: WordQuery) {
  const text = query.trim().toLowerCase()
  // A query without letters has an empty key, which every word contains: it is compared with the text alone.
  const part = wordKey(text) || (text === '' ? '' : '\u0000')
  const rows = pageOfWords(part, text, limit, (page - 1) * limit).all(storage.reader)
  const found = sql({ count: INTEGER })`SELECT count(*) AS count FROM banned_words WHERE ${matching(part, text)}`
  const words = rows.map((row) => ({ ...row, strictMode: row.strictMode === 1 }))
  return { words, pagination: paginate(found.get(storage.reader)!.count, page, limit) }
}

type NewWord = { word: string; strictMode?: boolean; severity: Severity }

/** Takes effect with the next write. 400 for a word without letters, 409 `CONFLICT` for one that is banned already. */
export async function banWord(moderator: Viewer, { word, strictMode = false, severity }: NewWord): Promise<BannedWord> {
  refuseUnsearchable(word)
  const create = (tx: Tx, moderator: Viewer) => {
    const bannedWord = addBannedWord(tx, { word, strictMode, severity }) ?? refuse('CONFLICT', 'moderation.wordTaken')
    audit(tx, moderator, {
      action: 'admin:created:word',
      entityType: 'word',
      entityId: bannedWord.id,
      after: { strictMode, severity },
    })
    return bannedWord
  }
  const read = (id: string) => readBannedWord(storage.reader, id) ?? refuse('NOT_FOUND', 'moderation.wordMissing')
  return createAs(moderator, 'admin', { create, read })
}

/** Changes the fields of `changes`. 404; 400 and 409 as `banWord`. */
export async function changeWord(moderator: Viewer, id: string, changes: Partial<NewWord>): Promise<BannedWord> {
  if (changes.word !== undefined) refuseUnsearchable(changes.word)
  return writeAs(moderator, 'admin', (tx, moderator) => {
    const before = readBannedWord(tx, id) ?? refuse('NOT_FOUND', 'moderation.wordMissing')
    const { word = before.word, strictMode = before.strictMode, severity = before.severity } = changes
    const isRespelled = word !== before.word
    if (!isRespelled && strictMode === before.strictMode && severity === before.severity) return before
    const changed =
      changeBannedWord(tx, id, { word, strictMode, severity }) ?? refuse('CONFLICT', 'moderation.wordTaken')
    audit(tx, moderator, {
      action: 'admin:updated:word',
      entityType: 'word',
      entityId: id,
      before: { strictMode: before.strictMode, severity: before.severity },
      after: { strictMode, severity },
      metadata: { respelt: isRespelled },
    })
    return changed
  })
}

/** Takes effect with the next write. 404. */
export async function unbanWord(moderator: Viewer, id: string): Promise<void> {
  await writeAs(moderator, 'admin', (tx, moderator) => {
    const { strictMode, severity } = removeBannedWord(tx, id) ?? refuse('NOT_FOUND', 'moderation.wordMissing')
    audit(tx, moderator, {
      action: 'admin:deleted:word',
      entityType: 'word',
      entityId: id,
      before: { strictMode, severity },
    })
  })
}

/** What the present rules would refuse in the text. Calls no toxicity provider and stores nothing. */
export function testText(text: string) {
  const violations = findViolations({ text })
  return { matches: violations.map(({ reason, severity, start, end }) => ({ reason, severity, start, end })) }
}

function refuseUnsearchable(word: string): void {
  if (wordKey(word) === '') refuseField('word', 'moderation.wordEmpty')
}
