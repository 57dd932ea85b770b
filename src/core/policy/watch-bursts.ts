import { LRUCache } from 'lru-cache'
import { bursts } from '../../../db/schema/bursts'
import { users } from '../../../db/schema/users'
import { INTEGER, pick, type Raw, sqlStatement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { inBackground } from '../../lib/background'
import { exactId } from '../../lib/ids'
import { allSettings } from '../settings/settings'
import { comparedText } from './alike'
import { accountsIn, burstsOf, type FoundBurst, MOST_NAMED, MOST_RECENT, type RecentText, RecentTexts } from './bursts'
import type { Texts } from './check-texts'
import { LEAST_LETTERS } from './duplicates'
import { linkedHosts, verdictOn } from './links'

// What was written lately is in memory, as hashes; a restart forgets it. An alert is a row, and stands.

/** Of more alerts the oldest go. */
const MOST_ALERTS = 50

const recent = new RecentTexts()

type Written = Pick<RecentText, 'id' | 'type' | 'authorId' | 'at'> & { texts: Texts }
/** Written since the last look. */
let unseen: Written[] = []

/**
 * Runs the write of a post or a comment that is readable once it is done, and looks for bursts after the response. An alert
 * names who is shown as the author.
 */
export async function watchForBursts<Result extends { id: string }>(
  type: 'post' | 'comment',
  texts: Texts,
  { write, authorOf }: { write: () => Promise<Result>; authorOf: (result: Result) => string },
): Promise<Result> {
  const result = await write()
  if (unseen.push({ id: result.id, type, authorId: authorOf(result), at: Date.now(), texts }) === 1)
    inBackground('looking for bursts', look)
  return result
}

async function look(): Promise<void> {
  const written = unseen
  unseen = []
  const { bursts: limits, linkDomains } = await allSettings()
  const found = written.flatMap(({ texts, ...place }) => {
    const compared = comparedText(texts)
    const hosts = new Set(linkedHosts(Object.values(texts).join('\n')))
    const text = {
      ...place,
      compared: compared.letters >= LEAST_LETTERS.comment ? compared : undefined,
      hosts: [...hosts].filter((host) => verdictOn(host, linkDomains) !== 'allow'),
    }
    recent.add(text)
    return burstsOf(text, recent, limits)
  })
  // Of a burst that goes on, the last has all.
  const due = new Map(found.filter(isDue).map((each) => [keyOf(each), each]))
  if (due.size === 0) return
  await storage.write(async (tx) => {
    for (const each of due.values()) raise(tx, each)
  })
}

const keyOf = ({ kind, about }: AboutBurst): string => `${kind} ${about}`
/** By how many texts a burst has grown since it was written. */
const grown = new LRUCache<string, number>({ max: MOST_RECENT })

/** A large burst is written again when it has grown by an eighth: that of a thousand texts would be a thousand writes. */
function isDue(burst: FoundBurst): boolean {
  const by = (grown.get(keyOf(burst)) ?? burst.texts.length) + 1
  const isDue = by >= burst.texts.length / 8
  grown.set(keyOf(burst), isDue ? 0 : by)
  return isDue
}

const COLUMNS = pick(bursts, 'id', 'kind', 'about', 'authorId', 'accounts', 'texts', 'named', 'since', 'until')

/** A burst that goes on is one alert: its numbers only grow. */
const upsert = sqlStatement(
  `INSERT INTO bursts (id, kind, about, author_id, accounts, texts, named, since, until)
  VALUES ($id, $kind, $about, $authorId, $accounts, $texts, $named, $since, $until)
  ON CONFLICT (kind, about) DO UPDATE SET accounts = max(accounts, excluded.accounts), texts = max(texts, excluded.texts),
    named = excluded.named, until = excluded.until
  RETURNING id`,
  { returns: pick(bursts, 'id'), params: COLUMNS },
)
const trim = sqlStatement(
  'DELETE FROM bursts WHERE id NOT IN (SELECT id FROM bursts ORDER BY until DESC LIMIT $most)',
  {
    params: { most: INTEGER },
  },
)
const hasAccount = sqlStatement('SELECT 1 AS one FROM users WHERE id = $id', {
  returns: { one: INTEGER },
  params: { id: users.id },
})

function raise(tx: Tx, { kind, about, texts }: FoundBurst): void {
  // Deleted meanwhile.
  if (kind === 'account' && hasAccount(tx).get({ id: about }) === undefined) return
  const [first, last] = [texts[0]?.at ?? 0, texts.at(-1)?.at ?? 0]
  const id = exactId()
  const written = upsert(tx).get({
    id,
    kind,
    about,
    authorId: kind === 'account' ? about : null,
    accounts: accountsIn(texts),
    texts: texts.length,
    named: JSON.stringify(texts.slice(-MOST_NAMED).map(({ type, id }) => ({ type, id }))),
    since: new Date(first).toISOString(),
    until: new Date(last).toISOString(),
  })
  if (written?.id === id) trim(tx).run({ most: MOST_ALERTS })
}

type AboutBurst = Pick<Raw<typeof COLUMNS>, 'kind' | 'about'>

/** It takes as many new texts to tell again. Of the same text, all copies are forgotten: `about` is the first of them. */
export function forgetBurst({ kind, about }: AboutBurst): void {
  grown.delete(keyOf({ kind, about }))
  if (kind === 'account') recent.forget(({ authorId }) => authorId === about)
  else if (kind === 'link') recent.forget(({ hosts }) => hosts.includes(about))
  else {
    const first = recent.all().find(({ id }) => id === about)?.compared
    const copies = new Set(first && recent.copiesOf(first))
    recent.forget((text) => text.id === about || copies.has(text))
  }
}
