import { signal } from '@preact/signals'
import type { Data } from '../../../../client/api'
import { api, envelope, type Failure, under, unlessGone } from '../../lib/api'
import { DELAYED_COMMENTS, readStorage, writeStorage } from '../../lib/storage'
import { type NewComment, sentComment } from './requests'

export type DelayedComment = Data<typeof api.comments.delayed.get>['delayedComments'][number]

/** The viewer's comments that have not appeared yet, as far as they were read. */
export const delayedComments = signal<readonly DelayedComment[]>([])

/** Whether this device has sent one: threads of people who have none need not ask. */
export const mayHaveDelayed = (): boolean => readStorage(DELAYED_COMMENTS) !== null

export async function readDelayedComments(): Promise<Failure | undefined> {
  const answer = await envelope(api.comments.delayed.get())
  if (!answer.success) return answer
  delayedComments.value = answer.data.delayedComments
  writeStorage(DELAYED_COMMENTS, answer.data.delayedComments.length > 0 ? '1' : null)
  return undefined
}

/** Sends a comment that is to appear within a quarter of an hour. */
export async function createDelayedComment(comment: NewComment, key: string) {
  const answer = await envelope(api.comments.delayed.post(comment, under(`${key}-delayed`)))
  if (answer.success) {
    writeStorage(DELAYED_COMMENTS, '1')
    delayedComments.value = [...delayedComments.peek(), answer.data.delayedComment]
  }
  return answer
}

const forget = (id: string): void => {
  delayedComments.value = delayedComments.peek().filter((each) => each.id !== id)
}

/** Lets it appear now, and shows it in the thread. */
export async function publishDelayedComment(commentId: string): Promise<Failure | undefined> {
  const answer = await envelope(api.comments.delayed({ commentId }).publish.post())
  if (!answer.success) return answer
  forget(commentId)
  sentComment.value = answer.data.comment
  return undefined
}

export async function deleteDelayedComment(commentId: string): Promise<Failure | undefined> {
  const failure = await unlessGone(envelope(api.comments.delayed({ commentId }).delete()))
  if (failure === undefined) forget(commentId)
  return failure
}
