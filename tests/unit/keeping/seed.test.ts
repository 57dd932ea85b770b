import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWriter } from '../../../db/connection'
import { acquireLock } from '../../../db/lock'
import { migrate, migrationsFolder } from '../../../db/migrate'
import { type Phase, seedCampus } from '../../../db/seed/campus'
import type { SeedOptions } from '../../../db/seed/context'
import talk from '../../../db/seed/talk.json'
import { isoTime } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { refuseWithoutRoom } from '../../../src/cli/seed'
import { ALL_COUNTED } from '../../../src/forum/posts/counts'
import { ALL_OPEN } from '../../../src/forum/posts/questions'
import { hotScore } from '../../../src/forum/posts/stats'
import { isPseudonym, pseudonym } from '../../../src/ground/names/pseudonyms'
import { driftedCounters } from '../../../src/keeping/maintenance/recount'
import { addressIndex, openAddress } from '../../../src/lib/net/addresses'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { logIn } from '../../support/audit-log'
import { expectData, Visitor } from '../../support/kit'
import { borrowKeys, operator, quad, temporaryFolder } from '../../support/operator'

const folder = temporaryFolder()
afterAll(folder.remove)

const UNTIL = new Date('2026-11-01T00:00:00.000Z')
const SMALL = { users: 300, posts: 600, comments: 3000, votes: 6000 }
/** Where nothing of its shape matters. */
const TINY = { users: 60, posts: 100, comments: 500, votes: 1000 }

type Address = { id: string; emailSealed: string }

const migrated = openWriter(join(folder.path, 'empty.db'), 'normal', false).sqlite
migrate(migrated, migrationsFolder())
migrated.close()

let serial = 0
const empty = () => {
  const file = join(folder.path, `${serial++}.db`)
  copyFileSync(join(folder.path, 'empty.db'), file)
  return openWriter(file, 'normal', false)
}

const OPTIONS = {
  seed: 7,
  aliased: 0.2,
  until: UNTIL,
  passwordHash: null,
  sealAddress: (id: string, email: string) => ({ index: addressIndex(email), sealed: `sealed.${id}` }),
  drawPseudonym: pseudonym,
  pictures: { cat: { file: 'cat', width: 960, height: 640, bytes: 9, placeholder: 'grey', likeness: 'cat' } },
  sealNoChoices: (postId: string) => `sealed.${postId}`,
  countedPosts: ALL_COUNTED,
  openQuestions: ALL_OPEN,
  hotScore,
}

function newCampus(options: Partial<SeedOptions> = {}) {
  const connection = empty()
  const phases = new Map<Phase, [done: number, total: number]>()
  const seeded = seedCampus(connection.sqlite, { ...SMALL, ...OPTIONS, ...options }, (phase, done, total) =>
    phases.set(phase, [done, total]),
  )
  return { ...connection, seeded, phases }
}

const rows = <Row>(sqlite: Database, text: string): Row[] => sqlite.query<Row, []>(text).all()
const value = (sqlite: Database, text: string): number =>
  sqlite.query<{ n: number }, []>(`SELECT (${text}) AS n`).get()?.n ?? Number.NaN
const count = (sqlite: Database, from: string): number => value(sqlite, `SELECT count(*) FROM ${from}`)

const SEEDED_TABLES = [
  ...`colleges branches college_branches identities users user_stats aliases user_blocks sanctions vote_recounts posts
    post_stats comments post_votes comment_votes bookmarks post_counts`.split(/\s+/),
]

/** Row numbers are those of the search. */
const ORDER: Readonly<Record<string, string>> = { posts: 'ORDER BY rowid', comments: 'ORDER BY rowid' }

/** All that the tables hold, as one short text. */
const contents = (sqlite: Database): string =>
  SEEDED_TABLES.map((table) => `${table} ${Bun.hash(JSON.stringify(rows(sqlite, `SELECT * FROM ${table}`)))}`).join(' ')

