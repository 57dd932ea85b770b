import { randomInt } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { storage } from '../../db/storage'
import { app } from '../../src/app'
import { type Config, config } from '../../src/config'
import type { Role } from '../../src/domain/accounts'
import { collegeByDomain, createCollege } from '../../src/domain/colleges'
import { makeAdministrator } from '../../src/domain/operators'
import { cookieNames } from '../../src/http/session-cookies'
import { addSignup, markSignupVerified } from '../../src/modules/auth/signup-queries'
import { unattended } from '../../src/services/audit'
import { backgroundIdle } from '../../src/services/background'
import { dropAllCaches } from '../../src/services/cache'
import { randomToken, tokenHash } from '../../src/services/keys'
import { mailIdle } from '../../src/services/mail/mail'
import { ARGON2, hashPassword } from '../../src/services/passwords'
import { setReady } from '../../src/services/readiness'
import { throttle } from '../../src/services/throttle'
import { unlistedRefusal } from './contract'

// The same algorithm at its smallest, so that a suite of hundreds of registrations stays fast.
Object.assign(ARGON2, { memoryCost: 8, timeCost: 1 })

export const API = '/api/v1'
export const CAMPUS = 'campus.edu'
export const PASSWORD = 'correct horse battery'

const template = join(config.dataDir, 'template.db')

/** An empty database of this program's schema: copying it is ten times cheaper than migrating. */
async function migrated(): Promise<string> {
  if (existsSync(template)) return template
  await storage.open({ file: template, synchronous: 'normal', checkpointer: false })
  await storage.close()
  return template
}

