import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import { colleges } from '../../../app/lib/colleges/colleges'
import { type banUser, suspendUser } from '../moderation/moderation'
import { type Person, type Role, searchQuery, suspensionEnd } from './person-rules'

const search = (query: Parameters<typeof api.moderation.users.search.get>[0]['query']) =>
  envelope(api.moderation.users.search.get({ query }))

export const findPeople = (query: Record<string, string>, page: number) => search(searchQuery(query, page))

/** More than there are names that hold a whole other one. */
const MOST_ALIKE = 100

/** One account as administrators see it: by its name, because the list alone tells role and state. */
export async function readPerson(userId: string): Promise<{ success: true; data: Person } | Failure> {
  const answer = await envelope(api.users.id({ userId }).get())
  if (!answer.success) return answer
  const { username } = answer.data.user
  const alike = await search({ username, limit: MOST_ALIKE, page: 1 })
  if (!alike.success) return alike
  const data = alike.data.users.find(({ id }) => id === userId)
  return data ? { success: true, data } : { success: false, code: 'NOT_FOUND', message: 'There is no such user' }
}

/** How a college is called, once they were asked for. */
export const collegeName = (id: string): string | undefined => colleges.value.find((each) => each.id === id)?.name

/** Suspends for as long as the form says. */
export const suspendAsChosen = (userId: string, values: FormData) =>
  suspendUser(
    userId,
    suspensionEnd(String(values.get('length')), String(values.get('suspension.ends')), Date.now()),
    String(values.get('suspension.reason')),
  )

export type Sanctioned = Extract<Awaited<ReturnType<typeof banUser>>, { success: true }>

/** Changes what somebody may do here; for superadmins. */
export const changeRole = (id: string, role: Role) => envelope(api.admin.users({ id }).role.put({ role }))

/** The newest reports about somebody's content and by them. */
export const readReports = (userId: string) => envelope(api.reports.users({ userId }).get())

export type Report = ResponseData<ReturnType<typeof readReports>>['reports'][number]
