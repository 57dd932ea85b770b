import { type DataSet, dataSet } from '../data'
import { ms, whole } from '../report'
import { newComment } from '../requests'
import { memory, processorTime, type Server, startQuad } from '../servers'
import type { Part } from './part'

const IDLE = 5000
/** Handshakes under way at a time. */
const AT_ONCE = 50
const FOLLOWERS = 200
/** Comments a second on the one post, and beside each a vote. */
const COMMENTS = 20
const SETTLE_MS = 1000

type Heard = (message: { type: string; commentId?: string }) => void

function open({ port }: Server, cookie: string, heard: Heard = () => undefined): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws`, { headers: { cookie } } as unknown as string[])
  return new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data))
      if (message.type === 'ready') resolve(socket)
      heard(message)
    }
    socket.onclose = () => reject(new Error('a socket was refused or closed'))
  })
}

async function openMany(server: Server, cookies: readonly string[], count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  // Some readers hold several sessions, and are refused an eleventh socket.
  for (let asked = 0; sockets.length < count && asked < 4 * count; asked += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, (_, n) =>
      open(server, cookies[(asked + n) % cookies.length] as string),
    )
    for (const outcome of await Promise.allSettled(batch))
      if (outcome.status === 'fulfilled') sockets.push(outcome.value)
  }
  if (sockets.length < count) throw new Error(`only ${sockets.length} sockets could be opened`)
  return sockets
}

async function closed(sockets: readonly WebSocket[]) {
  for (const socket of sockets) {
    socket.onclose = null
    socket.close()
  }
  await Bun.sleep(SETTLE_MS)
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** What idle sockets hold: opened, left alone, and compared with the same process before. */
async function idle(server: Server, { cookies }: DataSet) {
  // The first ones pay for what is compiled and allocated once.
  await closed(await openMany(server, cookies, AT_ONCE))
  const before = memory(server.pid)?.now
  const started = performance.now()
  const sockets = await openMany(server, cookies, IDLE)
  const openedIn = performance.now() - started
  await Bun.sleep(SETTLE_MS)
  const after = memory(server.pid)?.now
  const used = processorTime(server.pid)
  await Bun.sleep(2 * SETTLE_MS)
  const later = processorTime(server.pid)
  await closed(sockets)
  const grown = before === undefined || after === undefined ? null : after - before
  return {
    openedIn,
    grown,
    perHundredMegabytes: grown === null ? null : (IDLE / Math.max(1, grown)) * 100,
    // Of one processor.
    busy: used === undefined || later === undefined ? null : (later - used) / (2 * SETTLE_MS),
  }
}

type Times = { asked: Map<string, number>; answered: number[]; heard: [commentId: string, at: number][]; posts: number }

/** One post that many follow, commented and voted on all the time; times from when a comment was sent. */
async function busy(server: Server, { cookies, hotPosts }: DataSet, seconds: number) {
  const postId = hotPosts[0] as string
  const times: Times = { asked: new Map(), answered: [], heard: [], posts: 0 }
  const heard: Heard = ({ type, commentId }) => {
    if (type === 'comment' && commentId) times.heard.push([commentId, performance.now()])
    if (type === 'post') times.posts++
  }
  const sockets: WebSocket[] = []
  for (let n = 0; n < FOLLOWERS; n++) sockets.push(await open(server, cookies[n] as string, heard))
  for (const socket of sockets) socket.send(JSON.stringify({ type: 'subscribe', postId }))
  await Bun.sleep(SETTLE_MS)
  const send = async (path: string, cookie: string, body: string) => {
    const at = performance.now()
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', headers, body })
    return { at, status: answer.status, body: await answer.json() }
  }
  const vote = JSON.stringify({ targetType: 'post', targetId: postId, voteType: 'upvote' })
  const underWay: Promise<unknown>[] = []
  const comment = async (cookie: string) => {
    const { at, status, body } = await send(`/api/v1/comments/post/${postId}`, cookie, newComment())
    // Between two who have blocked each other nothing is written.
    if (status !== 201) return
    times.answered.push(performance.now() - at)
    times.asked.set(body.data.comment.id, at)
  }
  for (let n = 0; n < seconds * COMMENTS; n++) {
    underWay.push(comment(cookies[n % cookies.length] as string))
    underWay.push(send('/api/v1/votes', cookies[(n + FOLLOWERS) % cookies.length] as string, vote))
    await Bun.sleep(1000 / COMMENTS)
  }
  await Promise.all(underWay)
  await Bun.sleep(SETTLE_MS)
  await closed(sockets)
  const delays = times.heard.flatMap(([id, at]) => at - (times.asked.get(id) ?? Number.NaN))
  return {
    heard: delays.length,
    expected: times.asked.size * FOLLOWERS,
    answered: { p50: quantile(times.answered, 0.5), p99: quantile(times.answered, 0.99) },
    delivered: { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) },
    countsASecond: times.posts / FOLLOWERS / seconds,
  }
}

/** How much memory sockets hold that say nothing, and how soon many hear of what happens on one post. */
export const sockets: Part = {
  title: 'Sockets',
  async run({ seconds, posts }, workspace) {
    const data = await dataSet(posts)
    const server = await startQuad(workspace.quad(data), 'full', { NOTIFICATIONS: 'on' })
    const silent = await idle(server, data)
    const told = await busy(server, data, seconds * 3)
    const values = { idle: silent, busy: told }
    const orDash = (value: number | null, shown: (value: number) => string) => (value === null ? '–' : shown(value))
    const idleRows = [
      ['', 'measured'],
      [`memory of ${whole(IDLE)}, in MB`, orDash(silent.grown, whole)],
      ['sockets in 100 MB', orDash(silent.perHundredMegabytes, whole)],
      ['handshakes a second', whole((IDLE * 1000) / silent.openedIn)],
      ['processor while nothing is said, in %', orDash(silent.busy, (share) => ms(share * 100))],
    ]
    const busyRows = [
      ['', 'p50', 'p99'],
      ['a comment answered to who wrote it', ms(told.answered.p50), ms(told.answered.p99)],
      [`heard by the ${FOLLOWERS}`, ms(told.delivered.p50), ms(told.delivered.p99)],
    ]
    const caption = `Milliseconds from when a comment was sent, on one post that ${FOLLOWERS} follow, with ${COMMENTS} comments and as many votes a second. ${whole(told.heard)} of ${whole(told.expected)} messages were heard; counts came ${ms(told.countsASecond)} times a second.`
    return {
      values,
      tables: [
        { caption: 'Sockets that only stay open.', rows: idleRows },
        { caption, rows: busyRows },
      ],
    }
  },
}
