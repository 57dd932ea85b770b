import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { markId } from '../../lib/mark-id'
import type { Viewer } from '../access/account'
import { refuseBlockRelation } from '../access/blocks'
import { createAs } from '../access/create-once'
import { writeAs } from '../access/write-as'
import { auditUnlessOwnAlias } from '../aliases/writers'
import { readableComment } from '../comments/visibility'
import { notifyVote } from '../notifications/notify'
import { readablePost } from '../posts/visibility'
import { toVoteType, toVoteValue, type VoteType } from '../posts/vote-type'
import {
  changeCounts,
  countVote,
  deleteVote,
  findVote,
  insertVote,
  readCounts,
  updateVote,
  type VoteRow,
} from './queries'
import type { VoteCounts, VoteRecord } from './record'
import { voteChange } from './rules'

// Votes on posts and comments: cast, switched, withdrawn. The change of counts and karma is in rules.ts.

export type Target = { targetType: 'post' | 'comment'; targetId: string }

type VotedContent = { type: Target['targetType']; id: string; authorId: string | null }

/** Refuses with 404, 401 or 403 as reading the target does. */
async function readableTarget(db: Connection, voter: Viewer, { targetType, targetId }: Target): Promise<VotedContent> {
  const { id, authorId } =
    targetType === 'post'
      ? await readablePost(db, voter, targetId)
      : (await readableComment(db, voter, targetId)).comment
  return { type: targetType, id, authorId }
}

const idOf = (voter: Viewer, targetId: string, { createdAt }: VoteRow): string =>
  markId('vote', { userId: voter.id, targetId, createdAt })
const timeOf = ({ createdAt }: VoteRow): string => new Date(createdAt).toISOString()

const toRecord = (voter: Viewer, { targetType, targetId }: Target, vote: VoteRow, target: VoteCounts): VoteRecord => ({
  id: idOf(voter, targetId, vote),
  targetType,
  targetId,
  voteType: toVoteType(vote.value),
  createdAt: timeOf(vote),
  target,
})

/** 409 `ALREADY_VOTED`: a vote that exists is switched or withdrawn. */
export async function castVote(voter: Viewer, target: Target, voteType: VoteType): Promise<VoteRecord> {
  const { targetType, targetId } = target
  const create = async (tx: Tx, voter: Viewer) => {
    const content = await readableTarget(tx, voter, target)
    await refuseBlockRelation(tx, voter.id, content.authorId)
    const vote = { value: toVoteValue(voteType), createdAt: Date.now() }
    if (!(await insertVote(tx, targetType, { userId: voter.id, targetId, ...vote }))) refuse('ALREADY_VOTED')
    const counts = await changeCounts(tx, targetType, content, voteChange(null, voteType))
    await notifyVote(tx, voter.id, content, { before: null, after: voteType, castAt: timeOf(vote) })
    await auditUnlessOwnAlias(tx, voter, content.authorId, {
      action: `user:${voteType}d:${targetType}`,
      entityType: targetType,
      entityId: targetId,
    })
    return toRecord(voter, target, vote, counts)
  }
  const read = async (id: string) => {
    const db = storage.reader
    await readableTarget(db, voter, target)
    const vote = await findVote(db, targetType, { userId: voter.id, targetId })
    if (vote === undefined || idOf(voter, targetId, vote) !== id) return missing()
    return toRecord(voter, target, vote, await readCounts(db, targetType, targetId))
  }
  return createAs(voter, 'member', { create, read })
}

const missing = (): never => refuse('NOT_FOUND', 'votes.missing')

/** 404 without a vote. A switch to the same type changes nothing and is not audited. */
export async function switchVote(
  voter: Viewer,
  target: Target,
  voteType: VoteType,
): Promise<{ vote: VoteRecord; before: VoteRecord }> {
  return writeAs(voter, 'member', async (tx, voter) => {
    const { targetType, targetId } = target
    const content = await readableTarget(tx, voter, target)
    await refuseBlockRelation(tx, voter.id, content.authorId)
    const key = { userId: voter.id, targetId }
    const vote = (await findVote(tx, targetType, key)) ?? missing()
    const previousType = toVoteType(vote.value)
    const before = toRecord(voter, target, vote, await readCounts(tx, targetType, targetId))
    if (previousType === voteType) return { vote: before, before }
    const value = toVoteValue(voteType)
    await countVote(tx, targetType, key, vote)
    await updateVote(tx, targetType, { ...key, value })
    const counts = await changeCounts(tx, targetType, content, voteChange(previousType, voteType))
    await notifyVote(tx, voter.id, content, { before: previousType, after: voteType, castAt: timeOf(vote) })
    await auditUnlessOwnAlias(tx, voter, content.authorId, {
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
  return writeAs(voter, 'member', async (tx, voter) => {
    const { targetType, targetId } = target
    const content = await readableTarget(tx, voter, target)
    const vote = (await deleteVote(tx, targetType, { userId: voter.id, targetId })) ?? missing()
    const voteType = toVoteType(vote.value)
    const counts = await changeCounts(tx, targetType, content, voteChange(voteType, null))
    await notifyVote(tx, voter.id, content, { before: voteType, after: null, castAt: timeOf(vote) })
    await auditUnlessOwnAlias(tx, voter, content.authorId, {
      action: `user:withdrew:vote:on:${targetType}`,
      entityType: targetType,
      entityId: targetId,
      before: { voteType },
    })
    return { id: idOf(voter, targetId, vote), target: counts }
  })
}
