import { signal } from '@preact/signals'
import { api, envelope, type Failure, type ResponseData, under } from '../../lib/api'
import { sendingKey } from '../../lib/draft-forms'

const ask = () => envelope(api.appeals.get())

export type Appeal = ResponseData<ReturnType<typeof ask>>['appeals'][number]
export type Appealed = Pick<Appeal, 'resource' | 'resourceId'>

/** What the viewer appealed against, newest first; undefined until it is loaded. */
export const ownAppeals = signal<readonly Appeal[] | undefined>(undefined)
export const appealsFailure = signal<Failure | null>(null)

let asked: ReturnType<typeof ask> | undefined

/** Once for all that show one at the same time. */
export async function loadAppeals(): Promise<void> {
  asked ??= ask().finally(() => {
    asked = undefined
  })
  const answer = await asked
  if (answer.success) ownAppeals.value = answer.data.appeals
  appealsFailure.value = answer.success ? null : answer
}

/** The appeal against the decision that holds now. */
export const appealAgainst = (appeals: readonly Appeal[], { resource, resourceId }: Appealed): Appeal | undefined =>
  appeals.find((each) => each.isCurrent && each.resource === resource && each.resourceId === resourceId)

export const draftOf = ({ resourceId }: Appealed): string => `appeal ${resourceId}`

export const sendAppeal = async (about: Appealed, message: string) =>
  envelope(api.appeals.post({ ...about, message }, under(await sendingKey(draftOf(about)))))
