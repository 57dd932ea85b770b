import { api, envelope, type Failure, under } from '../../../app/lib/api'
import { sendingKey } from '../../../app/lib/draft-forms'
import type { Why } from './moderation'

// All that somebody wrote in the last 24 hours, removed and restored at once.

export type Written = { posts: number; comments: number }

const removals = (userId: string) => api.moderation.users({ userId }).removals

export const countRecent = (userId: string) => envelope(removals(userId).get())

export const draftOf = (userId: string): string => `removal ${userId}`

/** Once, also where no answer came and it is sent again. */
export const removeRecent = async (userId: string, why: Why) =>
  envelope(removals(userId).post(why, under(await sendingKey(draftOf(userId)))))

/** Restores what nobody has decided about since. */
export async function undoRemoval(id: string): Promise<{ restored: Written; kept: number } | Failure> {
  const answer = await envelope(api.moderation.removals({ id }).delete())
  return answer.success ? answer.data.removal : answer
}
