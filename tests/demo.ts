/**
 * A walk through Quad on real input: the server as its own process, mail over a real SMTP connection, two students
 * from registration to sign-out through the typed client. `bun run demo`; exits 0 where everything went as it should.
 * `EXECUTABLE=dist/quad` walks through that one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Api, endpointAt, makeApi } from '../client/api'
import type { Fetch } from '../client/platform'
import { Browser, CAMPUS_VARIABLES, freePort } from './support/program'
import { startSmtp } from './support/smtp'
import { isUp, until } from './support/until'

const LONGEST_MS = 180_000
const began = performance.now()
const smtp = await startSmtp()
const dataDir = mkdtempSync(join(tmpdir(), 'quad-demo-'))
const origin = `http://127.0.0.1:${freePort()}`
const { EXECUTABLE } = process.env
const program = EXECUTABLE ? [resolve(EXECUTABLE)] : [process.execPath, join(import.meta.dir, '../src/main.ts')]
const server = Bun.spawn(program, {
  env: {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: new URL(origin).port,
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    SMTP_URL: smtp.url(),
    MAIL_FROM: 'Quad <quad@campus.edu>',
    LOG_LEVEL: 'warn',
    ...CAMPUS_VARIABLES,
  },
  stdout: 'inherit',
  stderr: 'inherit',
})

let steps = 0
function say(what: string, cameBack = '') {
  steps++
  console.log(`  ✓ ${what}${cameBack ? `  →  ${cameBack}` : ''}`)
}

type Answer<Body> = { status: number; data: Body | null; error: { value: unknown } | null }

/** Says what was done and what came back; throws where it was refused. */
async function done<Body extends { message: string }>(
  what: string,
  asked: Promise<Answer<Body>>,
  shown = (body: Body) => body.message,
): Promise<Body> {
  const { status, data, error } = await asked
  if (data === null) throw new Error(`${what}: ${status} ${JSON.stringify(error?.value)}`)
  say(what, `${status} ${shown(data)}`)
  return data
}

function check(expected: boolean, what: string): asserts expected {
  if (!expected) throw new Error(`not as it should be: ${what}`)
}

/** A client that keeps its cookies, as a browser would. */
function visitor(): { api: Api; cookies: Map<string, string> } {
  const browser = new Browser(origin)
  const fetcher = (url: string | URL | Request, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', origin)
    return browser.send(String(url), { ...init, headers })
  }
  return { api: makeApi(origin, { fetch: fetcher as Fetch }), cookies: browser.cookies }
}

async function ready() {
  await until(async () => server.exitCode !== null || (await isUp(`${origin}/readyz`)), 'the server is ready')
  check(server.exitCode === null, 'the server ended before it was ready')
}

/** The code in the mail that arrived. */
function codeSentTo(email: string) {
  const mail = smtp.messages.find(({ envelopeTo }) => envelopeTo.includes(email))
  const code = /^\s*(\d{6})\s*$/m.exec(mail?.text ?? '')?.[1]
  check(mail !== undefined && code !== undefined, `no mail with a code arrived for ${email}`)
  say(`A mail arrives for ${email}`, `"${mail.subject}"`)
  return code
}

/** From nothing to a member of the campus. */
async function becomeMember(name: string, email: string) {
  const { api, cookies } = visitor()
  const password = `${name} likes long walks`
  await done(`${name} asks to register`, api.auth.registration.initialize.post({ email, password }))
  await done(`${name} enters the code`, api.auth.registration['verify-otp'].post({ otp: codeSentTo(email) }))
  const made = await done(
    `${name} sets a password`,
    api.auth.registration.finalize.post({ password }),
    ({ data }) => `you are ${data.user.username}`,
  )
  check(
    made.data.user.email === email && !made.data.user.username.includes(email.slice(0, 4)),
    'the pseudonym says nothing of the address',
  )
  await done(`${name} signs in`, api.auth.login.post({ email, password }))
  check(cookies.has('identity.session_token'), 'a session cookie is set')
  await done(
    `${name} chooses a branch`,
    api.auth.onboarding.complete.post({ branch: 'Computer Science' }),
    ({ data }) => `${data.status}, ${data.branch}`,
  )
  await done(`${name} accepts the terms`, api.users['accept-terms'].post())
  return { api, name, id: made.data.user.id, username: made.data.user.username }
}

const NEWEST_FIRST = { page: 1, limit: 10, sortBy: 'createdAt', sortOrder: 'desc' } as const

const thread = (api: Api, postId: string) => endpointAt(api.comments, 'post', { postId })

async function walk() {
  await ready()
  say('Quad starts with a campus, a superadmin and a mail server', origin)
  const ada = await becomeMember('Ada', '20211001@campus.edu')
  const ben = await becomeMember('Ben', '20211002@campus.edu')
  check(ada.id !== ben.id, 'they are two')

  const draft = {
    title: 'Where is the quiet room?',
    content: 'The library is full before the exams.',
    topic: 'Ask Campus',
  }
  const { data: published } = await done(
    'Ada writes a post',
    ada.api.posts.post(draft),
    ({ data }) => `"${data.post.title}"`,
  )
  const post = published.post
  const { data: feed } = await done(
    'Ben looks at the latest posts',
    ben.api.posts.get({ query: NEWEST_FIRST }),
    ({ data }) => `${data.posts.length} of ${data.meta.total}`,
  )
  check(
    feed.posts[0]?.id === post.id && feed.posts[0]?.postedBy?.username === ada.username,
    'Ada’s post comes first, under her pseudonym',
  )

  await done(
    'Ben answers it',
    thread(ben.api, post.id).post({ content: 'Second floor, behind the maps.', parentCommentId: null }),
  )
  const { data: read } = await done(
    'Ada reads the answer',
    thread(ada.api, post.id).get({ query: NEWEST_FIRST }),
    ({ data }) => `"${data.comments[0]?.content}" by ${data.comments[0]?.commentedBy?.username}`,
  )
  check(read.comments.length === 1 && read.comments[0]?.commentedBy?.id === ben.id, 'there is one answer, Ben’s')

  for (const { name, api } of [ada, ben]) {
    await done(`${name} signs out`, api.auth.logout.post())
    const { status } = await api.auth.me.get()
    check(status === 401, `${name} is signed out`)
  }
}

/** Stops the server as an operator would. */
async function stop() {
  server.kill('SIGTERM')
  const status = await server.exited
  check(status === 0, `the server ended with status ${status}`)
  say('Quad stops on SIGTERM', 'exit status 0')
}

const late = Promise.withResolvers<never>()
const timer = setTimeout(() => late.reject(new Error(`it took longer than ${LONGEST_MS / 1000} seconds`)), LONGEST_MS)
try {
  console.log('\nQuad, from an empty folder to a conversation:\n')
  await Promise.race([walk().then(stop), late.promise])
  console.log(
    `\nAll ${steps} steps went as they should, in ${((performance.now() - began) / 1000).toFixed(1)} seconds.\n`,
  )
} catch (error) {
  console.error(`\n  ✗ ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
} finally {
  clearTimeout(timer)
  server.kill('SIGKILL')
  await server.exited
  await smtp.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
