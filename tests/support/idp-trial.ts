import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { logEntries } from './audit-log'
import { CLIENT, type IdentityProvider, type Person, startIdentityProvider, throughProvider } from './identity-provider'
import { mailFiles } from './outbox'
import { Browser, CAMPUS_VARIABLES, freePort, type Program, startProgram } from './program'
import { until } from './until'

export const AUTH = '/api/v1/auth'
export const TOKEN = 'identity.session_token'
/** The secrets of a sign-in under way. */
export const SECRETS = ['idp_state', 'idp_nonce', 'idp_verifier']
/** The cookies of a sign-in under way. */
export const ATTEMPT = [...SECRETS, 'idp_scope']

const ROWS = `select (select count(*) from identities) as identities, (select count(*) from users) as users,
  (select count(*) from identity_links) as links, (select count(*) from sessions) as sessions`

type Rows = { identities: number; users: number; links: number; sessions: number }

let serial = 1000

/** Somebody new whom the provider knows. */
export function person(more: Partial<Person> = {}): Person {
  serial++
  return { sub: `subject-${serial}`, email: `${serial}@campus.edu`, email_verified: true, ...more }
}

export type Visit = { browser: Browser; back: string }
/** Back from the provider. */
export type Arrival = { browser: Browser; answer: Response }

/** Quad with a provider configured, a campus and a superadmin; the provider is started apart. */
export class IdpTrial {
  static async start(): Promise<IdpTrial> {
    const [port, providerPort] = [freePort(), freePort()]
    const origin = `http://127.0.0.1:${port}`
    const quad = await startProgram({
      PORT: `${port}`,
      PUBLIC_URL: origin,
      IDP_ISSUER: `http://127.0.0.1:${providerPort}`,
      IDP_CLIENT_ID: CLIENT.id,
      IDP_CLIENT_SECRET: CLIENT.secret,
      ...CAMPUS_VARIABLES,
    })
    return new IdpTrial(quad, providerPort, `${origin}${AUTH}/idp/callback`)
  }

  #provider: IdentityProvider | undefined

  private constructor(
    readonly quad: Program,
    private readonly providerPort: number,
    readonly redirectUri: string,
  ) {}

  get provider(): IdentityProvider {
    if (!this.#provider) throw new Error('the provider is down')
    return this.#provider
  }

  async startProvider() {
    this.#provider = await startIdentityProvider({ redirectUri: this.redirectUri, port: this.providerPort })
  }

  async stopProvider() {
    await this.#provider?.stop()
    this.#provider = undefined
  }

  async stop() {
    await this.quad.stop()
    await this.stopProvider()
  }

  browser = () => new Browser(this.quad.origin)

  /** What a sign-in may leave behind. */
  rows = () => this.quad.database.query<Rows, []>(ROWS).get()
  failures = () => this.log().filter(({ action }) => action === 'user:failed:login').length
  lastEntry = () => this.log().at(-1)
  log = () => logEntries({ sqlite: this.quad.database })

  /** The code of the mail that comes while `work` runs or soon after. */
  async codeAfter<Result>(work: () => Promise<Result>): Promise<{ result: Result; otp: string }> {
    const known = new Set(mailFiles(this.quad.dataDir))
    const newest = () => mailFiles(this.quad.dataDir).findLast((file) => !known.has(file))
    const result = await work()
    // A mail may go out after the response.
    await until(() => newest() !== undefined, 'the mail with the code')
    const { text = '' } = await PostalMime.parse(readFileSync(newest()!))
    const otp = /^\s*(\d{6})\s*$/m.exec(text)?.[1]
    if (otp === undefined) throw new Error(`the mail holds no code: ${text}`)
    return { result, otp }
  }

  async registerWithPassword(email: string, password: string) {
    const browser = this.browser()
    const begin = () => browser.post(`${AUTH}/registration/initialize`, { email, password })
    const { otp } = await this.codeAfter(begin)
    await browser.post(`${AUTH}/registration/verify-otp`, { otp })
    const answer = await browser.post(`${AUTH}/registration/finalize`, { password })
    expect(answer.status).toBe(201)
  }

  /** Changes the database beside the program, which notices within a second. */
  change(text: string, ...values: string[]) {
    const database = new Database(join(this.quad.dataDir, 'quad.db'), { readwrite: true, strict: true })
    // The program may be writing, or about to.
    database.run('PRAGMA busy_timeout = 5000')
    const commit = database.transaction(() => {
      database.run(text, values)
      // As a commit of Quad's: with the number after the last one.
      const last = database.query<{ application_id: number }, []>('PRAGMA application_id').get()?.application_id ?? 0
      database.run(`PRAGMA application_id = ${last + 1}`)
    })
    commit.immediate()
    database.close()
  }

  /** To the provider and back, up to the redirect that is not followed yet. */
  async visitProvider(who: Person, browser = this.browser()): Promise<Visit> {
    this.provider.control.person = who
    return this.followToProvider({ browser, answer: await browser.get(`${AUTH}/idp/start`) })
  }

  /** From an answer that leads to the provider, and back. */
  async followToProvider({ browser, answer }: Arrival): Promise<Visit> {
    expect(answer.status).toBe(302)
    const back = await throughProvider(answer.headers.get('location') ?? '', this.redirectUri)
    return { browser, back: back.slice(this.quad.origin.length) }
  }

  async signIn(who: Person, browser?: Browser): Promise<Arrival> {
    const visit = await this.visitProvider(who, browser)
    return { browser: visit.browser, answer: await visit.browser.get(visit.back) }
  }

  /** The user of the session that was opened. */
  async expectSignedIn({ browser, answer }: Arrival): Promise<Record<string, unknown>> {
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/')
    for (const name of ATTEMPT) expect(browser.cookies.has(name)).toBe(false)
    const me = (await (await browser.get(`${AUTH}/me`)).json()) as { data: { user: Record<string, unknown> } }
    return me.data.user
  }

  /** Comes back with `back` and expects nothing of it but the reason, in the redirect and in the audit log. */
  async expectRefused({ browser, back }: Visit, code: string) {
    const [rows, failures, held] = [this.rows(), this.failures(), browser.cookies.get(TOKEN)]
    const answer = await browser.get(back)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`/login?error=${code}`)
    expect(this.rows()).toEqual(rows)
    expect(browser.cookies.get(TOKEN)).toBe(held as string)
    expect(browser.setCookies.filter((line) => line.startsWith('identity.'))).toEqual([])
    for (const name of ATTEMPT) expect(browser.cookies.has(name)).toBe(false)
    expect(this.failures()).toBe(failures + 1)
    const metadata = { method: 'idp', code }
    expect(this.lastEntry()).toMatchObject({ action: 'user:failed:login', status: 'failure', actorId: null, metadata })
  }
}
