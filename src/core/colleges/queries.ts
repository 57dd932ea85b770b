import { sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Branch, College } from './schemas'

type Row = Omit<College, 'branches'>

const COLUMNS =
  'id, name, email_domain AS emailDomain, city, state, profile, created_at AS createdAt, updated_at AS updatedAt'

const all = sqlStatement<Row>(`SELECT ${COLUMNS} FROM colleges ORDER BY name COLLATE NOCASE, id`)
const byId = sqlStatement<Row, { id: string }>(`SELECT ${COLUMNS} FROM colleges WHERE id = $id`)
/** By colleges_email_domain. */
const byDomain = sqlStatement<Row, { domain: string }>(`SELECT ${COLUMNS} FROM colleges WHERE email_domain = $domain`)

const offers = sqlStatement<Branch & { collegeId: string }>(`
  SELECT cb.college_id AS collegeId, b.id, b.name, b.code, b.created_at AS createdAt, b.updated_at AS updatedAt
  FROM college_branches cb JOIN branches b ON b.id = cb.branch_id
  ORDER BY b.name COLLATE NOCASE, b.id`)
const offersOf = sqlStatement<{ id: string }, { id: string }>(`
  SELECT b.id FROM college_branches cb JOIN branches b ON b.id = cb.branch_id
  WHERE cb.college_id = $id ORDER BY b.name COLLATE NOCASE, b.id`)

/** What each college offers; a college that offers nothing is missing. */
export async function readBranchesByCollege(db: Connection): Promise<Map<string, Branch[]>> {
  const byCollege = new Map<string, Branch[]>()
  for (const { collegeId, ...branch } of offers(db).all()) {
    const known = byCollege.get(collegeId)
    if (known) known.push(branch)
    else byCollege.set(collegeId, [branch])
  }
  return byCollege
}

export async function readColleges(db: Connection): Promise<College[]> {
  const branches = await readBranchesByCollege(db)
  return all(db)
    .all()
    .map((row) => ({ ...row, branches: branches.get(row.id)?.map(({ id }) => id) ?? [] }))
}

const withBranches = (db: Connection, row: Row | undefined): College | undefined =>
  row && {
    ...row,
    branches: offersOf(db)
      .all({ id: row.id })
      .map(({ id }) => id),
  }

/** The college as the connection sees it: inside a write the cached one may be behind. */
export async function readCollege(db: Connection, id: string): Promise<College | undefined> {
  return withBranches(db, byId(db).get({ id }))
}

/** As `readCollege`, by the domain in lower case. */
export async function readCollegeByDomain(db: Connection, domain: string): Promise<College | undefined> {
  return withBranches(db, byDomain(db).get({ domain }))
}

const insert = sqlStatement<never, Row>(`
  INSERT INTO colleges (id, name, email_domain, city, state, profile, created_at, updated_at)
  VALUES ($id, $name, $emailDomain, $city, $state, $profile, $createdAt, $updatedAt)`)
const update = sqlStatement<never, Omit<Row, 'createdAt'>>(`
  UPDATE colleges SET name = $name, email_domain = $emailDomain, city = $city, state = $state, profile = $profile,
    updated_at = $updatedAt WHERE id = $id`)
const remove = sqlStatement<never, { id: string }>('DELETE FROM colleges WHERE id = $id')

export async function addCollege(tx: Tx, { branches: _, ...row }: College): Promise<void> {
  insert(tx).run(row)
}

export async function rewriteCollege(tx: Tx, { branches: _, createdAt: __, ...row }: College): Promise<void> {
  update(tx).run(row)
}

/** What it offers goes with it. */
export async function dropCollege(tx: Tx, id: string): Promise<void> {
  remove(tx).run({ id })
}

const withdraw = sqlStatement<never, { id: string }>('DELETE FROM college_branches WHERE college_id = $id')
const offer = sqlStatement<never, { id: string; branchIds: string }>(
  'INSERT INTO college_branches (college_id, branch_id) SELECT $id, value FROM json_each($branchIds)',
)

/** Makes these the branches that the college offers. */
export async function offerBranches(tx: Tx, id: string, branchIds: readonly string[]): Promise<void> {
  withdraw(tx).run({ id })
  offer(tx).run({ id, branchIds: JSON.stringify(branchIds) })
}

/** By users_college and posts_college. */
const use = sqlStatement<{ users: number; posts: number }, { id: string }>(`
  SELECT EXISTS (SELECT 1 FROM users WHERE college_id = $id) AS users,
         EXISTS (SELECT 1 FROM posts WHERE college_id = $id) AS posts`)

export async function collegeUse(db: Connection, id: string): Promise<{ users: boolean; posts: boolean }> {
  const row = use(db).get({ id })
  return { users: row?.users === 1, posts: row?.posts === 1 }
}

const showing = sqlStatement<{ id: string }, { url: string }>('SELECT id FROM colleges WHERE profile = $url LIMIT 1')

/** Answers at once, because it is asked between a commit and its answers. */
export const isPictureUsed = (db: Connection, url: string): boolean => showing(db).get({ url }) !== undefined

const naming = sqlStatement<{ id: string }, { name: string }>(
  'SELECT id FROM colleges WHERE instr(profile, $name) > 0 LIMIT 1',
)

/** Whether a college shows the upload under whatever URL, that of an earlier `PUBLIC_URL` included. */
export const isUploadNamed = (db: Connection, name: string): boolean => naming(db).get({ name }) !== undefined
