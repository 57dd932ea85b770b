import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { paginate } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { createAs } from '../access/create-once'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import {
  addBannedWord,
  type BannedWord,
  changeBannedWord,
  readBannedWord,
  removeBannedWord,
} from '../policy/banned-words'
import { findViolations } from '../policy/check-texts'
import { wordKey } from '../policy/normalize'
import type { Severity } from '../policy/patterns'
import { countWords, wordPage } from './word-queries'

export type WordQuery = { query?: string | undefined; page: number; limit: number }

export type ChangeWord = Partial<NewWord>

export type NewWord = { word: string; strictMode?: boolean | undefined; severity: Severity }

// Words that nobody may write: listed, added, changed, deleted by moderators. policy/banned-words.ts stores them.

// Audit entries have the id of a word and not its text: moderators also show them to people whom the word insults.

/** In alphabetical order; with `query`, the words that contain it in any spelling. */
export async function listWords({ query = '', page, limit }: WordQuery) {
  const text = query.trim().toLowerCase()
  const part = wordKey(text)
  // A query without letters has an empty key, which every word contains: it is compared with the text alone.
  const search = { part: part === '' && text !== '' ? '\u0000' : part, text }
  const [words, total] = await Promise.all([
    wordPage(storage.reader, search, { limit, offset: (page - 1) * limit }),
    countWords(storage.reader, search),
  ])
  return { words, pagination: paginate(total, page, limit) }
}

/** Takes effect with the next write. 400 for a word without letters, 409 `CONFLICT` for one that is banned already. */
export async function banWord(moderator: Viewer, { word, strictMode = false, severity }: NewWord): Promise<BannedWord> {
  refuseUnsearchable(word)
  const create = async (tx: Tx, moderator: Viewer) => {
    const bannedWord =
      (await addBannedWord(tx, { word, strictMode, severity })) ?? refuse('CONFLICT', 'moderation.wordTaken')
    await audit(tx, moderator, {
      action: 'admin:created:word',
      entityType: 'word',
      entityId: bannedWord.id,
      after: { strictMode, severity },
    })
    return bannedWord
  }
  const read = async (id: string) => readBannedWord(storage.reader, id) ?? refuse('NOT_FOUND', 'moderation.wordMissing')
  return createAs(moderator, 'admin', { create, read })
}

/** Changes the fields of `changes`. 404; 400 and 409 as `banWord`. */
export async function changeWord(moderator: Viewer, id: string, changes: ChangeWord): Promise<BannedWord> {
  if (changes.word !== undefined) refuseUnsearchable(changes.word)
  return writeAs(moderator, 'admin', async (tx, moderator) => {
    const before = readBannedWord(tx, id) ?? refuse('NOT_FOUND', 'moderation.wordMissing')
    const { word = before.word, strictMode = before.strictMode, severity = before.severity } = changes
    const isRespelled = word !== before.word
    if (!isRespelled && strictMode === before.strictMode && severity === before.severity) return before
    const changed =
      (await changeBannedWord(tx, id, { word, strictMode, severity })) ?? refuse('CONFLICT', 'moderation.wordTaken')
    await audit(tx, moderator, {
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
  await writeAs(moderator, 'admin', async (tx, moderator) => {
    const { strictMode, severity } = (await removeBannedWord(tx, id)) ?? refuse('NOT_FOUND', 'moderation.wordMissing')
    await audit(tx, moderator, {
      action: 'admin:deleted:word',
      entityType: 'word',
      entityId: id,
      before: { strictMode, severity },
    })
  })
}

/** What the present rules would refuse in the text. Calls no toxicity provider and stores nothing. */
export async function testText(text: string) {
  const violations = await findViolations({ text })
  return { matches: violations.map(({ reason, severity, start, end }) => ({ reason, severity, start, end })) }
}

function refuseUnsearchable(word: string): void {
  if (wordKey(word) === '') refuseField('word', 'moderation.wordEmpty')
}
