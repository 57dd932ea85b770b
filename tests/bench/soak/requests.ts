import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { png } from '../../support/images'
import { ADMIN, Browser } from '../../support/program'
import { until } from '../../support/until'
import type { DataSet } from '../data'
import { newComment, PAGE, pick } from '../requests'

/** How long a post, a comment, a vote or a bookmark stays: what is there stays about as much. */
const STAYS_MS = 20_000
const PATIENCE_MS = 30_000
/** So few that all are in the caches before the run is judged. */
const READ_POSTS = 300

const READS = [
  PAGE,
  `${PAGE}&topic=${encodeURIComponent('Ask Campus')}`,
  '/api/v1/posts/branch/CSE?limit=10',
  '/api/v1/users/me',
  '/api/v1/notifications/list',
  '/api/v1/bookmarks/user',
  '/api/v1/comments/mine',
  '/api/v1/follows',
  '/api/v1/auth/sessions',
]
const PAGES = '/ /join /console /docs/security.md /api/v1/openapi.json /manifest.webmanifest /no/such'.split(' ')

/** People who read, write, search, join and leave, and what came of it. */
export class Crowd {
  readonly statuses = new Map<string, number>()
  readonly failures: string[] = []
  requests = 0
  #people = 0
  readonly #later = new Set<Promise<void>>()

  readonly data: DataSet

  constructor(
    readonly origin: string,
    data: DataSet,
    readonly dataDir: string,
  ) {
    this.data = { ...data, publicPosts: data.publicPosts.slice(0, READ_POSTS) }
  }

