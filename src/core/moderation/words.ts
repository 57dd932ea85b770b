import { storage } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { paginate } from '../../lib/schema'
import type { Viewer } from '../access/account'
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
import type { Severity } from '../policy/finding'
import { wordKey } from '../policy/normalize'
import { countWords, wordPage } from './word-queries'

export type WordQuery = { query?: string | undefined; page: number; limit: number }

export type ChangeWord = Partial<NewWord>

export type NewWord = { word: string; strictMode?: boolean | undefined; severity: Severity }

// The audit log names words by their ids: it is read aloud to people whom a word is about.

/** The banned words in the order of the alphabet; with `query` those that hold it, in whatever spelling. */
export async function listWords({ query = '', page, limit }: WordQuery) {
  const text = query.trim().toLowerCase()
  const part = wordKey(text)
  // Of signs that no key has nothing but the words as typed can be found.
  const sought = { part: part === '' && text !== '' ? '\u0000' : part, text }
  const [words, total] = await Promise.all([
    wordPage(storage.reader, sought, { limit, offset: (page - 1) * limit }),
    countWords(storage.reader, sought),
  ])
  return { words, pagination: paginate(total, page, limit) }
}

/** Bans a word from the next write on. 400 where nothing is left to look for, 409 `CONFLICT` where it is banned already. */
export async function banWord(moderator: Viewer, { word, strictMode = false, severity }: NewWord): Promise<BannedWord> {
  refuseUnsearchable(word)
  return writeAs(moderator, 'admin', async (tx, moderator) => {
    const added =
      (await addBannedWord(tx, { word, strictMode, severity })) ?? refuse('CONFLICT', 'moderation.wordTaken')
    await audit(tx, moderator, {
      action: 'admin:created:word',
      entityType: 'word',
      entityId: added.id,
      after: { strictMode, severity },
    })
    return added
  })
}

/** What is left out stays, and what is so already changes nothing. 404; 400 and 409 as banning it. */
export async function changeWord(moderator: Viewer, id: string, changes: ChangeWord): Promise<BannedWord> {
  if (changes.word !== undefined) refuseUnsearchable(changes.word)
  return writeAs(moderator, 'admin', async (tx, moderator) => {
    const before = readBannedWord(tx, id) ?? refuse('NOT_FOUND', 'moderation.wordMissing')
    const { word = before.word, strictMode = before.strictMode, severity = before.severity } = changes
    const isRespelt = word !== before.word
    if (!isRespelt && strictMode === before.strictMode && severity === before.severity) return before
    const changed =
      (await changeBannedWord(tx, id, { word, strictMode, severity })) ?? refuse('CONFLICT', 'moderation.wordTaken')
    await audit(tx, moderator, {
      action: 'admin:updated:word',
      entityType: 'word',
      entityId: id,
      before: { strictMode: before.strictMode, severity: before.severity },
      after: { strictMode, severity },
      metadata: { respelt: isRespelt },
    })
    return changed
  })
}

/** Lets the word pass again from the next write on. 404. */
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

/** What of the text would be refused, by the rules as they are now; no provider is asked, and nothing is kept. */
export async function testText(text: string) {
  const found = await findViolations({ text })
  return { matches: found.map(({ reason, severity, start, end }) => ({ reason, severity, start, end })) }
}

function refuseUnsearchable(word: string): void {
  if (wordKey(word) === '') refuseField('word', 'moderation.wordEmpty')
}
