import type { Data } from '../../../../client/api'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { Resource } from '../page'

export type Burst = Data<typeof api.moderation.bursts.get>['bursts'][number]

/** Where many texts came at once, for the overview and the queue. */
export const bursts = new Resource(() => envelope(api.moderation.bursts.get()))

/** Dismisses the alert; where another moderator was faster, it is gone as well. */
export async function dismissBurst(id: string): Promise<Failure | undefined> {
  const answer = await envelope(api.moderation.bursts({ id }).delete())
  await bursts.load()
  return answer.success || answer.code === 'NOT_FOUND' ? undefined : answer
}
