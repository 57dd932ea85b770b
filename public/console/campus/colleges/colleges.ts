import type { Data } from '../../../../client/api'
import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'

const readColleges = () => envelope(api.admin.colleges.get.all.get())

export const readBranches = () => envelope(api.admin.branches.all.get())

export type College = ResponseData<ReturnType<typeof readColleges>>[number]
export type Branch = ResponseData<ReturnType<typeof readBranches>>[number]
export type CollegeRequest = Data<(typeof api.admin)['college-requests']['get']>[number]

export type CollegeInput = Pick<College, 'name' | 'emailDomain' | 'city' | 'state' | 'branches'>
type CollegeLook = Pick<College, 'accentHue' | 'coverLine'>
type BranchInput = Pick<Branch, 'name' | 'code'>
type Decision = { status: CollegeRequest['status']; resolvedCollegeId?: string; reason?: string }

type Answer<Data> = { success: true; data: Data } | Failure

async function both<One, Other>(
  ...answers: [Promise<Answer<One>>, Promise<Answer<Other>>]
): Promise<Answer<readonly [One, Other]>> {
  const [one, other] = await Promise.all(answers)
  if (!one.success) return one
  return other.success ? { success: true, data: [one.data, other.data] } : other
}

export const readCollegesAndBranches = () => both(readColleges(), readBranches())
export const readRequestsAndColleges = () => both(envelope(api.admin['college-requests'].get()), readColleges())
export const changeCollege = (id: string, changes: Partial<CollegeInput & CollegeLook> & { profile?: null }) =>
  envelope(api.admin.colleges.update({ id }).patch(changes))

export const decideRequest = (id: string, decision: Decision) =>
  envelope(api.admin['college-requests']({ id }).patch(decision))
export const changeBranch = (id: string, input: Partial<BranchInput & { isClosed: boolean }>) =>
  envelope(api.admin.branches.update({ id }).patch(input))

/** The college that an approval assigns if none is chosen; undefined if it creates one. */
export function matchingCollege(
  { resolvedCollegeId, emailDomain }: Pick<CollegeRequest, 'resolvedCollegeId' | 'emailDomain'>,
  colleges: readonly College[],
): College | undefined {
  return (
    colleges.find(({ id }) => id === resolvedCollegeId) ?? colleges.find((each) => each.emailDomain === emailDomain)
  )
}

export function filterColleges(words: string, colleges: readonly College[]): College[] {
  const query = words.trim().toLowerCase()
  return colleges.filter(({ name, emailDomain, city, state }) =>
    [name, emailDomain, city, state].some((each) => each.toLowerCase().includes(query)),
  )
}

/** The image types that the server takes: it decodes no AVIF, and an SVG may hold a script. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

const UPLOAD = /^\/uploads\/[0-9a-f]{64}\.\w+$/

/** The path of a picture on this server. Pages show no others, because their host would learn who reads them. */
export function ownPicture(profile: string | null): string | undefined {
  const path = profile === null ? undefined : URL.parse(profile, 'http://quad')?.pathname
  return path !== undefined && UPLOAD.test(path) ? path : undefined
}

/** A file as a data URL: the content security policy allows no other preview. */
export function readAsDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}
