import { signal } from '@preact/signals'
import { api, envelope, type ResponseData } from '../../lib/api'
import { isOneCollege } from '../../lib/instance'

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

/** Undefined until they are loaded, and where there is one: its name goes without saying. */
export const collegeName = (id: string): string | undefined =>
  isOneCollege.value ? undefined : colleges.value.find((each) => each.id === id)?.name

/** Loads them once for each college. */
export async function loadBranches(collegeId: string): Promise<void> {
  if (branchesCollegeId === collegeId) return
  branchesCollegeId = collegeId
  const answer = await fetchBranches(collegeId)
  if (answer.success) branches.value = answer.data
  else branchesCollegeId = undefined
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The branches to choose from, plus the viewer's own and the chosen one where the college does not list them. */
export function branchOptions(list: readonly Pick<Branch, 'code' | 'name'>[], chosen: string, own: string) {
  const options = list.map(({ code, name }): [string, string] => [code, name])
  const named = (text: string) => options.find((names) => names.some((each) => same(each, text)))
  for (const each of [own, chosen]) if (each !== '' && !named(each)) options.push([each, each])
  return { value: named(chosen)?.[0] ?? '', options }
}
