import { type Context, DAY, day, inserter, iso, month, Random } from './context'
import { COURSES } from './texts'

const BRANCHES = [
  ['CSE', 'Computer Science and Engineering'],
  ['ECE', 'Electronics and Communication Engineering'],
  ['ME', 'Mechanical Engineering'],
  ['CE', 'Civil Engineering'],
  ['MATH', 'Mathematics and Computing'],
  ['BIO', 'Biotechnology'],
  ['LAW', 'Law'],
] as const

/** Addresses under `.example` reach nobody (RFC 2606). The last number: how many branches, from the first on. */
const COLLEGES = [
  ['Sarovar Institute of Technology', 'sarovar.example', 'Udaipur', 'Rajasthan', 7],
  ['Lakeshore University', 'lakeshore.example', 'Nainital', 'Uttarakhand', 6],
  ['Marigold College of Arts', 'marigold.example', 'Pune', 'Maharashtra', 4],
  ['Old Mill Polytechnic', 'oldmill.example', 'Kanpur', 'Uttar Pradesh', 5],
  ['St. Clare College', 'stclare.example', 'Kochi', 'Kerala', 3],
  ['Harbour School of Law', 'harbour.example', 'Visakhapatnam', 'Andhra Pradesh', 2],
] as const

type Branch = { id: string; code: string }
/** Students choose from `branches`; `joined` has those who joined before the present post. */
type College = {
  id: string
  domain: string
  branches: readonly Branch[]
  /** Their ids by their names. */
  courses: ReadonlyMap<string, string>
  joined: Student[]
}

/** The colleges of the database, the first of them the largest, with invented ones up to six. */
export function addColleges({ sqlite, seed, from }: Context): College[] {
  const at = from - 730 * DAY
  const dates = { created_at: iso(at), updated_at: iso(at) }
  const random = new Random(seed, 'colleges')
  const insertBranch = inserter(sqlite, 'branches', 'INSERT OR IGNORE')
  for (const [code, name] of BRANCHES) insertBranch({ id: random.uuid(at), code, name, ...dates })
  const branches = sqlite.query<Branch, []>('SELECT id, code FROM branches ORDER BY rowid').all()

  const there = sqlite.query<{ domain: string }, []>('SELECT email_domain AS domain FROM colleges').all()
  const missing = COLLEGES.filter(([, domain]) => !there.some((college) => college.domain === domain))
  const [insertCollege, insertOffer] = [inserter(sqlite, 'colleges'), inserter(sqlite, 'college_branches')]
  for (const [name, domain, city, state, offers] of missing.slice(0, Math.max(0, COLLEGES.length - there.length))) {
    const id = random.uuid(at)
    insertCollege({ id, email_domain: domain, name, city, state, ...dates })
    for (const [code] of BRANCHES.slice(0, offers)) {
      const branch = branches.find((each) => each.code === code)
      if (branch) insertOffer({ college_id: id, branch_id: branch.id })
    }
  }
  const insertCourse = inserter(sqlite, 'courses', 'INSERT OR IGNORE')
  const coursesOf = (college_id: string) => {
    for (const [name, code] of Object.entries(COURSES))
      insertCourse({ id: random.uuid(), college_id, code, code_key: code.replace(' ', ''), name, state: 'open' })
    const there = sqlite.query<{ name: string; id: string }, [string]>(
      'SELECT name, id FROM courses WHERE college_id = ?',
    )
    return new Map(there.all(college_id).map(({ name, id }) => [name, id]))
  }
  const offers = sqlite
    .query<{ pair: string }, []>('SELECT college_id || branch_id AS pair FROM college_branches')
    .all()
  const offered = new Set(offers.map(({ pair }) => pair))
  return sqlite
    .query<{ id: string; domain: string }, []>('SELECT id, email_domain AS domain FROM colleges ORDER BY rowid')
    .all()
    .map((college) => {
      const own = branches.filter(({ id }) => offered.has(college.id + id))
      return { ...college, branches: own.length > 0 ? own : branches, courses: coursesOf(college.id), joined: [] }
    })
}

export type Student = {
  id: string
  joinedAt: number
  email: string
  username: string
  college: College
  branch: Branch
  /** False for the last to join, who have not chosen a branch yet. */
  isActive: boolean
  number: number
  /** Of the row, once it is written: in the same order. */
  key: number
  karma: number
  /** Not one of its names in a thread. */
  isAlias: false
}

export function inventStudents(context: Context, colleges: readonly College[]): Student[] {
  const { seed, users, identities } = context
  const random = new Random(seed, 'people')
  const ids = new Random(seed, 'ids of people')
  const nextName = freeNames(context, random)
  return joiningTimes(random, context).map((joinedAt, number) => {
    // Three in five study at the first college.
    const college = random.pick(colleges, 3.75)
    const branch = random.pick(college.branches, 1.8)
    const email = `${iso(joinedAt).slice(2, 4)}${String(identities + number).padStart(8, '0')}@${college.domain}`
    const isActive = number < users - Math.floor(users * 0.02)
    const person = { id: ids.uuid(), number, joinedAt, email, username: nextName(), college, branch, isActive }
    return { ...person, key: 0, karma: 0, isAlias: false }
  })
}

