import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { quad, sqlIn, temporaryFolder } from '../../support/operator'

const scratch = temporaryFolder()
afterAll(scratch.remove)
const at = (name: string) => join(scratch.path, name)
const run = (dataDir: string, ...args: string[]) => quad(args, { DATA_DIR: at(dataDir) })
type Line = Record<string, unknown>
const lines = (folder: string, table: string): Line[] =>
  readFileSync(at(`${folder}/data/${table}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

beforeAll(async () => {
  const seed = '--users 120 --posts 60 --comments 300 --votes 900 --aliased 40'.split(' ')
  expect(await run('from', 'seed', ...seed)).toMatchObject({ status: 0 })

  const setting = `INSERT INTO settings VALUES ('reportReasons', '["spam"]', '2026-11-01T00:00:00.000Z')`
  sqlIn(at('from'), setting)
  expect(await run('from', 'export', at('export'))).toMatchObject({ status: 0 })
})

describe('an export', () => {
  test('comes back as it was, under names that belong to nobody', async () => {
    expect(await run('to', 'import', at('export'))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('60 posts and 300 comments'),
    })
    expect(await run('to', 'doctor')).toMatchObject({ status: 0, stdout: expect.not.stringContaining('FAIL') })
    expect(await run('to', 'export', at('again'))).toMatchObject({ status: 0 })
    for (const table of ['settings', 'colleges', 'branches', 'college_branches', 'post_votes', 'comment_votes'])
      expect(lines('again', table)).toEqual(lines('export', table))
    // But for an owner's votes on texts under an alias, and what follows from them.
    const plain = ({ upvoteCount: _, downvoteCount: __, ...text }: Line) => text
    for (const table of ['posts', 'comments'])
      expect(lines('again', table).map(plain)).toEqual(lines('export', table).map(plain))
    const named = ({ id, username, collegeId }: Line) => ({ id, username, collegeId })
    const names = lines('again', 'users')
    expect(names.map(named)).toEqual(
      lines('export', 'users')
        .filter(({ status }) => status !== 'ONBOARDING')
        .map(named),
    )
    expect(new Set(names.map(({ role, status, branch }) => `${role} ${status} ${branch}`))).toEqual(
      new Set(['user ALIAS ']),
    )
    const owned = 'SELECT (SELECT count(*) FROM identities) + (SELECT count(*) FROM bookmarks) AS count'
    expect(sqlIn(at('to'), owned)).toEqual([{ count: 0 }])
    const entry = 'SELECT count(*) AS count FROM audit_log WHERE action = 308'
    expect(sqlIn(at('to'), entry)).toEqual([{ count: 1 }])
  })

  test('is added to no campus', async () => {
    const before = lines('export', 'posts').length
    expect(await run('from', 'import', at('export'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('a campus already'),
    })
    expect(sqlIn(at('from'), 'SELECT count(*) AS count FROM posts')).toEqual([{ count: before }])
  })

  test('that is altered, unfinished or no export is refused, and leaves nothing', async () => {
    const broken = (name: string, change: (folder: string) => void) => {
      cpSync(at('export'), at(name), { recursive: true })
      change(at(name))
      return run('none', 'import', at(name))
    }
    const cases: [name: string, change: (folder: string) => void, told: string][] = [
      ['altered', (folder) => appendFileSync(join(folder, 'data/posts.jsonl'), '{}\n'), 'not as it was exported'],
      ['unfinished', (folder) => rmSync(join(folder, 'SHA256SUMS')), 'SHA256SUMS is missing'],
      ['partial', (folder) => rmSync(join(folder, 'data/comments.jsonl')), 'no data/comments.jsonl'],
    ]
    for (const [name, change, told] of cases)
      expect(await broken(name, change)).toMatchObject({ status: 1, stderr: expect.stringContaining(told) })
    expect(await run('none', 'import', at('nowhere'))).toMatchObject({ status: 1 })
  })

  test('with a line that fits nothing names the line, and nothing of the rest is there', async () => {
    cpSync(at('export'), at('orphan'), { recursive: true })
    const [first = {}, ...rest] = lines('export', 'comments')
    const changed = [...rest, { ...first, postId: 'nowhere' }].map((line) => `${JSON.stringify(line)}\n`).join('')
    await Bun.write(at('orphan/data/comments.jsonl'), changed)
    const sum = new Bun.CryptoHasher('sha256').update(changed).digest('hex')
    const sums = readFileSync(at('orphan/SHA256SUMS'), 'utf8')
    await Bun.write(at('orphan/SHA256SUMS'), sums.replace(/^\w{64}(?= {2}data\/comments\.jsonl$)/m, sum))
    const { status, stderr } = await run('orphans', 'import', at('orphan'))
    expect([status, stderr]).toEqual([1, expect.stringContaining('data/comments.jsonl, line ')])
    expect(sqlIn(at('orphans'), 'SELECT count(*) AS count FROM posts')).toEqual([{ count: 0 }])
  })
})
