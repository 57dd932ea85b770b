import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { maskedEmail } from '../../lib/email-address'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { anonymous, type Origin } from '../audit/audit'
import { optionalMails } from '../settings/settings'
import { createBranch, deleteBranch, updateBranch } from './branches'
import {
  allColleges,
  collegeById,
  createCollege,
  deleteCollege,
  type NewCollege,
  offeredBranches,
  updateCollege,
} from './colleges'
import { decideRequest, latestRequests, submitRequest } from './requests'
import type { Branch, College, CollegeRequest, DecideRequest, NewBranch, RequestCollege } from './schemas'

/** Arrays stop here. */
const MOST = 1000

const matches = (wanted: string, text: string): boolean => wanted === '' || text.toLowerCase() === wanted
const folded = (given = ''): string => given.trim().toLowerCase()

/** The colleges of a city, of a state, or all. */
export async function findColleges(wanted: { city?: string | undefined; state?: string | undefined }) {
  const [city, state] = [folded(wanted.city), folded(wanted.state)]
  const found = (await allColleges()).filter((each) => matches(city, each.city) && matches(state, each.state))
  return { colleges: found.slice(0, MOST), count: found.length }
}

export async function readCollege(id: string): Promise<College> {
  return (await collegeById(id)) ?? refuse('NOT_FOUND', 'colleges.missing')
}

/** What a user of the college may choose from; where it is empty, any branch of the instance. */
export async function readBranches(id: string): Promise<Branch[]> {
  return offeredBranches((await readCollege(id)).id)
}

export async function requestCollege(origin: Origin, input: RequestCollege): Promise<CollegeRequest> {
  return storage.write((tx) => submitRequest(tx, anonymous(origin), input))
}

export async function addCollege(user: Viewer, input: NewCollege): Promise<College> {
  return writeAs(user, 'admin', (tx, user) => createCollege(tx, user, input))
}

export async function changeCollege(user: Viewer, id: string, changes: Partial<NewCollege>): Promise<College> {
  return writeAs(user, 'admin', (tx, user) => updateCollege(tx, user, id, changes))
}

export async function removeCollege(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'admin', (tx, user) => deleteCollege(tx, user, id))
}

export async function listColleges(): Promise<College[]> {
  return (await allColleges()).slice(0, MOST)
}

/** Newest first. Only a superadmin gets addresses in full. */
export async function listRequests(user: Viewer): Promise<CollegeRequest[]> {
  const requests = await latestRequests(storage.reader)
  return requests.map((request) => maskRequester(user, request))
}

export async function settleRequest(user: Viewer, id: string, decision: DecideRequest): Promise<CollegeRequest> {
  const { collegeAvailable } = await optionalMails()
  return writeAs(user, 'admin', async (tx, user) =>
    maskRequester(user, await decideRequest(tx, user, id, decision, collegeAvailable)),
  )
}

const maskRequester = ({ role }: Viewer, request: CollegeRequest): CollegeRequest =>
  role === 'superadmin' || request.requestedByEmail === ''
    ? request
    : { ...request, requestedByEmail: maskedEmail(request.requestedByEmail) }

export async function addBranch(user: Viewer, input: NewBranch): Promise<Branch> {
  return writeAs(user, 'admin', (tx, user) => createBranch(tx, user, input))
}

export async function changeBranch(user: Viewer, id: string, changes: Partial<NewBranch>): Promise<Branch> {
  return writeAs(user, 'admin', (tx, user) => updateBranch(tx, user, id, changes))
}

export async function removeBranch(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'admin', (tx, user) => deleteBranch(tx, user, id))
}
