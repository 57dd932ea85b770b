import { signal } from '@preact/signals'
import { api, envelope } from '../../../app/lib/api'
import { type LogAddress, logQuery } from './log-rules'

const PAGE_SIZE = 50

const fetchLog = (query: ReturnType<typeof logQuery> & { page: number; limit: number }) =>
  envelope(api.admin.manage.logs.get({ query }))

export const readLog = (address: LogAddress, page: number) => fetchLog({ ...logQuery(address), page, limit: PAGE_SIZE })

/** Names of actors by id, as far as they are loaded. */
export const actorNames = signal<Readonly<Record<string, string>>>({})

type Named = { id: string; username: string }

const learn = (people: readonly Named[]): void => {
  actorNames.value = { ...actorNames.value, ...Object.fromEntries(people.map(({ id, username }) => [id, username])) }
}

/** More than any campus has moderators. */
const MOST = 100

let areNamed = false

/** Loads the names of the moderators once: most entries are theirs. */
export async function nameAdministrators(): Promise<void> {
  if (areNamed) return
  const requests = (['admin', 'superadmin'] as const).map((role) =>
    envelope(api.moderation.users.search.get({ query: { role, limit: MOST, page: 1 } })),
  )
  const answers = await Promise.all(requests)
  areNamed = answers.every(({ success }) => success)
  for (const answer of answers) if (answer.success) learn(answer.data.users)
}

/** Loads a name once; a deleted account stays without one. */
export async function nameActor(id: string): Promise<void> {
  if (id in actorNames.value) return
  const answer = await envelope(api.users.id({ userId: id }).get())
  if (answer.success) learn([answer.data.user])
}
