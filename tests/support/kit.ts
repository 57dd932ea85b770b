import { afterAll, afterEach, beforeEach, expect, mock, setSystemTime } from 'bun:test'
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeApi } from '../../client/api'
import type { Fetch } from '../../client/platform'
import { storage, type Tx } from '../../db/storage'
import { app } from '../../src/app'
import { createUser } from '../../src/campus/accounts/users'
import { beginSession } from '../../src/campus/auth/sessions'
import { resolveBranch } from '../../src/campus/colleges/branches'
import { createCollege } from '../../src/campus/colleges/colleges'
import { collegeByDomain } from '../../src/campus/colleges/directory'
import { type Config, config } from '../../src/config'
import { ERRORS, type ErrorCode } from '../../src/errors'
import { forgetAccount, type Role } from '../../src/ground/access/account'
import { imposeSanction, type Sanction } from '../../src/ground/access/sanctions'
import { systemActor } from '../../src/ground/audit/audit'
import { cookieNames } from '../../src/http/session-cookies'
import { driftedCounters } from '../../src/keeping/maintenance/recount'
import { makeAdministrator } from '../../src/keeping/setup/first-run'
import { allKeys, keysFolder, reloadKeys } from '../../src/lib/crypto/keys'
import { ARGON2, hashPassword } from '../../src/lib/crypto/password-hash'
import { transport } from '../../src/lib/mail/transport'
import { sealAddress } from '../../src/lib/net/addresses'
import { rateLimiter, securityLimiter } from '../../src/lib/net/security-limiter'
import { closeAllSockets } from '../../src/lib/net/sockets/hub'
import { backgroundIdle } from '../../src/lib/process/background'
import { dropAllCaches } from '../../src/lib/process/cache'
import { setReady } from '../../src/lib/process/readiness'
import { answerFaults } from './answers'
import type { Me } from './contract'
import { costing } from './costs'
import { answerTo, Refusal } from './refusal'
import { placeDatabase } from './template'
import { mailsTo, otpFor } from './traces'

// The same algorithm at its smallest, so that a suite of hundreds of registrations stays fast.
Object.assign(ARGON2, { memoryCost: 8, timeCost: 1 })

export const API = '/api/v1'
export const CAMPUS = 'campus.edu'
export const PASSWORD = 'correct horse battery'
/** Ids of made-up rows, in the order of their numbers. */
export const numberedId = (n: number) => `01890a5d-0000-7000-8000-${String(n).padStart(12, '0')}`
/** The id of nothing and nobody. */
export const MISSING_ID = '01890a5d-ac96-774b-bcce-b302099a8057'

/** As if nobody had asked for anything yet. */
export function forgetLimits() {
  rateLimiter.clear()
  securityLimiter.clear()
}

/** Opens a fresh database for this test process and returns a function that closes it. */
export const openQuad = (): Promise<() => Promise<void>> => costing('servers', openFresh)

async function openFresh(): Promise<() => Promise<void>> {
  // The files of one process share the folder of keys: what one has rotated is nothing to the next.
  rmSync(keysFolder(), { recursive: true, force: true })
  reloadKeys()
  const file = join(config.dataDir, `quad-${Bun.randomUUIDv7()}.db`)
  await placeDatabase(file)
  // The thread beside the writer is for large logs; what it does is tested where storage is.
  await storage.open({ file, synchronous: 'normal', checkpointer: false })
  dropAllCaches()
  forgetLimits()
  await storage.write((tx) =>
    createCollege(tx, systemActor('system'), {
      name: 'Campus University',
      emailDomain: CAMPUS,
      city: 'Springfield',
      state: 'Oregon',
    }),
  )
  setReady(true)
  allKeys()
  return async () => {
    await backgroundIdle()
    setReady(false)
    await storage.close()
  }
}

/** Who was made outside of a test, for all tests of the file. */
let residents: Person[] = []
let isTesting = false

/** A test that turns the clock ends sessions; the next one finds everybody signed in. */
async function signInResidents() {
  dropAllCaches()
  for (const { visitor, email, password } of residents)
    if ((await visitor.get('auth/me')).status === 401) await login(email, password, visitor)
}

