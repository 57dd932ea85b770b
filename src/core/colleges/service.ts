import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import type { Viewer } from '../access/account'
import { standingAdministrator } from '../access/re-authorization'
import { anonymous, type Origin } from '../audit/audit'
import {
  allColleges,
  collegeById,
  createCollege,
  deleteCollege,
  type NewCollege,
  offeredBranches,
  updateCollege,
} from './colleges'
import { submitRequest } from './requests'
import type { Branch, College, CollegeRequest, RequestCollege } from './schemas'

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
  return storage.write(async (tx) => {
    await standingAdministrator(tx, user)
    return createCollege(tx, user, input)
  })
}

export async function changeCollege(user: Viewer, id: string, changes: Partial<NewCollege>): Promise<College> {
  return storage.write(async (tx) => {
    await standingAdministrator(tx, user)
    return updateCollege(tx, user, id, changes)
  })
}

export async function removeCollege(user: Viewer, id: string): Promise<void> {
  await storage.write(async (tx) => {
    await standingAdministrator(tx, user)
    await deleteCollege(tx, user, id)
  })
}
