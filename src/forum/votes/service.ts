import type { Static } from 'elysia'
import { postVotes } from '../../../db/schema/votes'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw } from '../../../db/statement'
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
import { changeKarma } from '../posts/karma'
import { changeVotes, type Voted, votesOf, votesOn } from '../posts/stats'
import { readablePost } from '../posts/visibility'
import { toVoteType, toVoteValue, type VoteType, voteType as voteTypeSchema } from '../posts/vote-type'

// Votes on posts and comments: cast, switched, withdrawn.

export const targetType = named('VoteTargetType', choice(['post', 'comment']))

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
type VotedContent = { type: Voted; id: string; authorId: string | null }

/** 409 `ALREADY_VOTED`: a vote that exists is switched or withdrawn. */
export async function castVote(voter: Viewer, target: Target, voteType: VoteType): Promise<VoteRecord> {
  const { targetType, targetId } = target
  const create = (tx: Tx, voter: Viewer) => {
    const content = readableTarget(tx, voter, target)
    refuseBlockRelation(tx, voter.id, content.authorId)
    const vote = { value: toVoteValue(voteType), createdAt: Date.now() }
    const { changes } = sql`
      INSERT INTO ${raw(targetType)}_votes (user, ${raw(targetType)}, value, created_at)
      VALUES (${keyOfVoter(voter)}, ${keyOfTarget(target)}, ${vote.value}, ${vote.createdAt})
      ON CONFLICT DO NOTHING`.run(tx)
    if (changes === 0) refuse('ALREADY_VOTED')
    const counts = changeVote(tx, voter, content, vote, null, voteType, {
      action: `user:${voteType}d:${targetType}`,
      entityType: targetType,
      entityId: targetId,
    })
    return toRecord(voter, target, vote, counts)
  }
  const read = (id: string) => {
    const db = storage.reader
    readableTarget(db, voter, target)
    const vote = voteOf(db, voter, target)
    if (vote === undefined || idOf(voter, targetId, vote) !== id) return missing()
    return toRecord(voter, target, vote, votesOn(db, targetType, targetId) ?? targetMissing())
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
    const { targetType, targetId } = target
    const content = readableTarget(tx, voter, target)
    refuseBlockRelation(tx, voter.id, content.authorId)
    const vote = voteOf(tx, voter, target) ?? missing()
    const previousType = toVoteType(vote.value)
    const before = toRecord(voter, target, vote, votesOn(tx, targetType, targetId) ?? targetMissing())
    if (previousType === voteType) return { vote: before, before }
    const value = toVoteValue(voteType)
    // Of an account that was banned and may vote again: it counts before its turn in the recount.
    if (vote.isCounted === 0) changeVotes(tx, targetType, targetId, votesOf(vote.value, 0, -1))
    sql`
      UPDATE ${raw(targetType)}_votes SET value = ${value}, is_counted = 1
      WHERE user = ${keyOfVoter(voter)} AND ${raw(targetType)} = ${keyOfTarget(target)}`.run(tx)
    const counts = changeVote(tx, voter, content, vote, previousType, voteType, {
      action: `user:switched:vote:on:${targetType}`,
      entityType: targetType,
      entityId: targetId,
      before: { voteType: previousType },
      after: { voteType },
    })
    return { vote: toRecord(voter, target, { ...vote, value }, counts), before }
  })
}

/** 404 without a vote. Allowed in a block relation, too. */
export async function withdrawVote(voter: Viewer, target: Target): Promise<{ id: string; target: VoteCounts }> {
  return writeAs(voter, 'member', (tx, voter) => {
    const { targetType, targetId } = target
    const content = readableTarget(tx, voter, target)
    const vote = sql(VOTE)`DELETE FROM ${voteBy(voter, target)} RETURNING ${COLUMNS}`.get(tx) ?? missing()
    if (vote.isCounted === 0) changeVotes(tx, targetType, targetId, votesOf(vote.value, 0, -1))
    const voteType = toVoteType(vote.value)
    const counts = changeVote(tx, voter, content, vote, voteType, null, {
      action: `user:withdrew:vote:on:${targetType}`,
      entityType: targetType,
      entityId: targetId,
      before: { voteType },
    })
    return { id: idOf(voter, targetId, vote), target: counts }
  })
}

const missing = (): never => refuse('NOT_FOUND', 'votes.missing')

/** Refuses with 404, 401 or 403 as reading the target does. */
function readableTarget(db: Connection, voter: Viewer, { targetType, targetId }: Target): VotedContent {
  const { id, authorId } =
    targetType === 'post' ? readablePost(db, voter, targetId) : readableComment(db, voter, targetId).comment
  return { type: targetType, id, authorId }
}

const VOTE = pick(postVotes, 'value', 'createdAt', 'isCounted')
const COLUMNS = raw('value, created_at AS createdAt, is_counted AS isCounted')
type VoteRow = Pick<Raw<typeof VOTE>, 'value' | 'createdAt'>

const keyOfVoter = (voter: Viewer) => sql`(SELECT key FROM users WHERE id = ${voter.id})`
const keyOfTarget = ({ targetType, targetId }: Target) =>
  sql`(SELECT key FROM ${raw(targetType)}s WHERE id = ${targetId})`

/** By the primary key. */
const voteBy = (voter: Viewer, target: Target) =>
  sql`${raw(target.targetType)}_votes WHERE user = ${keyOfVoter(voter)} AND ${raw(target.targetType)} = ${keyOfTarget(target)}`

const voteOf = (db: Connection, voter: Viewer, target: Target) =>
  sql(VOTE)`SELECT ${COLUMNS} FROM ${voteBy(voter, target)}`.get(db)

/** Changes the counts of the target and the karma of its author, if there still is one, and tells; null is no vote. */
function changeVote(
  tx: Tx,
  voter: Viewer,
  content: VotedContent,
  vote: VoteRow,
  before: VoteType | null,
  after: VoteType | null,
  entry: AuditEntry,
): VoteCounts {
  const { type, id, authorId } = content
  const added = (vote: VoteType) => Number(after === vote) - Number(before === vote)
  const change = { upvotes: added('upvote'), downvotes: added('downvote') }
  const { upvoteCount, downvoteCount } = changeVotes(tx, type, id, change) ?? targetMissing()
  if (authorId !== null) changeKarma(tx, authorId, score(after) - score(before))
  tell(tx, 'vote.changed', { voterId: voter.id, text: content, before, after, castAt: isoOf(vote.createdAt) })
  auditUnlessOwnAlias(tx, voter, authorId, entry)
  return { upvoteCount, downvoteCount }
}

const score = (vote: VoteType | null): number => (vote === null ? 0 : toVoteValue(vote))

const targetMissing = (): never => {
  throw new Error('The target of the vote does not exist.')
}

const idOf = (voter: Viewer, targetId: string, { createdAt }: VoteRow): string =>
  markId('vote', { userId: voter.id, targetId, createdAt })

const toRecord = (voter: Viewer, { targetType, targetId }: Target, vote: VoteRow, target: VoteCounts): VoteRecord => ({
  id: idOf(voter, targetId, vote),
  targetType,
  targetId,
  voteType: toVoteType(vote.value),
  createdAt: isoOf(vote.createdAt),
  target,
})