/** As it was with those; what is not set on the configuration itself it has from the environment. */
function configure(own: Partial<Config>): void {
  for (const name of Object.keys(config)) if (!(name in own)) Reflect.deleteProperty(config, name)
  Object.assign(config, own)
}

/**
 * A fresh Quad for the test file that awaits this. After each test the clock is right again, the configuration and what
 * was spied on are as before, no socket is open, and residents are signed in; after the last one every counter must be
 * what a recount gives, unless tests insert rows by SQL.
 */
export async function useQuad({ hasRawRows = false } = {}) {
  const close = await openQuad()
  const { send } = transport
  const ofProcess = { ...config }
  let ofFile = ofProcess
  residents = []
  beforeEach(() => {
    isTesting = true
    ofFile = { ...config }
  })
  afterEach(async () => {
    setSystemTime()
    mock.restore()
    closeAllSockets()
    configure(ofFile)
    transport.send = send
    isTesting = false
    await signInResidents()
  })
  afterAll(async () => {
    if (app.server) await app.stop(true)
    const drifted = hasRawRows ? [] : await driftedCounters(storage.reader)
    await close()
    configure({ ...ofProcess, notifications: false })
    expect(drifted).toEqual([])
  })
}

/** Notifications are on in all tests of the file that calls this. */
export function useNotifications(): void {
  config.notifications = true
  afterAll(() => {
    config.notifications = false
  })
}

/** A fresh Quad with two students of one college, one of another, an administrator and a superadmin. */
export async function useCampus() {
  await useQuad()
  await collegeId('away.edu')
  const [ann, ben, cat] = [await student(), await student(), await student({ domain: 'away.edu', branch: 'ECE' })]
  return { ann, ben, cat, admin: await administrator(), root: await administrator('superadmin') }
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

const jsonOf = (response: Response, text: string): Data =>
  text !== '' && /json\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined

/** Throws where the answer is not what the document says. */
function expectDocumented(request: Request, { status, headers }: Response, body: Data): void {
  const faults = answerFaults(request, { status, headers, body })
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'))
}

let lastWrite = 0

/**
 * Times are in milliseconds, and what a request wrote is later than what the one before it wrote: no test depends on how
 * fast the machine is. A clock that a test has stopped (`later`) stands still.
 */
function awaitNextMillisecond(): void {
  if (Date.now() === lastWrite) Bun.sleepSync(1)
}

/** A browser's worth of HTTP: cookies are kept, `Origin` is the site's own unless told otherwise. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  /** Attributes of the cookies as last set, in lower case. */
  readonly setCookies = new Map<string, string>()
  /** The typed client: for what a record holds. What is malformed goes by `get`, `post` and the like. */
  readonly api = makeApi('http://localhost:3000', { fetch: this.#typed.bind(this) as Fetch })
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
    const headers = new Headers()
    const plain = raw || body instanceof FormData || body instanceof URLSearchParams
    if (body !== undefined && !plain) headers.set('content-type', 'application/json')
    const init: RequestInit = { method, headers }
    if (body !== undefined) init.body = plain ? (body as BodyInit) : JSON.stringify(body)
    const url = path.startsWith('/') ? path : `${API}/${path}`
    const { request, response } = await this.#exchange(`http://localhost:3000${url}`, init, more)
    const text = await response.text()
    const json = jsonOf(response, text)
    expectDocumented(request, response, json)
    return { status: response.status, headers: response.headers, body: json, data: json?.data, code: json?.code, text }
  }

  async #typed(url: string, init: RequestInit) {
    const { request, response } = await this.#exchange(url, init, {})
    expectDocumented(request, response, jsonOf(response, await response.clone().text()))
    return response
  }

  /** Sends the cookies along, and keeps those that come back. */
  async #exchange(url: string, init: RequestInit, more: Record<string, string | null>) {
    const headers = new Headers({ origin: config.publicUrl, ...this.headers })
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    for (const [name, value] of Object.entries(more)) value === null ? headers.delete(name) : headers.set(name, value)
    const request = new Request(url, { ...init, headers })
    const writes = request.method !== 'GET'
    if (writes) awaitNextMillisecond()
    const response = await app.handle(request)
    if (writes && response.ok) lastWrite = Date.now()
    this.take(response.headers)
    return { request, response }
  }

  private take(headers: Headers) {
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
export const newEmail = (domain = CAMPUS) => `7${String(serial++).padStart(9, '0')}@${domain}`

/** Somebody with an account. The own verbs answer the data and throw where Quad refuses; those of `visitor` answer all. */
export class Account {
  constructor(
    readonly visitor: Visitor,
    readonly id: string,
    readonly email: string,
  ) {}

  get = async (...of: Parameters<Visitor['get']>) => expectData(await this.visitor.get(...of))
  post = async (...of: Parameters<Visitor['post']>) => expectData(await this.visitor.post(...of))
  put = async (...of: Parameters<Visitor['put']>) => expectData(await this.visitor.put(...of))
  patch = async (...of: Parameters<Visitor['patch']>) => expectData(await this.visitor.patch(...of))
  delete = async (...of: Parameters<Visitor['delete']>) => expectData(await this.visitor.delete(...of))
}

/** An account as its owner knows it. */
export class Person extends Account {
  constructor(
    visitor: Visitor,
    email: string,
    readonly user: Me,
    readonly password = PASSWORD,
  ) {
    super(visitor, user.id, email)
    if (!isTesting) residents.push(this)
  }
}

/** Fails loudly unless the answer is a success; returns its data. Which success it has to be the document says. */
export function expectData(answer: Answer): Data {
  if (answer.status >= 300) throw new Refusal(answer)
  return answer.data
}

type Failed = { status: number; code?: string | undefined; body?: Data }

/** Expects a refusal with this code, and the status of that, or with this status, that names these fields, if any are told; answers it. */
export async function fails<Refused extends Failed>(
  call: Refused | Promise<Refused>,
  by: ErrorCode | number,
  ...fields: string[]
): Promise<Refused> {
  const refused = await answerTo(call)
  const { status, code, body } = refused
  const named = fields.length > 0 ? body.errors.map(({ field }: Data) => field) : []
  const expected = typeof by === 'number' ? [by, code] : [ERRORS[by], by]
  expect([status, code, ...named]).toEqual([...expected, ...fields])
  return refused
}

/** The statuses of the answers, in order of their size. */
export const statuses = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).sort((one, other) => one - other)

