import { signal } from '@preact/signals'
import { api, type DataOf, envelope } from '../api'

export const askCollege = (id: string) => envelope(api.colleges({ id }).get())
export const askBranches = (id: string) => envelope(api.colleges({ id }).branches.get())
const askColleges = () => envelope(api.colleges.get())

export type College = DataOf<ReturnType<typeof askCollege>>
export type Branch = DataOf<ReturnType<typeof askBranches>>[number]

/** All colleges of this Quad by name, once they were asked for. */
export const colleges = signal<readonly College[]>([])

/** The branches that one's own college offers, once they were asked for. */
export const branches = signal<readonly Branch[]>([])

let branchesOf: string | undefined

/** Asks for them once a visit, unless that failed. */
export async function loadColleges(): Promise<void> {
  if (colleges.value.length > 0) return
  const answer = await askColleges()
  if (answer.success) colleges.value = answer.data.colleges
}

/** Asks for them once a visit and college. */
export async function loadBranches(collegeId: string): Promise<void> {
  if (branchesOf === collegeId) return
  branchesOf = collegeId
  const answer = await askBranches(collegeId)
  if (answer.success) branches.value = answer.data
  else branchesOf = undefined
}
