import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AnswerReader } from './answer-reader'
import { type DataSet, dataSet, Workspace } from './data'
import { driveAll } from './load'
import { isWrite, MAKERS, mixedRequests, type Operation, requestsOf, writeRequests } from './requests'
import { type Server, startFloor, startQuad, stopServers } from './servers'

// What the bench measures takes as long as it takes, so nothing here looks at a clock: these tests see to it that both
// servers do the work that is measured.

const kept = mkdtempSync(join(tmpdir(), 'quad-bench-test-'))
const workspace = new Workspace()
let data: DataSet
let servers: { quad: Server; floor: Server }

beforeAll(async () => {
  data = await dataSet(400, { kept })
  servers = { floor: await startFloor(workspace.floor(data)), quad: await startQuad(workspace.quad(data)) }
})
afterAll(async () => {
  await stopServers()
  workspace.remove()
  rmSync(kept, { recursive: true, force: true })
})

const answered = async (
  { port }: Server,
  [method = 'GET', path, cookie, body = '']: readonly (string | undefined)[],
) => {
  const headers = { ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body ? { body } : {}) })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, body: isJson ? await answer.json() : await answer.text() }
}

/** The floor has the hot operations only. */
const ON_BOTH: readonly Operation[] = [
  'health',
  'feed',
  'post',
  'comments',
  'vote',
  'comment',
  'strangersFeed',
  'strangersHotPost',
]

test.each(Object.keys(MAKERS) as Operation[])('%s is answered by every server', async (operation) => {
  // Between two who have blocked each other writing is refused, by both: one of a few is not.
  const on = ON_BOTH.includes(operation) ? [servers.quad, servers.floor] : [servers.quad]
  for (const server of on) {
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await answered(server, MAKERS[operation](data))).status)
    expect(statuses).toContain(isWrite(operation) ? 201 : 200)
  }
})

test.each(['feed', 'post'] as const)('of a mixed file of %s one in twenty writes', async (read) => {
  const lines = (await Bun.file(mixedRequests(read, data, workspace)).text()).trimEnd().split('\n')
  const isWriting = (line: string) => line.includes('"targetId"') || line.includes('"content"')
  const writing = lines.filter(isWriting)
  expect(writing.length / lines.length).toBeGreaterThan(0.02)
  expect(writing.length / lines.length).toBeLessThan(0.08)
  expect(lines.filter((line) => line.includes('/view')).length > 0).toBe(read === 'post')
  for (const server of [servers.quad, servers.floor])
    for (const line of lines.slice(0, 20)) {
      const { status } = await answered(server, line.split('\t'))
      // Somebody may have that vote already (409), or a block may stand between the two (403).
      if (isWriting(line)) expect([201, 403, 409]).toContain(status)
      else expect(status).toBe(200)
    }
})

test('both servers show a reader the same posts, comments and totals', async () => {
  const [cookie = '', other = ''] = data.cookies
  for (const reader of [cookie, other, '']) {
    const line = ['GET', '/api/v1/posts?page=2&limit=10&sortBy=createdAt&sortOrder=desc', reader]
    const [quad, floor] = await Promise.all([answered(servers.quad, line), answered(servers.floor, line)])
    const ids = (posts: { id: string }[]) => posts.map(({ id }) => id)
    expect(ids(quad.body.data.posts)).toHaveLength(10)
    expect(ids(floor.body.posts)).toEqual(ids(quad.body.data.posts))
  }
  const [post] = data.publicPosts
  const line = ['GET', `/api/v1/posts/${post}`, cookie]
  const [quad, floor] = await Promise.all([answered(servers.quad, line), answered(servers.floor, line)])
  const { title, content, views, userVote, bookmarked } = quad.body.data.post
  expect(floor.body.post).toMatchObject({ title, content, views, userVote, bookmarked })
})

test('both servers keep a vote and a comment', async () => {
  const own = data.publicPosts.at(-1) as string
  for (const server of [servers.quad, servers.floor]) {
    const counted = async () => {
      const { body } = await answered(server, ['GET', `/api/v1/posts/${own}`, data.cookies[3] as string])
      const { upvoteCount, commentsCount, commentCount } = (body.data ?? body).post
      return { upvoteCount, comments: commentsCount ?? commentCount }
    }
    const before = await counted()
    const body = JSON.stringify({ targetType: 'post', targetId: own, voteType: 'upvote' })
    let votes = 0
    let comments = 0
    for (const cookie of data.cookies.slice(10, 16)) {
      if ((await answered(server, ['POST', '/api/v1/votes', cookie, body])).status === 201) votes++
      const comment = JSON.stringify({ content: 'Good to know', parentCommentId: null })
      if ((await answered(server, ['POST', `/api/v1/comments/post/${own}`, cookie, comment])).status === 201) comments++
    }
    expect(votes).toBeGreaterThan(0)
    expect(comments).toBeGreaterThan(0)
    expect(await counted()).toEqual({ upvoteCount: before.upvoteCount + votes, comments: before.comments + comments })
  }
})

test('the generator counts what is answered, and asks no faster than it was told', async () => {
  const reads = { requests: requestsOf('feed', data, workspace), connections: 4, rate: 100 }
  const writes = { requests: writeRequests(data, workspace), connections: 2, rate: 20 }
  const [read, written] = await driveAll(servers.quad.port, [reads, writes], 2)
  expect(read?.requests).toBeGreaterThan(0)
  expect(read?.requests).toBeLessThanOrEqual(100 * (read?.seconds ?? Number.NaN) + 1)
  expect(written?.requests).toBeGreaterThan(0)
  expect([read?.refused, read?.broken]).toEqual([0, 0])
  expect(read?.p99).toBeGreaterThanOrEqual(read?.p50 ?? Number.NaN)
})
test('the generator notices what is refused', async () => {
  const nowhere = workspace.requests([['GET', '/api/v1/nowhere', '']])
  const [outcome] = await driveAll(servers.quad.port, [{ requests: nowhere, connections: 1 }], 0.2)
  expect(outcome?.refused).toBe(outcome?.requests ?? Number.NaN)
  expect(outcome?.requests).toBeGreaterThan(0)
})

const bytes = (text: string) => new TextEncoder().encode(text)
test.each([
  ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 200],
  ['HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 404],
  ['HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', 304],
  ['HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n', 201],
])('an answer is complete with its last byte: %j', (text, status) => {
  const reader = new AnswerReader()
  for (const byte of bytes(text).subarray(0, -1)) expect(reader.take(new Uint8Array([byte]))).toBeUndefined()
  expect(reader.take(bytes(text).subarray(-1))).toBe(status)
  expect(reader.take(bytes(text))).toBe(status)
})