/** Does it as many times at once. */
export const atOnce = <Made>(count: number, work: (n: number) => Promise<Made>): Promise<Made[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

/** Does it as many times, one after the other. */
export async function times<Made>(count: number, work: (n: number) => Made | Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  while (made.length < count) made.push(await work(made.length))
  return made
}

/** Expects that none of the words is in the text, or in anything else as JSON. */
export function expectWithout(told: unknown, ...words: readonly string[]): void {
  const text = typeof told === 'string' ? told : JSON.stringify(told)
  for (const word of words) expect(text).not.toContain(word)
}

/** The data of a typed call, which must succeed. */
export async function success<Body>(
  call: Promise<{ data: Body | null; error: { status: unknown; value: unknown } | null }>,
): Promise<Extract<Body, { success: true; data: unknown }>['data']> {
  const { data, error } = await call
  if (data === null) throw new Error(`refused: ${JSON.stringify(error)}`)
  return (data as Extract<Body, { success: true; data: unknown }>).data
}

/** The status and code of a refusal. */
export const refusal = ({ status, code }: Answer) => [status, code]

/** Sets the clock, which the next test finds right again. */
export const later = (ms: number) => setSystemTime(new Date(Date.now() + ms))

export const login = (email: string, password = PASSWORD, visitor = new Visitor()) =>
  visitor.post('auth/login', { email, password })

/** Signs in, which must succeed, and answers the browser. */
export async function signedIn(email: string, password = PASSWORD, visitor = new Visitor()): Promise<Visitor> {
  expectData(await login(email, password, visitor))
  return visitor
}

/** A client without cookies, by the tokens of a session of its own. */
export async function withTokens({ email }: { email: string }) {
  const { accessToken, refreshToken } = expectData(
    await new Visitor().post('auth/login', { email, password: PASSWORD, tokens: true }),
  )
  return { accessToken, refreshToken, client: bearer(accessToken) }
}
export const bearer = (token: string) => new Visitor({ authorization: `Bearer ${token}` })

/** The account as its owner reads it in that browser. */
export const meOf = async (by: Visitor | { visitor: Visitor }): Promise<Me> =>
  expectData(await ('visitor' in by ? by.visitor : by).get('auth/me')).user

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
  expectData(await visitor.post('auth/registration/initialize', { email, password: PASSWORD }))
  expectData(await visitor.post('auth/registration/verify-otp', { otp: await otpFor(email, known) }))
  expectData(await visitor.post('auth/registration/finalize', { password: PASSWORD }))
  return { visitor, email, password: PASSWORD }
}

