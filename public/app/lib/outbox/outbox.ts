import { textsReady } from '../../texts/catalogue'
import { outboxText } from '../../texts/outbox'
import { me } from '../accounts/me'
import { announce } from '../announcements'
import { api, envelope, isAway, under } from '../api'
import { createDelayedComment } from '../comments/delayed'
import { postComment, sentComment } from '../comments/requests'
import { holdDraft, replaceWaiting } from '../draft-forms'
import { discardEntry, savedDrafts } from '../drafts'
import { failureMessage } from '../failures'
import { noteHeld } from '../held/held'
import { createDelayed } from '../posts/delayed'
import { ACCOUNT, readStorage } from '../storage'
import { sendVote } from '../votes/ballot'
import { afterRefusal, maySend, type Waiting } from './waiting'

/** Without a network, keeps what could not be sent until there is one; false where it has to be refused instead. */
export async function keepForLater(what: string, waits: Waiting): Promise<boolean> {
  if (!isAway()) return false
  const entry = holdDraft(what, navigator.onLine ? { ...waits, triedAt: Date.now() } : waits)
  await textsReady()
  announce(outboxText.outbox.waits, { label: outboxText.outbox.discard, take: () => discardEntry(entry.name) })
  return true
}

async function request(waits: Waiting, key: string) {
  if (waits.kind === 'vote') return sendVote(null, waits.to, waits)
  if (waits.kind === 'post') {
    if (waits.isDelayed) return createDelayed(waits.input, key)
    const answer = await envelope(api.posts.post(waits.input, under(key)))
    if (answer.success && answer.data.post.held) noteHeld()
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

const SOON_S = 5

/**
 * Sends what waits in the order in which it was written, in one tab, and says what became of it. Resolves to the seconds
 * after which to try again what neither arrived nor was refused for good.
 */
export async function sendWaiting(): Promise<number | undefined> {
  const send = async () => {
    await textsReady()
    let again: number | undefined
    let sent = 0
    let failed = ''
    const waiting = savedDrafts().filter(({ waits }) => waits !== undefined)
    for (const { name, key = '', waits: before } of waiting.toReversed()) {
      // Of this account, and of no other that signed in in another tab.
      if (before === undefined || readStorage(ACCOUNT) !== (me.peek()?.id ?? '')) break
      if (!maySend(before, Date.now())) {
        replaceWaiting(name, undefined)
        failed = outboxText.outbox.unsure
        continue
      }
      // On the device before it goes: whatever ends this, it goes under the same key.
      const waits = { triedAt: Date.now(), ...before }
      await replaceWaiting(name, waits)
      const answer = await request(waits, key)
      if (!('code' in answer)) sent++
      else if (afterRefusal(answer.code) === 'wait') {
        if (answer.code !== 'UNAUTHENTICATED') again = answer.retryAfter ?? SOON_S
        break
      }
      if (!('code' in answer) || waits.kind === 'vote') discardEntry(name)
      else {
        await replaceWaiting(name, undefined)
        failed = outboxText.outbox.refused(failureMessage(answer))
      }
    }
    if (failed !== '') announce(failed)
    else if (sent > 0) announce(outboxText.outbox.sent(sent))
    return again
  }
  return navigator.locks ? navigator.locks.request('quad.outbox', send) : send()
}