function freeNames({ sqlite, drawPseudonym }: Context, random: Random): () => string {
  const users = sqlite.query<{ username: string }, []>('SELECT username FROM users').all()
  const taken = new Set(users.map(({ username }) => username))
  return () => {
    let name: string
    do name = drawPseudonym((bound) => random.below(bound))
    while (taken.has(name))
    taken.add(name)
    return name
  }
}

export function addStudents({ sqlite, seed, passwordHash, sealAddress }: Context, students: readonly Student[]): void {
  const random = new Random(seed, 'identities')
  const [insertIdentity, insertUser] = [inserter(sqlite, 'identities'), inserter(sqlite, 'users')]
  for (const student of students) {
    const { id, joinedAt, email, username, college, branch, isActive } = student
    const [authId, at] = [random.uuid(joinedAt), iso(joinedAt)]
    const dates = { created_at: at, updated_at: at }
    const { index, sealed } = sealAddress(authId, email)
    const address = { email_index: index, email_sealed: sealed }
    insertIdentity({ id: authId, ...address, password_hash: passwordHash, ...dates })
    student.key = insertUser({
      id,
      auth_id: authId,
      username,
      college_id: college.id,
      branch: isActive ? branch.code : '',
      branch_id: isActive ? branch.id : null,
      branch_shown: Number(isActive),
      status: isActive ? 'ACTIVE' : 'ONBOARDING',
      terms_accepted_at: isActive ? at : null,
      // Whoever tries out a campus finds members.
      verified_at: month(Date.now()),
      created_at: month(joinedAt),
      updated_at: day(joinedAt),
    })
  }
}

export function addKarma({ sqlite }: Context, students: readonly Student[]): void {
  const insert = inserter(sqlite, 'user_stats')
  for (const { key, karma } of students) insert({ user: key, karma })
}

/** Half join before the first post, most others at the beginning of an academic year. */
function joiningTimes(random: Random, { from, until, users }: Context): number[] {
  const intakes = [1, 2].map((year) => Math.max(from, until - year * 365 * DAY + 30 * DAY))
  const times = Array.from({ length: users }, () => {
    const drawn = random.fraction()
    if (drawn < 0.55) return from - random.below(600 * DAY)
    if (drawn < 0.9) return Math.min(until - 1, random.pick(intakes) + Math.floor(random.exponential(12 * DAY)))
    return from + random.below(until - from)
  })
  // The first post needs an author.
  if (users > 0) times[0] = from - 600 * DAY
  return times.sort((a, b) => a - b)
}

/** One in three blocks somebody, mostly busy authors; three in a thousand are banned or suspended. */
export function addBlocksAndSanctions({ sqlite, seed, until }: Context, students: readonly Student[]): void {
  const random = new Random(seed, 'relations')
  const insertBlock = inserter(sqlite, 'user_blocks', 'INSERT OR IGNORE')
  for (let n = Math.floor(students.length / 3); n > 0; n--) {
    const blocker = random.pick(students)
    const blocked = random.pick(students, 2.5)
    const at = iso(until - random.below(300 * DAY))
    if (blocker !== blocked) insertBlock({ blocker_id: blocker.id, blocked_id: blocked.id, created_at: at })
  }
  const [insertSanction, awaitRecount] = [inserter(sqlite, 'sanctions'), inserter(sqlite, 'vote_recounts')]
  for (const { id } of students) {
    if (!random.chance(0.003)) continue
    const at = until - 1 - random.below(20 * DAY)
    const [kind, reason, end] = random.chance(0.5)
      ? ['block', 'Spam in many threads', null]
      : ['suspension', 'Insults after a warning', iso(at + 30 * DAY)]
    insertSanction({ user_id: id, kind, reason, ends_at: end, imposed_at: iso(at) })
    if (kind === 'block') awaitRecount({ user_id: id })
  }
}

/** The name that a text stands under: a student's own, or an alias. */
type Name = { id: string; key: number; karma: number; isAlias: boolean }
type Alias = Name & { student: Student; at: number }

/** The names in one thread: nobody changes theirs. */
export type ThreadNames = { nameOf: (student: Student, at: number) => Name; write: (postId: string) => void }

/** The names under which students write, thread by thread, once all students are written: a new author may have an alias. */
export function aliasesOf(context: Context): () => ThreadNames {
  const { sqlite, seed, aliased } = context
  const [random, ids] = [new Random(seed, 'aliases'), new Random(seed, 'ids of aliases')]
  const nextName = freeNames(context, random)
  const [insertUser, insertStats] = [inserter(sqlite, 'users'), inserter(sqlite, 'user_stats')]
  const insertAlias = inserter(sqlite, 'aliases')
  const add = (student: Student, at: number): Alias => {
    const id = ids.uuid()
    const dates = { verified_at: month(at), created_at: month(at), updated_at: day(at) }
    const name = { username: nextName(), college_id: student.college.id, status: 'ALIAS' }
    return { id, key: insertUser({ id, auth_id: null, ...name, ...dates }), karma: 0, isAlias: true, student, at }
  }
  return () => {
    const names = new Map<Student, Alias | null>()
    return {
      nameOf: (student, at) =>
        names.getOrInsertComputed(student, () => (random.chance(aliased) ? add(student, at) : null)) ?? student,
      write(postId) {
        for (const alias of names.values()) {
          if (alias === null) continue
          insertStats({ user: alias.key, karma: alias.karma })
          insertAlias({ alias: alias.key, account: alias.student.key, post_id: postId, created_at: alias.at })
        }
      },
    }
  }
}