/** The browser has signed in by password. */
async function holdSession(tx: Tx, { cookies }: Visitor, of: { userId: string; role: Role }) {
  const { token, device = '' } = await beginSession(tx, systemActor('system').origin, null, of, 'password')
  cookies.set(cookieNames.token, token).set(cookieNames.device, device)
}

/** As one who has signed up and in stands there: in one transaction, as the requests of that cost ten times as much. */
async function enrolled({ domain = CAMPUS, branch = 'CSE', onboard, terms, visitor = new Visitor() }: StudentOptions) {
  const [email, college] = [newEmail(domain), await collegeByDomain(domain)]
  const [address, passwordHash] = [await sealAddress(email), await hashPassword(PASSWORD, null)]
  const collegeId = college!.id
  await storage.write(async (tx) => {
    const onboarded = onboard === false ? undefined : await resolveBranch(tx, collegeId, branch)
    const account = { address, passwordHash, collegeId, language: 'en', ...(onboarded && { onboarded }) } as const
    const userId = await createUser(tx, account)
    if (terms === false) tx.sqlite.run('UPDATE users SET terms_accepted_at = NULL WHERE id = ?', [userId])
    await holdSession(tx, visitor, { userId, role: 'user' })
  })
  return { visitor, email, password: PASSWORD }
}

async function joined(options: StudentOptions): ReturnType<typeof signUp> {
  const { visitor, email, password } = await signUp(options)
  await signedIn(email, password, visitor)
  if (options.onboard !== false) {
    expectData(await visitor.post('auth/onboarding/complete', { branch: options.branch ?? 'CSE' }))
    if (options.terms !== false) expectData(await visitor.post('users/accept-terms'))
  }
  return { visitor, email, password }
}

/** A student, signed in, onboarded, terms accepted (as far as told). */
export async function student(options: StudentOptions = {}): Promise<Person> {
  const { visitor, email, password } = await (options.email ? joined(options) : enrolled(options))
  return new Person(visitor, email, await meOf(visitor), password)
}

/** An administrator as the operator makes one, signed in. */
export async function administrator(role: Exclude<Role, 'user'> = 'admin'): Promise<Person> {
  const [email, visitor] = [`ops.${serial++}@${CAMPUS}`, new Visitor()]
  const [passwordHash, address] = [await hashPassword(PASSWORD, null), await sealAddress(email)]
  await storage.write(async (tx) => {
    const { id: userId } = await makeAdministrator(tx, systemActor('cli'), { address, passwordHash, role })
    await holdSession(tx, visitor, { userId, role })
  })
  return new Person(visitor, email, await meOf(visitor))
}

/** Makes the college of the domain unless it is there; answers its id. */
export async function collegeId(domain: string) {
  const known = await collegeByDomain(domain)
  if (known) return known.id
  const input = { name: `College of ${domain}`, emailDomain: domain, city: 'Rivertown', state: 'Iowa' }
  return (await storage.write((tx) => createCollege(tx, systemActor('system'), input))).id
}

/** Runs `work` under another configuration: of what is read with each request, not once at the start. */
export async function configured<T>(
  changes: Partial<Pick<Config, 'rateLimits' | 'trustProxy' | 'toxicity'>>,
  work: () => Promise<T>,
): Promise<T> {
  const { rateLimits, trustProxy, toxicity } = config
  const before = { rateLimits, trustProxy, toxicity }
  Object.assign(config, changes)
  forgetLimits()
  try {
    return await work()
  } finally {
    Object.assign(config, before)
    forgetLimits()
  }
}

/** Imposes a sanction without going through moderation. */
export const sanction = (userId: string, imposed: Sanction, by: string | null = null) =>
  storage.write(async (tx) => {
    await imposeSanction(tx, userId, imposed, by)
    forgetAccount(tx, userId)
  })

export const BLOCK: Sanction = { kind: 'block', reason: '', endsAt: null }
export const HOUR = 3_600_000
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