/** Opens a fresh database for this test process and answers a function that closes it. */
export async function openQuad(): Promise<() => Promise<void>> {
  const file = join(config.dataDir, `quad-${Bun.randomUUIDv7()}.db`)
  copyFileSync(await migrated(), file)
  // The thread beside the writer is for large logs; what it does is tested where storage is.
  await storage.open({ file, synchronous: 'normal', checkpointer: false })
  dropAllCaches()
  throttle.clear()
  await storage.write((tx) =>
    createCollege(tx, unattended('system'), {
      name: 'Campus University',
      emailDomain: CAMPUS,
      city: 'Springfield',
      state: 'Oregon',
    }),
  )
  setReady(true)
  return async () => {
    await backgroundIdle()
    await mailIdle()
    setReady(false)
    await storage.close()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what a test reads out of an answer is checked by the test itself
export type Data = any
export type Answer = {
  status: number
  headers: Headers
  body: Data
  data: Data
  code: string | undefined
  text: string
}
type Options = { headers?: Record<string, string | null>; raw?: boolean }

/** A browser's worth of HTTP: cookies are kept, `Origin` is the site's own unless told otherwise. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  /** Attributes of the cookies as last set, in lower case. */
  readonly setCookies = new Map<string, string>()
  constructor(readonly headers: Record<string, string> = {}) {}

  get = (path: string, options?: Options) => this.send('GET', path, undefined, options)
  post = (path: string, body?: unknown, options?: Options) => this.send('POST', path, body, options)
  put = (path: string, body?: unknown, options?: Options) => this.send('PUT', path, body, options)
  patch = (path: string, body?: unknown, options?: Options) => this.send('PATCH', path, body, options)
  delete = (path: string, body?: unknown, options?: Options) => this.send('DELETE', path, body, options)

  /** The same cookies, in a jar of its own. */
  copy(): Visitor {
    const other = new Visitor({ ...this.headers })
    for (const [name, value] of this.cookies) other.cookies.set(name, value)
    return other
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    { headers: more = {}, raw = false }: Options = {},
  ): Promise<Answer> {
    const headers = new Headers({ origin: config.publicUrl, ...this.headers })
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const plain = raw || body instanceof FormData || body instanceof URLSearchParams
    if (body !== undefined && !plain) headers.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(more)) value === null ? headers.delete(name) : headers.set(name, value)
    const init: RequestInit = { method, headers }
    if (body !== undefined) init.body = plain ? (body as BodyInit) : JSON.stringify(body)
    const url = path.startsWith('/') ? path : `${API}/${path}`
    const response = await app.handle(new Request(`http://localhost:3000${url}`, init))
    this.take(response.headers)
    const text = await response.text()
    const json: Data =
      text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
    if (typeof json?.code === 'string') {
      const unlisted = unlistedRefusal(app.routes, method, url, response.status, json.code)
      if (unlisted) throw new Error(unlisted)
    }
    return { status: response.status, headers: response.headers, body: json, data: json?.data, code: json?.code, text }
  }

  private take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      this.setCookies.set(name, attributes.join(';').toLowerCase())
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

let serial = randomInt(1_000_000)
export const newEmail = (domain = CAMPUS): string => `7${String(serial++).padStart(9, '0')}@${domain}`

export type Person = { visitor: Visitor; id: string; email: string; password: string; user: Data }

/** Fails loudly unless the answer has that status; returns its data. */
export function expectData(answer: Answer, status = 200): Data {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`)
  return answer.data
}

export type StudentOptions = {
  domain?: string
  branch?: string
  onboard?: boolean
  terms?: boolean
  email?: string
  visitor?: Visitor
}

/** Registers with the code from the mail; holds no session yet. */
export async function signUp({
  domain,
  email = newEmail(domain),
  visitor = new Visitor(),
}: StudentOptions = {}): Promise<{ visitor: Visitor; email: string; password: string }> {
  const known = mailsTo(email).length
  expectData(await visitor.post('auth/registration/initialize', { email, password: PASSWORD }), 201)
  expectData(await visitor.post('auth/registration/verify-otp', { otp: await otpFor(email, known) }))
  expectData(await visitor.post('auth/registration/finalize', { password: PASSWORD }), 201)
  return { visitor, email, password: PASSWORD }
}

/** As `signUp`, from the moment on when the code was right: its mail costs more than all else about a student. */
async function enrolled({ domain, visitor = new Visitor() }: StudentOptions): ReturnType<typeof signUp> {
  const [email, password, token, now] = [newEmail(domain), PASSWORD, randomToken(), Date.now()]
  const [createdAt, expiresAt] = [new Date(now).toISOString(), new Date(now + 3_600_000).toISOString()]
  const id = Bun.randomUUIDv7()
  await storage.write(async (tx) => {
    const code = { otpHash: 'none', otpExpiresAt: expiresAt }
    await addSignup(tx, { id, email, tokenHash: tokenHash(token), createdAt, expiresAt, ...code })
    await markSignupVerified(tx, id, createdAt)
  })
  visitor.cookies.set(cookieNames.signup, token)
  expectData(await visitor.post('auth/registration/finalize', { password }), 201)
  return { visitor, email, password }
}

/** A student, signed in, onboarded, terms accepted (as far as told). */
export async function student(options: StudentOptions = {}): Promise<Person> {
  const { visitor, email, password } = await (options.email ? signUp(options) : enrolled(options))
  expectData(await visitor.post('auth/login', { email, password }))
  if (options.onboard !== false) {
    expectData(await visitor.post('auth/onboarding/complete', { branch: options.branch ?? 'CSE' }))
    if (options.terms !== false) expectData(await visitor.post('users/accept-terms'))
  }
  const { user } = expectData(await visitor.get('auth/me'))
  return { visitor, id: user.id, email, password, user }
}

/** An administrator as the operator makes one, signed in. */
export async function administrator(role: Exclude<Role, 'user'> = 'admin'): Promise<Person> {
  const email = `ops.${serial++}@${CAMPUS}`
  const passwordHash = await hashPassword(PASSWORD)
  await storage.write((tx) => makeAdministrator(tx, unattended('cli'), { email, passwordHash, role }))
  const visitor = new Visitor()
  const { user } = expectData(await visitor.post('auth/login', { email, password: PASSWORD }))
  return { visitor, id: user.id, email, password: PASSWORD, user }
}

/** Makes the college of the domain unless it is there; answers its id. */
export async function collegeId(domain: string): Promise<string> {
  const known = await collegeByDomain(domain)
  if (known) return known.id
  const input = { name: `College of ${domain}`, emailDomain: domain, city: 'Rivertown', state: 'Iowa' }
  return (await storage.write((tx) => createCollege(tx, unattended('system'), input))).id
}

/** Runs `work` under another configuration: of what is read with each request, not once at the start. */
export async function configured<T>(
  changes: Partial<Pick<Config, 'rateLimits' | 'trustProxy'>>,
  work: () => Promise<T>,
): Promise<T> {
  const before = { rateLimits: config.rateLimits, trustProxy: config.trustProxy }
  Object.assign(config, changes)
  throttle.clear()
  try {
    return await work()
  } finally {
    Object.assign(config, before)
    throttle.clear()
  }
}

export type Entry = {
  action: string
  status: string
  entityType: string
  entityId: string | null
  actorId: string | null
  actorRole: string | null
  ip: string | null
  requestId: string | null
  before: string | null
  after: string | null
  metadata: string | null
}

/** What the audit log holds about an id, as its actor or its subject, oldest first. */
export function auditEntries(id: string): Entry[] {
  return storage.reader.sqlite
    .query<Entry, [string]>(
      `select action, status, entity_type as entityType, entity_id as entityId, actor_id as actorId, actor_role as actorRole, ip,
        request_id as requestId, before, after, metadata from audit_log where ?1 in (entity_id, actor_id) order by id`,
    )
    .all(id)
}

export type ReadMail = { to: string; subject: string; text: string; html: string }
const outbox = join(config.dataDir, 'outbox')
const read = new Map<string, { raw: string; to: string }>()

/** The raw mails to the address, oldest first. */
export function mailsTo(email: string): string[] {
  if (!existsSync(outbox)) return []
  const names = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .sort()
  for (const name of names) {
    if (read.has(name)) continue
    const raw = readFileSync(join(outbox, name), 'utf8')
    read.set(name, { raw, to: /^To: (.*)$/im.exec(raw)?.[1]?.toLowerCase() ?? '' })
  }
  return names.flatMap((name) => {
    const mail = read.get(name)
    return mail?.to.includes(email.toLowerCase()) ? [mail.raw] : []
  })
}

/** The first mail to the address after the `known` ones that were there, once it has come. */
export async function mailFor(email: string, known = 0): Promise<ReadMail> {
  await backgroundIdle()
  await mailIdle()
  const raw = mailsTo(email)[known]
  if (raw === undefined) throw new Error('no mail came')
  const { subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  return { to: email, subject, text, html }
}

/** The six digits in the mail that came after the `known` ones. */
export async function otpFor(email: string, known = 0): Promise<string> {
  const otp = /^\s*(\d{6})\s*$/m.exec((await mailFor(email, known)).text)?.[1]
  if (otp === undefined) throw new Error('the mail holds no code')
  return otp
}
