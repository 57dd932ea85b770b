import { Value } from '@sinclair/typebox/value'
import { type Static, t } from 'elysia'
import { reports } from '../../../db/schema/moderation'
import { raw, sql } from '../../../db/sql'
import { FLAG, orNull, pick, type Raw, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { documented, namedObject, nullable, recordId, uuid } from '../../lib/text/schema'
import { notBy } from '../names/own-names'
import type { Entry } from './entries'

// What an entry is about, by the name that it has now. The log itself holds ids: a title that was deleted is nowhere.

const KINDS = ['post', 'comment', 'user', 'word', 'college', 'branch', 'course', 'college-request', 'feedback'] as const
type Kind = (typeof KINDS)[number]

const auditObject = namedObject('AuditObject', {
  kind: t.UnionEnum([...KINDS]),
  id: recordId,
  state: t.UnionEnum(['here', 'gone', 'private'], {
    description:
      '`private`: of another college than the reader’s, so that its title is not shown, and opening it leaves an entry',
  }),
  name: nullable(t.String({ description: 'Now: a title, a Quad name, a word; of a comment the title of its post' })),
  postId: nullable(recordId),
})
type AuditObject = Static<typeof auditObject>

const facts = t.Record(t.String(), t.Union([t.String(), t.Number(), t.Boolean(), t.Null()]))

const maybe = t.Union([t.String(), t.Null()])
export const auditEntry = namedObject('AuditEntry', {
  id: recordId,
  timestamp: t.String({
    ...documented({ type: 'string', format: 'date-time' }),
    description:
      'ISO 8601, UTC. Of a code or link requested without a session the end of its hour, before which nobody sees it',
  }),
  action: t.String({ description: 'actor:verb:object' }),
  entityType: t.String(),
  entityId: maybe,
  actorId: maybe,
  actorName: t.Optional(
    t.Union([t.String(), t.Null()], { description: 'The Quad name now; null for nobody and for a deleted account' }),
  ),
  actorRole: maybe,
  status: t.UnionEnum(['success', 'failure']),
  ip: t.Union([t.String(), t.Null()], {
    description: 'Shown to a superadmin only; for what a student did only in the history of that account',
  }),
  userAgent: t.Union([t.String(), t.Null()], { description: 'As `ip`' }),
  requestId: maybe,
  platform: t.String(),
  subjectHash: t.Optional(
    t.String({
      description: 'What an attempt without a session aimed at: the same for one address, action and day (UTC)',
    }),
  ),
  before: t.Optional(facts),
  after: t.Optional(facts),
  reason: t.Optional(t.String()),
  metadata: t.Optional(facts),
  object: t.Optional(
    t.Union([auditObject, t.Null()], {
      description: 'What it is about, as it is called now; for a report and an appeal what that is about',
    }),
  ),
})

const NAMED = { id: TEXT, name: TEXT, postId: orNull(TEXT), collegeId: orNull(TEXT), isPrivate: orNull(FLAG) }
type Row = Raw<typeof NAMED>

const OF_POST = 'p.title AS name, p.id AS postId, p.college_id AS collegeId, p.is_private AS isPrivate'
const namedIn = (table: string, name: string) =>
  raw(`o.id, o.${name} AS name, NULL AS postId, NULL AS collegeId, NULL AS isPrivate
    FROM wanted CROSS JOIN ${table} o ON o.id = wanted.value`)
const NAMES: Record<Kind, ReturnType<typeof raw>> = {
  post: raw(`p.id, ${OF_POST} FROM wanted CROSS JOIN posts p ON p.id = wanted.value`),
  // A deleted comment is gone, though its place in the thread stays.
  comment: raw(`o.id, ${OF_POST} FROM wanted CROSS JOIN comments o ON o.id = wanted.value AND o.deleted_at IS NULL
    CROSS JOIN posts p ON p.key = o.post`),
  user: namedIn('users', 'username'),
  word: namedIn('banned_words', 'word'),
  college: namedIn('colleges', 'name'),
  branch: namedIn('branches', 'name'),
  course: namedIn('courses', 'code'),
  'college-request': namedIn('college_requests', 'name'),
  feedback: namedIn('feedbacks', 'title'),
}

const namesOf = (db: Connection, kind: Kind, ids: Iterable<string | null>): Row[] =>
  sql(NAMED)`
    WITH wanted AS (SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])})) SELECT ${NAMES[kind]}`.all(db)

type Named = Pick<Entry, 'entityType' | 'entityId' | 'actorId' | 'after'>
type Reference = Pick<AuditObject, 'kind' | 'id'>
type NamesReader = { id: string; collegeId: string }

const isKind = (type: string): type is Kind => (KINDS as readonly string[]).includes(type)

export function usernamesOf(db: Connection, entries: readonly Pick<Named, 'actorId'>[]): Map<string, string> {
  const ids = entries.map(({ actorId }) => actorId)
  return new Map(namesOf(db, 'user', ids).map(({ id, name }) => [id, name]))
}

/** For this reader; in one query for each kind. */
export function nameObjects(db: Connection, reader: NamesReader, entries: readonly Named[]) {
  const targets = targetsOfReports(db, reader, entries)
  const references = entries.map((entry) => referenceOf(entry, targets))
  const rows = new Map<string, Row>()
  for (const [kind, named] of Map.groupBy(
    references.flatMap((each) => each ?? []),
    ({ kind }) => kind,
  ))
    for (const row of namesOf(
      db,
      kind,
      named.map(({ id }) => id),
    ))
      rows.set(`${kind} ${row.id}`, row)
  const actors = usernamesOf(db, entries)
  return entries.map(({ actorId }, index) => {
    const reference = references[index]
    const row = rows.get(`${reference?.kind} ${reference?.id}`)
    return { actorName: actors.get(actorId ?? '') ?? null, object: reference ? toObject(reference, row, reader) : null }
  })
}

function targetsOfReports(db: Connection, reader: NamesReader, entries: readonly Named[]): Map<string, Reference> {
  const ids = entries.flatMap(({ entityType, entityId }) => (entityType === 'report' ? [entityId] : []))
  if (ids.length === 0) return new Map()
  // A report about the reader's own content stays unnamed: it is not for them to learn that there is one.
  const rows = sql(pick(reports, 'id', 'type', 'targetId'))`
    SELECT o.id, o.type, o.target_id AS targetId
    FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN reports o ON o.id = wanted.value
    WHERE ${notBy(reader.id, 'o.target_author_id')}`.all(db)
  const kindOf = { Post: 'post', Comment: 'comment' } as const
  return new Map(rows.map(({ id, type, targetId }) => [id, { kind: kindOf[type], id: targetId }]))
}

/** The log may be filtered by any text, and says which. */
const ID = uuid()

function referenceOf({ entityType, entityId, after }: Named, targets: Map<string, Reference>): Reference | undefined {
  if (entityId === null || !Value.Check(ID, entityId)) return undefined
  if (entityType === 'report') return targets.get(entityId)
  if (entityType === 'appeal') {
    const { resource, resourceId } = after ?? {}
    return typeof resource === 'string' && isKind(resource) ? { kind: resource, id: `${resourceId}` } : undefined
  }
  return isKind(entityType) ? { kind: entityType, id: entityId } : undefined
}

/** A title in passing is no read of a private post that has to be an entry (forum/posts/record.ts), so it is left out. */
function toObject(reference: Reference, row: Row | undefined, reader: NamesReader): AuditObject {
  if (row === undefined) return { ...reference, state: 'gone', name: null, postId: null }
  const { name, postId } = row
  return row.isPrivate === 1 && row.collegeId !== reader.collegeId
    ? { ...reference, state: 'private', name: null, postId }
    : { ...reference, state: 'here', name, postId }
}
