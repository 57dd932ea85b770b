import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import type { Viewer } from '../access/account'
import { refuseBlockRelation } from '../access/blocks'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { readableComment } from '../comments/visibility'
import { notifyVote } from '../notifications/notify'
import { readablePost } from '../posts/visibility'
import { toVoteType, toVoteValue, type VoteType } from '../posts/vote-type'
import { countChange, deleteVote, findVote, insertVote, updateVote, type VoteRow, votesOn } from './queries'
import type { VoteRecord, VotesCounted } from './record'
import { voteChange } from './rules'

/** What is voted on. */
export type Target = { targetType: 'post' | 'comment'; targetId: string }

type Subject = { type: Target['targetType']; id: string; authorId: string | null }

/** What is voted on, if the voter may read it: 404, 401 or 403 as reading it. */
async function subjectOf(tx: Tx, voter: Viewer, { targetType, targetId }: Target): Promise<Subject> {
  const { id, authorId } =
    targetType === 'post'
      ? await readablePost(tx, voter, targetId)
      : (await readableComment(tx, voter, targetId)).comment
  return { type: targetType, id, authorId }
}

const toRecord = ({ targetType, targetId }: Target, vote: VoteRow, target: VotesCounted): VoteRecord => ({
  id: vote.id,
  targetType,
  targetId,
  voteType: toVoteType(vote.value),
  createdAt: vote.createdAt,
  target,
})

/** 409 `ALREADY_VOTED` where there is a vote: it is switched or withdrawn. */
export async function castVote(voter: Viewer, target: Target, voteType: VoteType): Promise<VoteRecord> {
  return writeAs(voter, 'member', async (tx, voter) => {
    const { targetType, targetId } = target
    const subject = await subjectOf(tx, voter, target)
    await refuseBlockRelation(tx, voter.id, subject.authorId)
    const vote = { id: Bun.randomUUIDv7(), value: toVoteValue(voteType), createdAt: new Date().toISOString() }
    if (!(await insertVote(tx, targetType, { userId: voter.id, targetId, ...vote }))) refuse('ALREADY_VOTED')
    const counted = await countChange(tx, targetType, subject, voteChange(null, voteType))
    await notifyVote(tx, voter.id, subject, { before: null, after: voteType, castAt: vote.createdAt })
    await audit(tx, voter, { action: `user:${voteType}d:${targetType}`, entityType: targetType, entityId: targetId })
    return toRecord(target, vote, counted)
  })
}

/** 404 where there is no vote. To the type that it has already nothing changes, and nothing is logged. */
export async function switchVote(
  voter: Viewer,
  target: Target,
  voteType: VoteType,
): Promise<{ vote: VoteRecord; before: VoteRecord }> {
  return writeAs(voter, 'member', async (tx, voter) => {
    const { targetType, targetId } = target
    const subject = await subjectOf(tx, voter, target)
    await refuseBlockRelation(tx, voter.id, subject.authorId)
    const key = { userId: voter.id, targetId }
    const held = (await findVote(tx, targetType, key)) ?? refuse('NOT_FOUND', 'votes.missing')
    const heldType = toVoteType(held.value)
    const before = toRecord(target, held, await votesOn(tx, targetType, targetId))
    if (heldType === voteType) return { vote: before, before }
    const value = toVoteValue(voteType)
    await updateVote(tx, targetType, { ...key, value })
    const counted = await countChange(tx, targetType, subject, voteChange(heldType, voteType))
    await notifyVote(tx, voter.id, subject, { before: heldType, after: voteType, castAt: held.createdAt })
    await audit(tx, voter, {
      action: `user:switched:vote:on:${targetType}`,
      entityType: targetType,
      entityId: targetId,
      before: { voteType: heldType },
      after: { voteType },
    })
    return { vote: toRecord(target, { ...held, value }, counted), before }
  })
}

/** 404 where there is no vote. A block relation does not hold on to one. */
export async function withdrawVote(voter: Viewer, target: Target): Promise<{ id: string; target: VotesCounted }> {
  return writeAs(voter, 'member', async (tx, voter) => {
    const { targetType, targetId } = target
    const subject = await subjectOf(tx, voter, target)
    const held =
      (await deleteVote(tx, targetType, { userId: voter.id, targetId })) ?? refuse('NOT_FOUND', 'votes.missing')
    const voteType = toVoteType(held.value)
    const counted = await countChange(tx, targetType, subject, voteChange(voteType, null))
    await notifyVote(tx, voter.id, subject, { before: voteType, after: null, castAt: held.createdAt })
    await audit(tx, voter, {
      action: `user:withdrew:vote:on:${targetType}`,
      entityType: targetType,
      entityId: targetId,
      before: { voteType },
    })
    return { id: held.id, target: counted }
  })
}