describe('a seeded campus', () => {
  const campus = newCampus()
  const { sqlite, seeded, phases } = campus

  test('has as many of everything as was asked for', () => {
    expect(seeded).toMatchObject(SMALL)
    for (const table of ['posts', 'comments'] as const) expect(count(sqlite, table)).toBe(SMALL[table])
    expect(count(sqlite, "users WHERE status <> 'ALIAS'")).toBe(SMALL.users)
    expect(count(sqlite, 'post_votes') + count(sqlite, 'comment_votes')).toBe(SMALL.votes)
    expect(count(sqlite, 'bookmarks')).toBe(seeded.bookmarks)
    expect(seeded.bookmarks).toBeGreaterThan(200)
    // And told how far it was, to the end of every phase.
    expect(phases.size).toBe(6)
    for (const [phase, [done, total]] of phases) expect([phase, done]).toEqual([phase, total])
  })

  test('has counters, karma and totals that agree with its rows', async () => {
    expect(await driftedCounters(campus)).toEqual([])
    expect(value(sqlite, 'SELECT sum(abs(karma)) FROM user_stats')).toBeGreaterThan(SMALL.votes / 4)
  })

  test('is whole: no row refers to what is not there, every index is, and the write-ahead log is back', () => {
    expect(rows(sqlite, 'PRAGMA foreign_key_check')).toEqual([])
    expect(rows(sqlite, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(rows(sqlite, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(rows(sqlite, 'PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }])
    const indices = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name"
    const fresh = empty()
    expect(rows(sqlite, indices)).toEqual(rows(fresh.sqlite, indices))
    fresh.sqlite.close()
  })

  test('is what it would be if each row had been written by itself, with every index in place', () => {
    const { sqlite: written } = empty()
    written.run('PRAGMA foreign_keys = OFF')
    written.run('DELETE FROM colleges')
    written.run('ATTACH ? AS campus', [sqlite.filename])
    for (const table of SEEDED_TABLES.filter((each) => each !== 'post_counts')) {
      const columns = rows<{ name: string }>(sqlite, `PRAGMA table_info(${table})`).map(({ name }) => name)
      const names = columns.map((name) => `"${name}"`)
      written.run(`INSERT INTO ${table} (${names}) SELECT ${names} FROM campus.${table} ${ORDER[table] ?? ''}`)
    }
    written.run(`INSERT INTO post_counts (facet, value, audience, count) ${ALL_COUNTED}`)
    expect(contents(sqlite)).toBe(contents(written))
    for (const index of ['posts_search', 'comments_search', 'user_name_trigrams'])
      sqlite.run(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`)
    for (const table of ['posts', 'comments'])
      expect(value(sqlite, `SELECT indexed_to FROM search_progress WHERE subject = '${table}'`)).toBe(
        value(sqlite, `SELECT max(key) FROM ${table}`),
      )
    const names = "SELECT id AS user_id, lower(username) AS name FROM users WHERE status <> 'ALIAS' ORDER BY id"
    expect(rows(sqlite, 'SELECT user_id, name FROM user_names ORDER BY user_id')).toEqual(rows(sqlite, names))
    expect(count(sqlite, 'user_name_trigrams_docsize')).toBe(count(sqlite, 'user_names'))
    for (const { username } of rows<{ username: string }>(sqlite, "SELECT username FROM users WHERE status <> 'ALIAS'"))
      expect(isPseudonym(username)).toBe(true)
    written.run('DETACH campus')
    written.close()
  })

  test('lets one author in five write in a thread under an alias, in this thread alone', () => {
    const saidBy =
      '(SELECT p.id AS post_id, u.id AS author_id FROM comments m JOIN posts p ON p.key = m.post LEFT JOIN users u ON u.key = m.author)'
    const aliased = (table: string) =>
      count(sqlite, `${table} t JOIN users u ON u.id = t.author_id AND u.status = 'ALIAS'`) / count(sqlite, table)
    for (const table of ['posts', saidBy]) expect([table, aliased(table)]).toEqual([table, expect.closeTo(0.2, 1)])
    const written = `(SELECT id AS post_id, author_id FROM posts UNION SELECT * FROM ${saidBy})`
    const [all, inUse] = [
      'aliases',
      `${written} w JOIN users u ON u.id = w.author_id JOIN aliases a ON a.alias = u.key AND a.post_id = w.post_id`,
    ]
    // Nobody stands beside a comment that was deleted.
    expect(count(sqlite, inUse!)).toBeWithin(0.97 * count(sqlite, all!), count(sqlite, all!) + 1)
    for (const mixed of [
      `${written} w JOIN users u ON u.id = w.author_id JOIN aliases a ON a.alias = u.key WHERE a.post_id <> w.post_id`,
      `${written} w JOIN users u ON u.id = w.author_id JOIN aliases a ON a.account = u.key AND a.post_id = w.post_id`,
      "users u LEFT JOIN aliases a ON a.alias = u.key WHERE (u.status = 'ALIAS') <> (a.alias IS NOT NULL)",
    ])
      expect([mixed, count(sqlite, mixed)]).toEqual([mixed, 0])
    expect(count(newCampus({ ...TINY, aliased: 0 }).sqlite, 'aliases')).toBe(0)
  })

  test('has ids that tell the time of a post, and user ids that tell nothing', () => {
    const posts = rows<{ id: string; at: string }>(sqlite, 'SELECT id, created_at AS at FROM posts')
    for (const { id, at } of posts) {
      expect(id).toMatch(/^[0-9a-f-]{14}7.{4}[89ab][0-9a-f-]{16}$/)
      expect(new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString()).toBe(at)
    }
    for (const { id } of rows<{ id: string }>(sqlite, 'SELECT id FROM users'))
      expect(id).toMatch(/^[0-9a-f-]{14}4.{4}[89ab][0-9a-f-]{16}$/)
  })

  test('lasts two years, and nothing happens before its cause', () => {
    const span = rows<{ first: string; last: string }>(
      sqlite,
      'SELECT min(created_at) AS first, max(created_at) AS last FROM posts',
    )[0]
    expect(span?.first.slice(0, 7)).toBe('2024-11')
    expect(span?.last.slice(0, 7)).toBe('2026-10')
    for (const orphan of [
      'posts p JOIN users u ON u.id = p.author_id WHERE p.created_at < u.created_at',
      `comments m JOIN posts p ON p.key = m.post WHERE ${isoTime('m.created_at')} < p.created_at`,
      'comments m JOIN comments above ON above.key = m.parent_comment WHERE m.created_at < above.created_at OR m.post <> above.post',
      `post_votes v JOIN posts p ON p.key = v.post WHERE ${isoTime('v.created_at')} < p.created_at`,
      `comments WHERE created_at >= ${Date.parse('2026-11-01')}`,
      `post_votes WHERE created_at >= ${Date.parse('2026-11-01')}`,
    ])
      expect([orphan, count(sqlite, orphan)]).toEqual([orphan, 0])
  })

  test('holds what moderation leaves behind, and what is private stays among those who may read it', () => {
    const some = newCampus({ users: 1000, posts: 1000, comments: 2000, votes: 2000 }).sqlite
    for (const kind of [
      'posts WHERE is_private = 1',
      "posts WHERE moderation_state = 'banned'",
      "posts WHERE moderation_state = 'shadow_banned'",
      'comments WHERE is_banned = 1',
      'comments WHERE deleted_at IS NOT NULL AND hidden = 0',
      'comments WHERE hidden = 1',
      'user_blocks',
      'sanctions',
      "users WHERE status = 'ONBOARDING'",
      'post_votes WHERE value = -1',
    ])
      expect([kind, count(some, kind) > 0]).toEqual([kind, true])
    for (const intruder of [
      'comments m JOIN posts p ON p.key = m.post JOIN users u ON u.key = m.author WHERE p.is_private = 1 AND u.college_id <> p.college_id',
      'post_votes v JOIN posts p ON p.key = v.post JOIN users u ON u.key = v.user WHERE p.is_private = 1 AND u.college_id <> p.college_id',
      'posts p JOIN users u ON u.id = p.author_id WHERE u.college_id <> p.college_id OR u.branch <> p.branch OR u.branch_id <> p.branch_id',
      "posts p JOIN users u ON u.id = p.author_id WHERE u.status = 'ONBOARDING'",
    ])
      expect([intruder, count(some, intruder)]).toEqual([intruder, 0])
  })

  test('ends in threads that somebody wrote, each another one, whose comments answer what was said', () => {
    const some = newCampus({ users: 200, posts: 500, comments: 2500, votes: 2500, aliased: 0 }).sqlite
    expect(talk.threads.length).toBeGreaterThanOrEqual(60)
    expect(new Set(talk.threads.flatMap(({ comments }) => comments)).size).toBeGreaterThanOrEqual(250)
    const written = rows<{ key: number; title: string; content: string; author: number; answer: string | null }>(
      some,
      `SELECT p.key, title, content, u.key AS author, answer_id AS answer FROM posts p JOIN users u ON u.id = p.author_id
         ORDER BY p.created_at DESC`,
    )
    expect(written.filter(({ title, content }) => /[{}]/.test(title + content))).toEqual([])
    const newest = written.slice(0, talk.threads.length)
    expect(new Set(newest.map(({ title }) => title)).size).toBe(talk.threads.length)
    const cat = newest.find(({ title }) => title.startsWith('The library cat'))!
    type Said = { content: string; above: string | null; author: number }
    const said = rows<Said>(
      some,
      `SELECT m.content, above.content AS above, m.author FROM comments m
         LEFT JOIN comments above ON above.key = m.parent_comment WHERE m.post = ${cat.key} ORDER BY m.key`,
    )
    const line = (start: string) => said.find(({ content }) => content.startsWith(start))
    expect(said.length).toBeGreaterThan(8)
    expect(line('She left during the inverse')?.above).toStartWith('She is also the only one')
    expect(line('Honestly same')).toMatchObject({ author: cat.author })
    expect(line('Can we make her TA')?.above).toBeNull()
    const answers = rows<{ above: number | null; isQuestion: number }>(
      some,
      `SELECT m.parent_comment AS above, p.is_question AS isQuestion FROM posts p JOIN comments m ON m.id = p.answer_id
         WHERE m.post = p.key AND m.deleted_at IS NULL AND m.is_banned = 0`,
    )
    expect(answers.length).toBe(count(some, 'posts WHERE answer_id IS NOT NULL'))
    expect(answers.length).toBeGreaterThan(3)
    expect(new Set(answers.map(({ isQuestion }) => isQuestion))).toEqual(new Set([1]))
    expect(
      count(some, "posts WHERE starts_at > created_at AND place <> '' AND topic = 'Community Event'"),
    ).toBeGreaterThan(3)
    expect(
      count(some, "posts p JOIN pictures i ON i.id = p.picture_id AND i.post_id = p.id WHERE picture_alt <> ''"),
    ).toBe(1)
    const polls = rows<{ poll: string; votes: string; pending: string | null; voters: number }>(
      some,
      `SELECT poll, votes, pending, (SELECT count(*) FROM poll_voters v WHERE v.post = polls.post) AS voters FROM polls
         JOIN posts ON posts.key = polls.post`,
    )
    expect(polls.length).toBe(talk.threads.filter((each) => 'poll' in each).length)
    for (const { poll, votes, pending, voters } of polls) {
      const counts: number[] = JSON.parse(votes)
      expect(counts.length).toBe(JSON.parse(poll).options.length)
      expect(voters).toBe(pending === null ? 0 : counts.reduce((sum, each) => sum + each))
    }
    expect(count(some, "posts WHERE starts_at IS NOT NULL AND topic <> 'Community Event'")).toBe(0)
  })

  test('is the same for the same number, and another one for another', () => {
    const one = newCampus(TINY)
    expect(contents(newCampus(TINY).sqlite)).toBe(contents(one.sqlite))
    const other = newCampus({ ...TINY, seed: 8 })
    for (const table of ['users', 'posts', 'comments'])
      expect(rows(other.sqlite, `SELECT id FROM ${table} LIMIT 1`)).not.toEqual(
        rows(one.sqlite, `SELECT id FROM ${table} LIMIT 1`),
      )
  })

  test('grows by a second one, and its counters still agree', async () => {
    const twice = newCampus(TINY)
    const colleges = value(twice.sqlite, 'SELECT count(*) FROM colleges')
    seedCampus(twice.sqlite, { ...TINY, ...OPTIONS }, () => undefined)
    expect(value(twice.sqlite, 'SELECT count(*) FROM posts')).toBe(2 * TINY.posts)
    expect(value(twice.sqlite, 'SELECT count(*) FROM colleges')).toBe(colleges)
    expect(await driftedCounters(twice)).toEqual([])
    expect(rows(twice.sqlite, 'PRAGMA foreign_key_check')).toEqual([])
  })

  test.each([
    { users: 1, posts: 3, comments: 4, votes: 100 },
    { users: 5, posts: 0, comments: 0, votes: 0 },
    { users: 3, posts: 2, comments: 0, votes: 4 },
  ])('may be as small as %p', async (size) => {
    const { sqlite: tiny, seeded: made, ...rest } = newCampus(size)
    const { votes, ...rows } = size
    expect(made).toMatchObject(rows)
    // Nobody votes twice on anything.
    expect(made.votes).toBeLessThanOrEqual(size.users * (size.posts + size.comments))
    expect(await driftedCounters({ sqlite: tiny, ...rest })).toEqual([])
  })

  test('is not half there when the load fails', () => {
    const failing = empty()
    const before = contents(failing.sqlite)
    const options = { ...TINY, ...OPTIONS, countedPosts: 'SELECT nonsense' }
    expect(() => seedCampus(failing.sqlite, options, () => undefined)).toThrow('nonsense')
    expect(contents(failing.sqlite)).toBe(before)
    expect(rows(failing.sqlite, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(value(failing.sqlite, "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'posts_%newest'")).toBe(6)
  })

  test('keeps to the topics that an operator has set', () => {
    const { sqlite: own } = empty()
    own.run("INSERT INTO settings (key, value, updated_at) VALUES ('topics', '[\"Tea\", \"Rain\"]', '2026-01-01')")
    seedCampus(own, { ...TINY, ...OPTIONS }, () => undefined)
    expect(rows(own, 'SELECT DISTINCT topic FROM posts ORDER BY 1')).toEqual([{ topic: 'Rain' }, { topic: 'Tea' }])
  })

  test('gives the largest part of the students to the college that is there', () => {
    const { sqlite: own } = empty()
    own.run(
      `INSERT INTO colleges (id, name, email_domain, city, state, created_at, updated_at)
       VALUES ('own', 'Campus University', 'campus.edu', 'Springfield', 'Oregon', '2020', '2020')`,
    )
    seedCampus(own, { ...TINY, ...OPTIONS }, () => undefined)
    const largest = 'SELECT college_id AS id FROM users GROUP BY 1 ORDER BY count(*) DESC LIMIT 1'
    expect(rows(own, largest)).toEqual([{ id: 'own' }])
  })

  test('does not come into a database that somebody else has open', () => {
    const { sqlite: mine } = empty()
    const other = new Database(mine.filename, { readwrite: true })
    other.query('SELECT count(*) FROM posts').get()
    expect(() => seedCampus(mine, { ...SMALL, ...OPTIONS }, () => undefined)).toThrow(
      'Another program has the database open',
    )
    other.close()
  })
})

describe('bun quad seed', () => {
  const env = { DATA_DIR: join(folder.path, 'campus') }
  const size = ['--users', '50', '--posts', '200']
  beforeAll(async () => {
    const { status, stdout, stderr } = await quad(['seed', ...size, '--set-password'], env, 'three quiet otters')
    expect([status, stdout]).toEqual([
      0,
      'Seeded 50 students, 200 posts, 1,000 comments, 2,000 votes and 80 bookmarks.\n',
    ])
    expect(stderr).toMatch(/^people: 50 in [\d.]+ s\nposts and comments: 1,200 in [\d.]+ s\nvotes: 2,000 in /)
    expect(stderr).not.toContain('\r')
  })

  test('leaves statistics for the planner and a trace in the audit log', () => {
    const database = new Database(join(env.DATA_DIR, 'quad.db'), { readonly: true })
    expect(count(database, "sqlite_stat1 WHERE tbl = 'posts'")).toBeGreaterThan(5)
    database.close()
    expect(logIn(env.DATA_DIR)).toMatchObject([
      {
        action: 'operator:seeded:campus',
        metadata: { users: 50, posts: 200, comments: 1000, votes: 2000, bookmarks: 80 },
      },
    ])
  })

  test('makes students who can sign in with the password that was given, and posts in the topics that there are', async () => {
    // A connection that is closed lives on until it is collected, and who seeds next has to be alone.
    const file = join(folder.path, 'signed-in.db')
    copyFileSync(join(env.DATA_DIR, 'quad.db'), file)
    await storage.open({ file, synchronous: 'normal', checkpointer: false })
    dropAllCaches()
    try {
      const { sqlite } = storage.reader
      borrowKeys(env.DATA_DIR)
      const [student] = rows<Address>(sqlite, 'SELECT id, email_sealed AS emailSealed FROM identities LIMIT 1')
      const email = await openAddress(student!)
      const used = rows<{ topic: string }>(sqlite, 'SELECT DISTINCT topic FROM posts')
      const signIn = (password: string) => new Visitor().post('auth/login', { email, password })
      expect((await signIn('three quiet otters')).status).toBe(200)
      expect((await signIn('four quiet otters')).status).toBe(401)
      const { topics } = expectData(await new Visitor().get('instance'))
      expect(used.map(({ topic }) => topic).sort()).toEqual(topics.toSorted())
    } finally {
      await storage.close()
      dropAllCaches()
    }
  })

  describe('refuses', () => {
    const desk = operator(env)
    afterAll(() => desk.leave())
    const rowsOf = (dataDir: string) => {
      const database = new Database(join(dataDir, 'quad.db'), { readonly: true })
      // Whoever closes it last has it alone for a moment.
      database.run('PRAGMA busy_timeout = 5000')
      const counts = ['posts', 'users', 'audit_log'].map((table) => count(database, table))
      database.close()
      return counts
    }
    const refused = async (args: string[]) => {
      const before = rowsOf(env.DATA_DIR)
      const { status, stderr } = await desk.quad(['seed', ...args], undefined, 'short')
      expect(rowsOf(env.DATA_DIR)).toEqual(before)
      return [status, stderr]
    }

    test.each([
      ['--huge --users 0', 'somebody has to write the posts'],
      ['--huge --posts 0', 'comments need something to comment on'],
      ['--users many --posts 1', '--users must be a whole number'],
      ['--users -1 --posts 1', '--users must be a whole number'],
      ['--users 10 --posts 1.5', '--posts must be a whole number'],
      ['--users 0 --posts 1', 'somebody has to write the posts'],
      ['--users 1 --posts 0 --comments 1', 'comments need something to comment on'],
      ['--users 1 --posts 1 --until yesterday', '--until must be a day'],
      ['--users 1 --posts 1 --until 2026-02-31', '--until must be a day'],
      ['--users 1 --posts 1 --set-password', 'password: Use 8 to 128'],
    ])('%s', async (line, words) => {
      expect(await refused([...line.split(' '), '--force'])).toEqual([2, expect.stringContaining(words)])
    })

    test('to go where a server runs', async () => {
      const release = acquireLock(env.DATA_DIR)
      const said = await refused([...size, '--force']).finally(release)
      expect(said).toEqual([1, expect.stringContaining('Another server is using the data directory')])
    })

    test('more than there is room for', () => {
      const huge = { users: 100_000, posts: 1_000_000, comments: 5_000_000, votes: 10_000_000 }
      expect(() => refuseWithoutRoom(huge, 5.1e9)).not.toThrow()
      expect(() => refuseWithoutRoom(huge, 4e9)).toThrow('takes about 5.0 GB, and 4.0 GB are free')
    })

    test('an instance that has posts', async () => {
      expect(await refused(size)).toEqual([1, 'There are posts already; --force adds a campus to them.\n'])
    })
  })
})
