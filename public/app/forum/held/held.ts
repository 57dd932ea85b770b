import { signal } from '@preact/signals'
import type { Data } from '../../../../client/api'
import { api, envelope, unlessGone } from '../../lib/api'
import { takeDraft } from '../../lib/draft-forms'
import { type Draft, NEW_POST, put } from '../../lib/drafts'
import { DRAFTS, HELD, readStorage, writeStorage } from '../../lib/storage'
import { draftOf } from '../posts/post-input'

/** A text of one's own that waits for a moderator, or that one refused. */
export type HeldText = Data<typeof api.held.get>['held'][number]

/** Counts the texts that this tab has seen to be held, so that what shows them reads anew. */
export const heldNews = signal(0)

/** Something that was just sent waits for a moderator. */
export function noteHeld(): void {
  writeStorage(HELD, '1')
  heldNews.value++
}

/** Whether this device has seen one: threads of people who have none need not ask. */
export const mayHaveHeld = (): boolean => readStorage(HELD) !== null

export async function readHeld() {
  const answer = await envelope(api.held.get())
  if (answer.success) writeStorage(HELD, answer.data.held.length > 0 ? '1' : null)
  return answer
}

/** Where the text is shown, or was written. */
export const heldPath = ({ type, id, postId }: HeldText): string =>
  `/post/${type === 'post' || postId === null ? id : postId}`

/** Takes it back on the server; nobody will read it. */
export const takeBack = ({ id }: HeldText) => unlessGone(envelope(api.held({ id }).delete()))

/** Makes it a draft again, with that picture, and returns the page where its form is. */
export function reopenAsDraft(text: HeldText, picture: string): string {
  const { type, content, postId, parentCommentId, poll } = text
  const alias = text.alias === null ? '' : 'yes'
  if (type === 'comment') {
    const path = `/post/${postId}${parentCommentId === null ? '' : `?comment=${parentCommentId}`}`
    bringBack(text, parentCommentId ?? postId ?? '', { content, alias }, path)
    return path
  }
  const post = {
    ...text,
    title: text.title ?? '',
    topic: text.topic ?? '',
    isPrivate: text.isPrivate ?? false,
    question: text.question !== undefined,
    course: text.course?.id,
    poll: poll ? { options: poll.options.map((each) => each.text), hours: poll.hours ?? 24 } : undefined,
    picture: picture === '' ? undefined : { id: picture, alt: text.picture?.alt ?? '' },
  }
  bringBack(text, NEW_POST, draftOf(post, alias), '/new')
  return '/new'
}

/** This tab goes on with it; a draft of its own about the same thing stays in the list. */
function bringBack({ id }: HeldText, what: string, draft: Draft, path: string): void {
  const name = DRAFTS + id
  put({ name, what, draft, tab: '', path, savedAt: Date.now() })
  takeDraft(name)
}
