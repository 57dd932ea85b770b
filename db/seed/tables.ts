import type { Database } from 'bun:sqlite'
import { Ballots } from './ballots'
import { DAY, HOUR } from './calendar'
import { Ids } from './ids'
import { type Branch, type College, collegeDetails, type People } from './people'
import { Random } from './random'

const iso = (time: number): string => new Date(time).toISOString()

/** The colleges and branches that the instance knows. */
export function readColleges(sqlite: Database): { colleges: College[]; branches: Branch[] } {
  const branches = sqlite.query<Branch, []>('SELECT id, code, name FROM branches ORDER BY id').all()
  const offers = sqlite
    .query<{ college: string; branch: string }, []>(
      'SELECT college_id AS college, branch_id AS branch FROM college_branches',
    )
    .all()
  const colleges = sqlite
    .query<{ id: string; name: string; domain: string }, []>(
      'SELECT id, name, email_domain AS domain FROM colleges ORDER BY created_at, id',
    )
    .all()
    .map((college) => ({
      ...college,
      isNew: false,
      offered: branches.filter(({ id }) =>
        offers.some(({ college: of, branch }) => of === college.id && branch === id),
      ),
    }))
  return { colleges, branches }
}

export function writeColleges(
  sqlite: Database,
  colleges: readonly College[],
  branches: readonly Branch[],
  at: number,
): void {
  const branch = sqlite.prepare(
    'INSERT INTO branches (id, name, code, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)',
  )
  for (const { id, name, code } of branches) branch.run(id, name, code, iso(at))
  const college = sqlite.prepare(
    'INSERT INTO colleges (id, name, email_domain, city, state, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)',
  )
  const offer = sqlite.prepare('INSERT INTO college_branches (college_id, branch_id) VALUES (?, ?)')
  for (const { id, name, domain, offered } of colleges.filter(({ isNew }) => isNew)) {
    const { city, state } = collegeDetails(domain) ?? { city: name, state: name }
    college.run(id, name, domain, city, state, iso(at))
    for (const each of offered) offer.run(id, each.id)
  }
}

/** With the karma that their votes add up to. `passwordHash`: null where they sign in by code only. */
export function writePeople(
  sqlite: Database,
  { all, active }: People,
  colleges: readonly College[],
  karma: Int32Array,
  passwordHash: string | null,
): void {
  const identity = sqlite.prepare(
    'INSERT INTO identities (id, email, email_verified_at, password_hash, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?3, ?3)',
  )
  const user = sqlite.prepare(`
    INSERT INTO users (id, auth_id, username, karma, college_id, branch, branch_id, status, terms_accepted_at, created_at, updated_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10)`)
  for (const [number, { id, authId, email, username, joinedAt, college, branch }] of all.entries()) {
    const at = iso(joinedAt)
    const takesPart = number < active
    identity.run(authId, email, at, passwordHash)
    user.run(
      id,
      authId,
      username,
      karma[number] ?? 0,
      colleges[college]?.id ?? '',
      takesPart ? branch.code : '',
      takesPart ? branch.id : null,
      takesPart ? 'ACTIVE' : 'ONBOARDING',
      takesPart ? at : null,
      at,
    )
  }
}

/** One in three blocks somebody, mostly of those who say most; three in a thousand are blocked or suspended. */
export function writeRelations(sqlite: Database, seed: number, { all, active }: People, until: number): number {
  const random = new Random(seed, 'relations')
  const block = sqlite.prepare(
    'INSERT OR IGNORE INTO user_blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, ?)',
  )
  let blocks = 0
  for (let n = Math.floor(active / 3); n > 0; n--) {
    const blocker = all[random.below(active)]
    const blocked = all[Math.floor(active * random.fraction() ** 2.5)]
    if (blocker === undefined || blocked === undefined || blocker === blocked) continue
    blocks += block.run(blocker.id, blocked.id, iso(until - random.below(300 * DAY))).changes
  }
  const sanction = sqlite.prepare(
    'INSERT INTO sanctions (user_id, kind, reason, ends_at, imposed_at) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { id } of all.slice(0, active)) {
    if (!random.chance(0.003)) continue
    const at = until - 1 - random.below(20 * DAY)
    if (random.chance(0.5)) sanction.run(id, 'block', 'Spam in many threads', null, iso(at))
    else sanction.run(id, 'suspension', 'Insults after a warning', iso(at + 30 * DAY), iso(at))
  }
  return blocks
}

type Target = { idOf: (number: number) => string; timeOf: (number: number) => number }
/** `idsByRank`: the ids of the users in order. */
type Cast = { ballots: Ballots; seed: number; idsByRank: readonly string[]; until: number }

/** Votes, in the order of their table. */
export function writeVotes(
  sqlite: Database,
  on: 'post' | 'comment',
  { ballots, seed, idsByRank, until }: Cast,
  target: Target,
  written: (rows: number) => void,
): void {
  const random = new Random(seed, `${on} votes`)
  const ids = new Ids(seed, `${on} vote`)
  const insert = sqlite.prepare(
    `INSERT INTO ${on}_votes (user_id, ${on}_id, id, value, created_at) VALUES (?, ?, ?, ?, ?)`,
  )
  let rows = 0
  for (const { rank, target: number, up } of ballots.sorted()) {
    const since = target.timeOf(number)
    const at = Math.floor(Math.min(since + random.exponential(9 * HOUR), until - 1))
    insert.run(idsByRank[rank] ?? '', target.idOf(number), ids.v7(rows, at), up ? 1 : -1, iso(at))
    if (rows % 50_000 === 0) written(rows)
    rows++
  }
}

/** Two bookmarks for every five posts; answers how many there are. `bookmarkers`: the ranks of those who may. */
export function writeBookmarks(
  sqlite: Database,
  { seed, idsByRank, until }: Omit<Cast, 'ballots'>,
  posts: number,
  { idOf, timeOf }: Target,
  bookmarkers: Int32Array,
): number {
  const random = new Random(seed, 'bookmarks')
  const ids = new Ids(seed, 'bookmark')
  const wanted = bookmarkers.length === 0 ? 0 : Math.floor(posts * 0.4)
  const kept = new Ballots(wanted, posts)
  for (let n = 0; n < wanted; n++)
    kept.add(bookmarkers[random.below(bookmarkers.length)] ?? 0, random.below(posts), true)
  const insert = sqlite.prepare('INSERT INTO bookmarks (user_id, post_id, id, created_at) VALUES (?, ?, ?, ?)')
  let rows = 0
  for (const { rank, target } of kept.sorted()) {
    const at = Math.floor(Math.min(timeOf(target) + random.exponential(20 * DAY), until - 1))
    insert.run(idsByRank[rank] ?? '', idOf(target), ids.v7(rows++, at), iso(at))
  }
  return rows
}
