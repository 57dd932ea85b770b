import { signal } from '@preact/signals'
import { api, envelope } from '../../../app/lib/api'

/** How those are called who did something, as far as it is known. */
export const actorNames = signal<Readonly<Record<string, string>>>({})

type Named = { id: string; username: string }

const learn = (people: readonly Named[]): void => {
  actorNames.value = { ...actorNames.value, ...Object.fromEntries(people.map(({ id, username }) => [id, username])) }
}

/** More than any campus has administrators. */
const MOST = 100

let areNamed = false

/** Learns how the administrators are called, once: what they do is what the log is mostly read for. */
export async function nameAdministrators(): Promise<void> {
  if (areNamed) return
  const requests = (['admin', 'superadmin'] as const).map((role) =>
    envelope(api.moderation.users.search.get({ query: { role, limit: MOST, page: 1 } })),
  )
  const answers = await Promise.all(requests)
  areNamed = answers.every(({ success }) => success)
  for (const answer of answers) if (answer.success) learn(answer.data.users)
}

/** Learns how somebody is called, once; an account that is gone stays without a name. */
export async function nameActor(id: string): Promise<void> {
  if (id in actorNames.value) return
  const answer = await envelope(api.users.id({ userId: id }).get())
  if (answer.success) learn([answer.data.user])
}
