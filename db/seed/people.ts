import { adjectives, animals } from 'unique-names-generator'
import { DAY } from './calendar'
import { Ids } from './ids'
import { Random, weighted } from './random'

export type Branch = { id: string; code: string; name: string }
/** `offered`: what its students choose from; `isNew`: the seed makes it. */
export type College = { id: string; name: string; domain: string; offered: Branch[]; isNew: boolean }

const CODES: readonly (readonly [code: string, name: string])[] = [
  ['CSE', 'Computer Science and Engineering'],
  ['ECE', 'Electronics and Communication Engineering'],
  ['ME', 'Mechanical Engineering'],
  ['EE', 'Electrical Engineering'],
  ['CE', 'Civil Engineering'],
  ['MATH', 'Mathematics and Computing'],
  ['BIO', 'Biotechnology'],
  ['ARCH', 'Architecture'],
  ['ECO', 'Economics'],
  ['LAW', 'Law'],
]

/** Addresses under `.example` reach nobody (RFC 2606). `offers`: how many of the branches, from the first on. */
const COLLEGES = [
  { name: 'Northfield University', domain: 'northfield.example', city: 'Northfield', state: 'Minnesota', offers: 10 },
  { name: 'Lakeshore Institute of Technology', domain: 'lakeshore.example', city: 'Erie', state: 'Ohio', offers: 7 },
  { name: 'Marigold College of Arts', domain: 'marigold.example', city: 'Pune', state: 'Maharashtra', offers: 4 },
  { name: 'Old Mill Polytechnic', domain: 'oldmill.example', city: 'Leeds', state: 'Yorkshire', offers: 5 },
  { name: 'St. Clare College', domain: 'stclare.example', city: 'Kochi', state: 'Kerala', offers: 3 },
  { name: 'Harbour School of Law', domain: 'harbour.example', city: 'Porto', state: 'Norte', offers: 2 },
] as const

export const collegeDetails = (domain: string): { city: string; state: string } | undefined =>
  COLLEGES.find((each) => each.domain === domain)

/** One large college, some small ones. */
const SIZES = [62, 16, 9, 6, 4, 3]
/** How many study what, in the order of the branches. */
const POPULARITY = [30, 18, 14, 10, 8, 6, 5, 4, 3, 2]

/** The branches that there are, and after them those of the seed that are missing. */
export function branchesOf(seed: number, existing: readonly Branch[], at: number): { all: Branch[]; added: Branch[] } {
  const ids = new Ids(seed, 'branch')
  const taken = new Set(existing.flatMap(({ code, name }) => [code.toLowerCase(), name.toLowerCase()]))
  const added = CODES.filter(([code, name]) => !taken.has(code.toLowerCase()) && !taken.has(name.toLowerCase())).map(
    ([code, name], number) => ({ id: ids.v7(number, at), code, name }),
  )
  return { all: [...existing, ...added], added }
}

/** The colleges that there are, the first of them large, and after them those of the seed up to six. */
export function collegesOf(
  seed: number,
  existing: readonly College[],
  branches: readonly Branch[],
  at: number,
): College[] {
  const ids = new Ids(seed, 'college')
  const domains = new Set(existing.map(({ domain }) => domain))
  const invented = COLLEGES.filter(({ domain }) => !domains.has(domain)).map(({ name, domain, offers }, number) => ({
    id: ids.v7(number, at),
    name,
    domain,
    offered: CODES.slice(0, offers).flatMap(([code]) => branches.filter((branch) => branch.code === code)),
    isNew: true,
  }))
  return [...existing, ...invented.slice(0, Math.max(0, COLLEGES.length - existing.length))]
}

type Person = {
  id: string
  authId: string
  email: string
  username: string
  joinedAt: number
  college: number
  branch: Branch
}

/** The last to join have not chosen their branch yet. */
const ONBOARDING_SHARE = 0.02

/** Students in the order in which they joined. `active`: so many, from the first on, take part. */
export type People = { all: Person[]; active: number }

type Enrolment = { seed: number; count: number; colleges: readonly College[]; branches: readonly Branch[] }
/** `known`: how many addresses and which names there are already. */
type Known = { identities: number; usernames: Set<string> }

export function enrol(
  { seed, count, colleges, branches }: Enrolment,
  from: number,
  until: number,
  known: Known,
): People {
  const random = new Random(seed, 'people')
  const [userIds, identityIds] = [new Ids(seed, 'user'), new Ids(seed, 'identity')]
  const collegeOf = weighted(colleges.map((_, at) => SIZES[at] ?? 2))
  const branchIn = colleges.map(({ offered }) => (offered.length > 0 ? offered : branches))
  const choices = branchIn.map((choice) => weighted(choice.map((_, at) => POPULARITY[at] ?? 1)))
  const all = joinings(random, count, from, until).map((joinedAt, number): Person => {
    const college = collegeOf(random)
    const branch = branchIn[college]?.[choices[college]?.(random) ?? 0] as Branch
    const enrolment = `${new Date(joinedAt).getUTCFullYear() % 100}${String(known.identities + number).padStart(8, '0')}`
    return {
      id: userIds.v4(number),
      authId: identityIds.v7(number, joinedAt),
      email: `${enrolment}@${colleges[college]?.domain}`,
      username: newName(random, known.usernames),
      joinedAt,
      college,
      branch,
    }
  })
  return { all, active: count - Math.floor(count * ONBOARDING_SHARE) }
}

/** Half were there from the start, most others join at the beginning of an academic year. */
function joinings(random: Random, count: number, from: number, until: number): number[] {
  const intakes = [1, 2].map((year) => Math.max(from, until - year * 365 * DAY + 30 * DAY))
  const times = Array.from({ length: count }, () => {
    const drawn = random.fraction()
    if (drawn < 0.55) return from - random.below(600 * DAY)
    if (drawn < 0.9) return Math.min(until - 1, random.pick(intakes) + Math.floor(random.exponential(12 * DAY)))
    return from + random.below(until - from)
  })
  // Somebody has to be there for the first post.
  if (count > 0) times[0] = from - 600 * DAY
  return times.sort((a, b) => a - b)
}

const plain = (words: readonly string[]): string[] => words.filter((word) => /^[a-z]{3,10}$/.test(word))
const [firsts, seconds] = [plain(adjectives), plain(animals)]

/** A pseudonym as the registration gives one, that nobody has. */
function newName(random: Random, taken: Set<string>): string {
  for (;;) {
    const name = `${random.pick(firsts)}-${random.pick(seconds)}-${1000 + random.below(9000)}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
