import { signal } from '@preact/signals'
import { api, envelope, type ResponseData } from '../api'

export const fetchCollege = (id: string) => envelope(api.colleges({ id }).get())
export const fetchBranches = (id: string) => envelope(api.colleges({ id }).branches.get())
const fetchColleges = () => envelope(api.colleges.get())

export type College = ResponseData<ReturnType<typeof fetchCollege>>
export type Branch = ResponseData<ReturnType<typeof fetchBranches>>[number]

/** All colleges by name; empty until they are loaded. */
export const colleges = signal<readonly College[]>([])

/** The branches that the viewer's college offers; empty until they are loaded. */
export const branches = signal<readonly Branch[]>([])

let branchesCollegeId: string | undefined

/** Loads them once per document, unless that failed. */
export async function loadColleges(): Promise<void> {
  if (colleges.value.length > 0) return
  const answer = await fetchColleges()
  if (answer.success) colleges.value = answer.data.colleges
}

/** Loads them once for each college. */
export async function loadBranches(collegeId: string): Promise<void> {
  if (branchesCollegeId === collegeId) return
  branchesCollegeId = collegeId
  const answer = await fetchBranches(collegeId)
  if (answer.success) branches.value = answer.data
  else branchesCollegeId = undefined
}
