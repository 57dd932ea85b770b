import { type Static, t } from 'elysia'
import { LRUCache } from 'lru-cache'
import { bursts } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { idOf, orNull, pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { exactId } from '../../lib/crypto/ids'
import { inBackground } from '../../lib/process/background'
import { isoOf } from '../../lib/text/coarse-time'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { notBy } from '../names/own-names'
import { allSettings } from '../settings/settings'
import { comparedText } from './alike'
import type { Texts } from './check-texts'
import { LEAST_LETTERS } from './duplicates'
import { linkedHosts, verdictOn } from './links'
import { accountsIn, burstsOf, type FoundBurst, MOST_RECENT, type RecentText, RecentTexts } from './recent-texts'
import type { Stage } from './stages'

// Bursts (recent-texts.ts finds them) become alerts to moderators.

/** Texts that an alert names. */
const MOST_NAMED = 20

// What was written lately is in memory, as hashes; a restart forgets it. An alert is a row, and stands.

/** Of more alerts the oldest go. */
const MOST_ALERTS = 50

const recent = new RecentTexts()

type Written = Pick<RecentText, 'id' | 'type' | 'authorId' | 'at'> & { texts: Texts }
/** Written since the last look. */
let unseen: Written[] = []

/** Looks for bursts after the response to a write that is readable once it is done. An alert names who is shown. */
export const watchForBursts: Stage = {
  name: 'watch for bursts',
  admit: ({ author, kind: type, texts, authorOf }) => ({
    done(made) {
      const written = { id: made.id, type, authorId: authorOf?.(made) ?? author.id, at: Date.now(), texts }
      if (unseen.push(written) === 1) inBackground('looking for bursts', look)
    },
  }),
}

async function look(): Promise<void> {
  const written = unseen
  unseen = []
  const { bursts: limits, linkDomains } = allSettings()
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
  const due = new Map<string, FoundBurst>()
  for (const each of found) if (noteGrowth(each)) due.set(keyOf(each), each)
  if (due.size === 0) return
  await storage.write((tx) => {
    for (const each of due.values()) raise(tx, each)
  })
}

const keyOf = ({ kind, about }: AboutBurst): string => `${kind} ${about}`
/** By how many texts a burst has grown since it was written. */
const grown = new LRUCache<string, number>({ max: MOST_RECENT })

/**
 * Whether to write it: a large burst is written again when it has grown by an eighth, for that of a thousand texts would
 * be a thousand writes.
 */
function noteGrowth(burst: FoundBurst): boolean {
  const by = (grown.get(keyOf(burst)) ?? burst.texts.length) + 1
  const isEnough = by >= burst.texts.length / 8
  grown.set(keyOf(burst), isEnough ? 0 : by)
  return isEnough
}

const ALERT = pick(bursts, 'id', 'kind', 'about', 'authorId', 'accounts', 'texts', 'named', 'since', 'until')

/** A burst that goes on is one alert: its numbers only grow. */
function raise(tx: Tx, { kind, about, texts }: FoundBurst): void {
  const authorId = kind === 'account' ? about : null
  // Deleted meanwhile.
  if (authorId !== null && !sql(pick(users, 'id'))`SELECT id FROM users WHERE id = ${authorId}`.get(tx)) return
  const id = exactId()
  const named = JSON.stringify(texts.slice(-MOST_NAMED).map(({ type, id }) => ({ type, id })))
  const written = sql(pick(bursts, 'id'))`
    INSERT INTO bursts (id, kind, about, author_id, accounts, texts, named, since, until)
    VALUES (${id}, ${kind}, ${about}, ${authorId}, ${accountsIn(texts)}, ${texts.length}, ${named},
      ${isoOf(texts[0]?.at ?? 0)}, ${isoOf(texts.at(-1)?.at ?? 0)})
    ON CONFLICT (kind, about) DO UPDATE SET accounts = max(accounts, excluded.accounts),
      texts = max(texts, excluded.texts), named = excluded.named, until = excluded.until
    RETURNING id`.get(tx)
  if (written?.id === id)
    sql`DELETE FROM bursts WHERE id NOT IN (SELECT id FROM bursts ORDER BY until DESC LIMIT ${MOST_ALERTS})`.run(tx)
}

type AboutBurst = Pick<Raw<typeof ALERT>, 'kind' | 'about'>

/** It takes as many new texts to tell again. Of the same text, all copies are forgotten: `about` is the first of them. */
function forgetBurst({ kind, about }: AboutBurst): void {
  grown.delete(keyOf({ kind, about }))
  const first = recent.all().find(({ id }) => id === about)
  const copies = first?.compared === undefined ? [] : recent.copiesOf(first.compared)
  const isOf = {
    account: ({ authorId }: RecentText) => authorId === about,
    link: ({ hosts }: RecentText) => hosts.includes(about),
    text: (text: RecentText) => text.id === about || copies.includes(text),
  }[kind]
  recent.forget(isOf)
}

// Moderators are told, and nothing is refused. An alert has ids and numbers, no words, and stands until it is dismissed.

export const burst = namedObject('Burst', {
  id: recordId,
  kind: t.UnionEnum(['account', 'text', 'link'], {
    description: 'Many texts by one account; the same text, or links to one site, by several',
  }),
  author: nullable(t.Object({ id: recordId, username: t.String() })),
  domain: nullable(t.String()),
  accounts: integer(),
  texts: integer(),
  named: t.Array(t.Object({ type: t.UnionEnum(['post', 'comment']), id: recordId, postId: recordId }), {
    maxItems: MOST_NAMED,
    description: 'The newest of those that are still there, and their posts',
  }),
  since: timestamp,
  until: timestamp,
})
export type Burst = Static<typeof burst>

const LISTED = { ...ALERT, username: orNull(users.username) }

/** The newest first; nobody is told of their own. Index: bursts_until. */
export function listBursts(db: Connection, viewer: Pick<Viewer, 'id'>): Burst[] {
  const rows = sql(LISTED)`
    SELECT ${raw(selectList(ALERT, 'b'))}, u.username FROM bursts b LEFT JOIN users u ON u.id = b.author_id
    WHERE ${notBy(viewer.id, 'b.author_id')} ORDER BY b.until DESC, b.id`
  return rows.all(db).map((row) => toBurst(db, row))
}

function toBurst(db: Connection, { about, authorId, username, named, ...row }: Raw<typeof LISTED>): Burst {
  const texts: Pick<RecentText, 'type' | 'id'>[] = JSON.parse(named)
  const ids = JSON.stringify(texts.map(({ id }) => id))
  const found = sql({ id: posts.id, postId: posts.id })`
    SELECT p.id, p.id AS postId FROM json_each(${ids}) wanted CROSS JOIN posts p ON p.id = wanted.value
    UNION ALL SELECT c.id, ${raw(idOf('posts', 'c.post'))} FROM json_each(${ids}) wanted
    CROSS JOIN comments c ON c.id = wanted.value AND c.deleted_at IS NULL`
  const postOf = new Map(found.all(db).map(({ id, postId }) => [id, postId]))
  return {
    ...row,
    author: authorId === null || username === null ? null : { id: authorId, username },
    domain: row.kind === 'link' ? about : null,
    named: texts.toReversed().flatMap(({ type, id }) => {
      const postId = postOf.get(id)
      return postId === undefined ? [] : [{ type, id, postId }]
    }),
  }
}

/** 404 for one that there is not, and where another moderator was faster. It takes as many new texts to tell again. */
export async function dismissBurst(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'admin', (tx, user) => {
    const remove = sql(pick(bursts, 'kind', 'about', 'authorId'))`
      DELETE FROM bursts WHERE id = ${id} AND ${notBy(user.id, 'author_id')}
      RETURNING kind, about, author_id AS authorId`
    const dismissed = remove.get(tx) ?? refuse('NOT_FOUND', 'moderation.burstMissing')
    const { kind, authorId } = dismissed
    audit(tx, user, {
      action: 'admin:dismissed:burst',
      entityType: authorId === null ? 'burst' : 'user',
      entityId: authorId ?? id,
      metadata: { kind },
    })
    tx.afterCommit(() => forgetBurst(dismissed))
  })
}
