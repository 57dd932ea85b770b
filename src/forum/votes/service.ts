import type { Static } from 'elysia'
import { postVotes } from '../../../db/schema/votes'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { auditUnlessOwnAlias } from '../../campus/authorship/writers'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { refuseBlockRelation } from '../../ground/access/blocks'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import type { AuditEntry } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { markId } from '../../lib/crypto/ids'
import { isoOf } from '../../lib/text/coarse-time'
import { choice, integer, named, namedObject, recordId, timestamp } from '../../lib/text/schema'
import { readableComment } from '../comments/visibility'
import {
  changeKarma,
  changeVotes,
  toVoteType,
  toVoteValue,
  VOTED,
  type Voted,
  type VoteType,
  votesOf,
  votesOn,
  voteType as voteTypeSchema,
} from '../posts/stats'
import { readablePost } from '../posts/visibility'

// Votes on posts and comments: cast, switched, withdrawn.

export const targetType = named('VoteTargetType', choice(VOTED))

export const voteCounts = namedObject('VoteCounts', { upvoteCount: integer(), downvoteCount: integer() })

export const voteRecord = namedObject('Vote', {
  id: recordId,
  targetType,
  targetId: recordId,
  voteType: voteTypeSchema,
  createdAt: timestamp,
  target: voteCounts,
})

type VoteRecord = Static<typeof voteRecord>
type VoteCounts = Static<typeof voteCounts>

type Target = { targetType: Voted; targetId: string }

const VOTE = pick(postVotes, 'value', 'createdAt', 'isCounted')
type Vote = Pick<Raw<typeof VOTE>, 'value' | 'createdAt'>
const COLUMNS = raw(selectList(VOTE))

/** The table of votes on such a target. */
const votesOnSuch = ({ targetType }: Target) => raw(`${targetType}_votes`)
const userKey = ({ id }: Viewer) => sql`(SELECT key FROM users WHERE id = ${id})`
const targetKey = ({ targetType, targetId }: Target) =>
  sql`(SELECT key FROM ${raw(`${targetType}s`)} WHERE id = ${targetId})`
/** By the primary key. */
const isOwn = (voter: Viewer, target: Target) =>
  sql`user = ${userKey(voter)} AND ${raw(target.targetType)} = ${targetKey(target)}`

const storedVote = (db: Connection, voter: Viewer, target: Target) =>
  sql(VOTE)`SELECT ${COLUMNS} FROM ${votesOnSuch(target)} WHERE ${isOwn(voter, target)}`.get(db) ?? missing()

/** 409 `ALREADY_VOTED`: a vote that exists is switched or withdrawn. */
export async function castVote(voter: Viewer, target: Target, voteType: VoteType): Promise<VoteRecord> {
  const create = (tx: Tx, voter: Viewer) => {
    const authorId = readableAuthor(tx, voter, target)
    refuseBlockRelation(tx, voter.id, authorId)
    const vote = { value: toVoteValue(voteType), createdAt: Date.now() }
    const { changes } = sql`
      INSERT INTO ${votesOnSuch(target)} (user, ${raw(target.targetType)}, value, created_at)
      VALUES (${userKey(voter)}, ${targetKey(target)}, ${vote.value}, ${vote.createdAt}) ON CONFLICT DO NOTHING`.run(tx)
    if (changes === 0) refuse('ALREADY_VOTED')
    const action = `user:${voteType}d:${target.targetType}` as const
    return toRecord(voter, target, vote, changeVote(tx, voter, target, authorId, vote, null, voteType, action))
  }
  const read = (id: string) => {
    readableAuthor(storage.reader, voter, target)
    const vote = storedVote(storage.reader, voter, target)
    return idOf(voter, target, vote) === id ? presentRecord(storage.reader, voter, target, vote) : missing()
  }
  return createAs(voter, 'member', { create, read })
}

