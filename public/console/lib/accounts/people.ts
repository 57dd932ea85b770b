import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import { colleges } from '../../../app/lib/colleges/colleges'
import { type banUser, suspendUser } from '../moderation/moderation'
import { type Person, type Role, searchQuery, suspensionEnd } from './person-rules'

const search = (query: Parameters<typeof api.moderation.users.search.get>[0]['query']) =>
  envelope(api.moderation.users.search.get({ query }))

export const findPeople = (query: Record<string, string>, page: number) => search(searchQuery(query, page))

/** More users than can have names that contain a whole other name. */
const MOST_ALIKE = 100

/** One account as moderators see it. Found by its name, because only the list has role and sanction. */
export async function readPerson(userId: string): Promise<{ success: true; data: Person } | Failure> {
  const answer = await envelope(api.users.id({ userId }).get())
  if (!answer.success) return answer
  const { username } = answer.data.user
  const alike = await search({ username, limit: MOST_ALIKE, page: 1 })
  if (!alike.success) return alike
  const data = alike.data.users.find(({ id }) => id === userId)
  return data ? { success: true, data } : { success: false, code: 'NOT_FOUND', message: 'There is no such user' }
}

/** The name of a college; undefined until colleges are loaded. */
export const collegeName = (id: string): string | undefined => colleges.value.find((each) => each.id === id)?.name

export const suspendAsChosen = (userId: string, values: FormData) =>
  suspendUser(
    userId,
    suspensionEnd(String(values.get('length')), String(values.get('suspension.ends')), Date.now()),
    String(values.get('suspension.reason')),
  )

export type Sanctioned = Extract<Awaited<ReturnType<typeof banUser>>, { success: true }>

export const changeRole = (id: string, role: Role) => envelope(api.admin.users({ id }).role.put({ role }))

export const readReports = (userId: string) => envelope(api.reports.users({ userId }).get())

export type Report = ResponseData<ReturnType<typeof readReports>>['reports'][number]
