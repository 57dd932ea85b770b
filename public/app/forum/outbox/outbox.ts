import { requestDeletion } from '../../campus/auth/deletions'
import { announce } from '../../lib/announcements'
import { isAway } from '../../lib/api'
import { onVote, sendVote, type Target } from '../../lib/ballot'
import { backToDraft, holdDraft, sentOf } from '../../lib/draft-forms'
import { discardEntry, drafts, put, savedDrafts, storing } from '../../lib/drafts'
import { failureMessage } from '../../lib/failures'
import { me } from '../../lib/me'
import { ACCOUNT, readStorage } from '../../lib/storage'
import { afterRefusal, isKeyKnown, undoneFor, type Waiting } from '../../lib/waiting'
import { textsReady } from '../../texts/catalogue'
import { outboxText } from '../../texts/outbox'
import { createDelayedComment } from '../comments/delayed'
import { deletedComment, postComment, sentComment } from '../comments/requests'
import { noteHeld } from '../held/held'
import { createPost } from '../posts/delayed'
import { cachedPost } from '../posts/posts'

/** Keeps what did not get through, to be sent once the server is reached. */
export async function keepForLater(what: string, waits: Waiting): Promise<void> {
  const entry = holdDraft(what, waits)
  // Meanwhile another request may have got through.
  isAway.value = true
  await Promise.all([storing, textsReady()])
  announce(outboxText.outbox.waits, { label: outboxText.outbox.discard, take: () => discardEntry(entry.name) })
}

onVote((targetId) => {
  const older = savedDrafts().find(({ what }) => what === `vote-${targetId}`)
  if (older === undefined) return undefined
  discardEntry(older.name)
  return () => put(older)
})

async function request(waits: Waiting, key: string) {
  if (waits.kind === 'vote') return sendVote(null, waits.to, waits)
  if (waits.kind === 'deletion') return remove(waits)
  if (waits.kind === 'post') {
    const answer = await createPost(waits.input, key, waits.isDelayed)
    if (answer.success && 'post' in answer.data && answer.data.post.held) noteHeld()
    return answer
  }
  const { postId, parentCommentId, content, alias, isDelayed } = waits
  const comment = { postId, parentCommentId, content, ...(alias === undefined ? {} : { alias }) }
  if (isDelayed) return createDelayedComment(comment, key)
  const answer = await postComment(comment, key)
  if (answer.success) sentComment.value = answer.data.comment
  if (answer.success && answer.data.comment.held) noteHeld()
  return answer
}

async function remove({ targetType, targetId }: Target) {
  const failure = await requestDeletion({ targetType, targetId })
  if (failure) return failure
  const post = cachedPost(targetId)
  if (post) post.value = null
  if (targetType === 'comment') deletedComment.value = targetId
  return { success: true } as const
}

/**
 * Sends what waits in the order in which it was written, in one tab, and says what became of it. Resolves to the seconds
 * after which to try again what neither arrived nor was refused for good.
 */
export async function sendWaiting(): Promise<number | undefined> {
  const send = async () => {
    await textsReady()
    const pauses: number[] = []
    let sent = 0
    let failed = ''
    const waiting = savedDrafts().filter(({ waits }) => waits !== undefined)
    for (const { name } of waiting.toReversed()) {
      // Of this account, and of no other that signed in in another tab.
      if (readStorage(ACCOUNT) !== (me.peek()?.id ?? '')) break
      const entry = drafts.get(name)
      // It may have been taken back while another was sent.
      if (entry?.waits === undefined) continue
      const { waits } = entry
      const undone = undoneFor(waits, Date.now())
      if (undone > 0) {
        pauses.push(Math.ceil(undone / 1000))
        continue
      }
      const isText = waits.kind === 'post' || waits.kind === 'comment'
      const { key, at } = sentOf(entry) ?? { key: name, at: entry.savedAt }
      if (isText && !isKeyKnown(at, Date.now())) {
        backToDraft(name)
        failed = outboxText.outbox.unsure
        continue
      }
      const answer = await request(waits, key)
      const isDone = !('code' in answer) || answer.isReplayed
      const next = isDone ? 'return' : afterRefusal(answer)
      if (next !== 'return') {
        if (next !== 'wait') pauses.push(next)
        break
      }
      if (isDone || !isText) discardEntry(name)
      else await backToDraft(name)
      if (!isDone) failed = isText ? outboxText.outbox.refused(failureMessage(answer)) : failureMessage(answer)
      // Whoever deleted something was told so at once.
      else if (waits.kind !== 'deletion') sent++
    }
    if (failed !== '') announce(failed)
    else if (sent > 0) announce(outboxText.outbox.sent(sent))
    return pauses.length > 0 ? Math.min(...pauses) : undefined
  }
  return navigator.locks ? navigator.locks.request('quad.outbox', send) : send()
}