/** 404 without a vote. A switch to the same type changes nothing and is not audited. */
export async function switchVote(
  voter: Viewer,
  target: Target,
  voteType: VoteType,
): Promise<{ vote: VoteRecord; before: VoteRecord }> {
  return writeAs(voter, 'member', (tx, voter) => {
    const authorId = readableAuthor(tx, voter, target)
    refuseBlockRelation(tx, voter.id, authorId)
    const vote = storedVote(tx, voter, target)
    const before = presentRecord(tx, voter, target, vote)
    if (before.voteType === voteType) return { vote: before, before }
    // Of an account that was banned and may vote again: it counts before its turn in the recount.
    countNow(tx, target, vote)
    const value = toVoteValue(voteType)
    sql`UPDATE ${votesOnSuch(target)} SET value = ${value}, is_counted = 1 WHERE ${isOwn(voter, target)}`.run(tx)
    const action = `user:switched:vote:on:${target.targetType}` as const
    const counts = changeVote(tx, voter, target, authorId, vote, before.voteType, voteType, action)
    return { vote: toRecord(voter, target, { ...vote, value }, counts), before }
  })
}

/** 404 without a vote. Allowed in a block relation, too. */
export async function withdrawVote(voter: Viewer, target: Target): Promise<{ id: string; target: VoteCounts }> {
  return writeAs(voter, 'member', (tx, voter) => {
    const authorId = readableAuthor(tx, voter, target)
    const vote =
      sql(VOTE)`DELETE FROM ${votesOnSuch(target)} WHERE ${isOwn(voter, target)} RETURNING ${COLUMNS}`.get(tx) ??
      missing()
    countNow(tx, target, vote)
    const action = `user:withdrew:vote:on:${target.targetType}` as const
    const counts = changeVote(tx, voter, target, authorId, vote, toVoteType(vote.value), null, action)
    return { id: idOf(voter, target, vote), target: counts }
  })
}

const missing = (): never => refuse('NOT_FOUND', 'votes.missing')

/** The author of the target. Refuses with 404, 401 or 403 as reading the target does. */
const readableAuthor = (db: Connection, voter: Viewer, { targetType, targetId }: Target): string | null =>
  targetType === 'post'
    ? readablePost(db, voter, targetId).authorId
    : readableComment(db, voter, targetId).comment.authorId

function countNow(tx: Tx, { targetType, targetId }: Target, { value, isCounted }: Raw<typeof VOTE>): void {
  if (isCounted === 0) changeVotes(tx, targetType, targetId, votesOf(value, 0, -1))
}

/** Changes the counts of the target and the karma of its author, if there still is one, and tells; null is no vote. */
function changeVote(
  tx: Tx,
  voter: Viewer,
  { targetType: type, targetId: id }: Target,
  authorId: string | null,
  { createdAt }: Vote,
  before: VoteType | null,
  after: VoteType | null,
  action: AuditEntry['action'],
): VoteCounts {
  const added = (vote: VoteType) => Number(after === vote) - Number(before === vote)
  const change = { upvotes: added('upvote'), downvotes: added('downvote') }
  const { upvoteCount, downvoteCount } = changeVotes(tx, type, id, change)!
  if (authorId !== null) changeKarma(tx, authorId, score(after) - score(before))
  tell(tx, 'vote.changed', { voterId: voter.id, text: { type, id, authorId }, before, after, castAt: isoOf(createdAt) })
  auditUnlessOwnAlias(tx, voter, authorId, {
    action,
    entityType: type,
    entityId: id,
    ...(before && { before: { voteType: before }, ...(after && { after: { voteType: after } }) }),
  })
  return { upvoteCount, downvoteCount }
}

const score = (vote: VoteType | null): number => (vote === null ? 0 : toVoteValue(vote))

const idOf = (voter: Viewer, { targetId }: Target, { createdAt }: Vote): string =>
  markId('vote', { userId: voter.id, targetId, createdAt })

const toRecord = (voter: Viewer, of: Target, vote: Vote, target: VoteCounts): VoteRecord => ({
  id: idOf(voter, of, vote),
  targetType: of.targetType,
  targetId: of.targetId,
  voteType: toVoteType(vote.value),
  createdAt: isoOf(vote.createdAt),
  target,
})

const presentRecord = (db: Connection, voter: Viewer, target: Target, vote: Vote): VoteRecord =>
  toRecord(voter, target, vote, votesOn(db, target.targetType, target.targetId)!)