  /** One of them does something; how often what, is its weight. */
  readonly acts: (readonly [weight: number, act: () => Promise<unknown>])[] = [
    [24, () => this.#get(pick(READS), pick(this.data.cookies))],
    [14, () => this.#get(`/api/v1/posts/${pick(this.data.publicPosts)}`, pick(this.data.cookies))],
    [12, () => this.#get(`/api/v1/comments/post/${pick(this.data.publicPosts)}/tree`, pick(this.data.cookies))],
    [14, () => this.#openAsStranger()],
    [6, () => this.#get(pick(PAGES))],
    [2, () => this.#get(`/cards/${pick(this.data.hotPosts)}.png`)],
    [6, () => this.#search()],
    [8, () => this.#vote()],
    // What was written within an hour is remembered, to find copies of it.
    [1, () => this.#comment()],
    [0.5, () => this.#post()],
    [2, () => this.#bookmark()],
    [1, () => this.#signIn()],
    [0.5, () => this.#join()],
    [0.5, () => this.#upload()],
    [2, () => this.#breakOff()],
  ]

  /** What is still to be taken back. */
  async settled() {
    await Promise.all(this.#later)
  }

  async #send(method: string, path: string, cookie = '', body?: object): Promise<Response | undefined> {
    const headers = { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return this.#noted(`${method} ${path}`, () =>
      fetch(`${this.origin}${path}`, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
    )
  }

  async #noted(what: string, asked: () => Promise<Response>): Promise<Response | undefined> {
    this.requests++
    try {
      const answer = await asked()
      const kind = `${Math.floor(answer.status / 100)}xx`
      this.statuses.set(kind, (this.statuses.get(kind) ?? 0) + 1)
      if (answer.status >= 500) this.failures.push(`${what}: ${answer.status}`)
      return answer
    } catch (error) {
      this.failures.push(`${what}: ${error}`)
      return undefined
    }
  }

  async #get(path: string, cookie = '') {
    await (await this.#send('GET', path, cookie))?.arrayBuffer()
  }

  async #sent(method: string, path: string, cookie: string, body?: object): Promise<{ id?: string } & object> {
    const answer = await this.#send(method, path, cookie, body)
    const text = (await answer?.text()) ?? ''
    return answer?.ok === true && text.startsWith('{') ? (JSON.parse(text).data ?? {}) : {}
  }

  #takeBackLater(takeBack: () => Promise<unknown>) {
    const done = (async () => {
      await Bun.sleep(Math.random() * STAYS_MS)
      await takeBack()
    })()
    this.#later.add(done)
    void done.finally(() => this.#later.delete(done))
  }

  async #openAsStranger() {
    const path = `/api/v1/posts/${pick(this.data.hotPosts)}`
    await this.#get(path)
    await this.#sent('POST', `${path}/view`, '')
  }

  async #search() {
    const words = JSON.parse(newComment()).content.split(' ')
    await this.#get(`/api/v1/search?q=${words[0]}+${words[1]}`, pick(this.data.cookies))
    await this.#get(`/api/v1/search/suggestions?q=${words[2].slice(0, 3)}`, pick(this.data.cookies))
  }

  async #vote() {
    const [cookie, targetId] = [pick(this.data.cookies), pick(this.data.publicPosts)]
    const target = { targetType: 'post', targetId }
    await this.#sent('POST', '/api/v1/votes', cookie, { ...target, voteType: 'upvote' })
    this.#takeBackLater(() => this.#sent('DELETE', '/api/v1/votes', cookie, target))
  }

  async #comment() {
    const cookie = pick(this.data.cookies)
    const path = `/api/v1/comments/post/${pick(this.data.publicPosts)}`
    const { comment } = (await this.#sent('POST', path, cookie, JSON.parse(newComment()))) as {
      comment?: { id: string }
    }
    if (comment) this.#takeBackLater(() => this.#sent('DELETE', `/api/v1/comments/${comment.id}`, cookie))
  }

  async #post() {
    const cookie = pick(this.data.cookies)
    const { content } = JSON.parse(newComment())
    const body = { title: content.slice(0, 60), content, topic: 'Off-topic' }
    const { post } = (await this.#sent('POST', '/api/v1/posts', cookie, body)) as { post?: { id: string } }
    if (post) this.#takeBackLater(() => this.#sent('DELETE', `/api/v1/posts/${post.id}`, cookie))
  }

  async #bookmark() {
    const [cookie, postId] = [pick(this.data.cookies), pick(this.data.publicPosts)]
    await this.#sent('POST', '/api/v1/bookmarks', cookie, { postId })
    this.#takeBackLater(() => this.#sent('DELETE', `/api/v1/bookmarks/delete/${postId}`, cookie))
  }

  /** In and out by a password, which is wrong now and then. */
  async #signIn() {
    const browser = new Browser(this.origin)
    const isWrong = Math.random() < 0.2
    const body = isWrong ? { ...ADMIN, password: 'not this one' } : ADMIN
    await this.#noted('sign-in', () => browser.post('/api/v1/auth/login', body))
    if (!isWrong) await this.#noted('sign-out', () => browser.post('/api/v1/auth/logout', {}))
  }

  /** Joins by the code of a mail, and asks for a copy of the own data. */
  async #join() {
    const browser = new Browser(this.origin)
    const email = `${30_000_000 + this.#people++}@${ADMIN.email.split('@')[1]}`
    const begun = await this.#noted('join', () => browser.post('/api/v1/auth/registration/initialize', { email }))
    if (begun?.ok !== true) return
    const otp = await this.#codeFor(email)
    await this.#noted('join', () => browser.post('/api/v1/auth/registration/verify-otp', { otp }))
    await this.#noted('join', () => browser.post('/api/v1/auth/registration/finalize', {}))
    await this.#noted('export', () => browser.post('/api/v1/users/me/export', {}))
    await this.#noted('export', () => browser.get('/api/v1/users/me/export'))
  }

  async #codeFor(email: string) {
    const outbox = join(this.dataDir, 'outbox')
    let code: string | undefined
    const read = () => {
      for (const name of readdirSync(outbox).filter((each) => each.endsWith('.eml'))) {
        const text = readFileSync(join(outbox, name), 'utf8')
        if (text.includes(email)) code = /^\s*(\d{6})\s*$/m.exec(text)?.[1]
      }
      return code !== undefined
    }
    await until(read, 'the mail with the code')
    return code ?? ''
  }

  async #upload() {
    const browser = new Browser(this.origin)
    await this.#noted('sign-in', () => browser.post('/api/v1/auth/login', ADMIN))
    const form = new FormData()
    form.set('profile', new File([png(64, 64)], 'picture.png', { type: 'image/png' }))
    const path = `/api/v1/admin/colleges/upload/profile/${this.data.largestCollege}`
    await this.#noted('upload', () => browser.send(path, { method: 'POST', body: form }))
    await this.#noted('sign-out', () => browser.post('/api/v1/auth/logout', {}))
  }

  /** Goes away in the middle of a request, or of an answer. */
  async #breakOff() {
    const { hostname, port } = new URL(this.origin)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const host = `Host: ${hostname}:${port}\r\n`
    const half = `POST /api/v1/votes HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"a`
    socket.write(Math.random() < 0.5 ? half : `GET ${PAGE} HTTP/1.1\r\n${host}\r\n`)
    await Bun.sleep(Math.random() * 200)
    socket.destroy()
  }
}
