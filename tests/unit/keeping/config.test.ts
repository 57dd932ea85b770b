import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from '../../../src/config'
import { VARIABLES } from '../../../src/config/variables'
import { temporaryFolder } from '../../support/operator'

type Environment = Record<string, string | undefined>

function problemsOf(env: Environment): string[] {
  try {
    readConfig(env, false)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

function onlyProblem(env: Environment): string {
  const problems = problemsOf(env)
  expect(problems).toHaveLength(1)
  return problems[0]!
}

const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

const CAMPUS = {
  CAMPUS_NAME: 'Campus University',
  CAMPUS_DOMAIN: 'Campus.edu',
  CAMPUS_CITY: 'Springfield',
  CAMPUS_STATE: 'Oregon',
}
const ADMIN = { ADMIN_EMAIL: 'Root@campus.edu', ADMIN_PASSWORD: ' spaces count ' }
const IDP = { IDP_ISSUER: 'https://id.campus.edu/realm', IDP_CLIENT_ID: 'quad', IDP_CLIENT_SECRET: 'a-secret' }

describe('defaults', () => {
  test('an empty environment is a whole configuration', () => {
    expect(readConfig({}, false)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: join(process.cwd(), 'data'),
      publicUrl: 'http://localhost:3000',
      secure: false,
      loopback: true,
      secret: undefined,
      trustProxy: 0,
      corsOrigins: [],
      smtpUrl: undefined,
      mailFrom: 'Quad <no-reply@localhost>',
      mailPerHour: 500,
      campus: undefined,
      admin: undefined,
      idp: undefined,
      toxicity: { provider: 'off', url: undefined, apiKey: undefined, timeoutMs: 3000 },
      walLimits: { warnBytes: 256_000_000, maxBytes: 1_024_000_000 },
      notifications: undefined,
      rateLimits: true,
      synchronous: 'full',
      profileImageMaxBytes: 5_242_880,
      indexing: false,
      logLevel: 'info',
      logFormat: 'json',
      accessLog: true,
      traceparentTo: [],
      collector: undefined,
      metricsToken: undefined,
    })
  })

  test('an empty or blank variable counts as not set', () => {
    const blank = Object.fromEntries(Object.keys(VARIABLES).map((name, at) => [name, at % 2 ? '' : '  ']))
    expect(readConfig(blank, false)).toEqual(readConfig({}, false))
  })

  test('the log is pretty on a terminal, unless told otherwise', () => {
    expect(readConfig({}, true).logFormat).toBe('pretty')
    expect(readConfig({ LOG_FORMAT: 'json' }, true).logFormat).toBe('json')
    expect(readConfig({ LOG_FORMAT: 'pretty' }, false).logFormat).toBe('pretty')
  })

  test('port 0, which takes a free one', () => {
    expect(readConfig({ PORT: '0' })).toMatchObject({ port: 0, publicUrl: 'http://localhost:0' })
  })

  test('of backups, for who says where to', () => {
    expect(readConfig({}).backups).toBeUndefined()
    expect(readConfig({ BACKUP_TO: '/backups' }).backups).toMatchObject({
      to: { kind: 'folder', path: '/backups' },
      everyMs: 86_400_000,
      keep: { daily: 7, weekly: 4, monthly: 6 },
    })
  })
})

describe('values', () => {
  test('everything set', () => {
    const secret = 's'.repeat(32)
    const env = {
      ...CAMPUS,
      ...ADMIN,
      ...IDP,
      PUBLIC_URL: 'https://Quad.campus.edu:443/',
      COOKIE_DOMAIN: '.campus.edu',
      CORS_ORIGINS: 'https://app.campus.edu, http://localhost:5173/',
      SECRET: secret,
      TRUST_PROXY: '2',
      SMTP_URL: 'smtps://quad%40campus.edu:p%2Fw@mail.campus.edu:465?tls.rejectUnauthorized=false',
      TOXICITY_PROVIDER: 'OpenAI',
      TOXICITY_API_KEY: 'key',
      NOTIFICATIONS: 'on',
      SYNCHRONOUS: 'normal',
      LOG_LEVEL: 'silent',
      ACCESS_LOG: 'off',
      TRACEPARENT_TO: 'provider, Scorer,provider',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.campus.edu:4318/base',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YWJj=, x-campus = north%20campus',
    }
    expect(readConfig(env)).toMatchObject({
      publicUrl: 'https://quad.campus.edu',
      secure: true,
      loopback: false,
      cookieDomain: 'campus.edu',
      corsOrigins: ['https://app.campus.edu', 'http://localhost:5173'],
      secret,
      trustProxy: 2,
      mailFrom: 'Quad <no-reply@quad.campus.edu>',
      campus: { name: 'Campus University', domain: 'campus.edu', city: 'Springfield', state: 'Oregon' },
      admin: { email: 'root@campus.edu', password: ' spaces count ' },
      idp: { issuer: IDP.IDP_ISSUER, clientId: 'quad', clientSecret: 'a-secret' },
      toxicity: { provider: 'openai', url: 'https://api.openai.com/v1/moderations', apiKey: 'key', timeoutMs: 3000 },
      notifications: true,
      synchronous: 'normal',
      logLevel: 'silent',
      accessLog: false,
      traceparentTo: ['provider', 'scorer'],
      collector: {
        endpoint: 'https://otel.campus.edu:4318/base',
        headers: { authorization: 'Basic YWJj=', 'x-campus': 'north campus' },
      },
    })
  })

  test('backups go into a bucket, and so many are kept', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    const env = { BACKUP_TO: 's3://campus/quad/a/', BACKUP_KEEP: '30 daily', ...keys }
    expect(readConfig(env).backups).toMatchObject({
      to: { kind: 's3', bucket: 'campus', prefix: 'quad/a' },
      keep: { daily: 30, weekly: 0, monthly: 0 },
      s3: { accessKeyId: 'id', secretAccessKey: 'secret' },
    })
  })

  test('the enrollment pattern matches the whole local part, anchors or not', () => {
    const fits = (ENROLLMENT_PATTERN: string | undefined, local: string) =>
      readConfig({ ENROLLMENT_PATTERN }).enrollmentPattern.test(local)
    expect(fits(undefined, '20211234')).toBe(true)
    expect(fits(undefined, '20211234a')).toBe(false)
    for (const local of ['s1234', 't1234']) expect(fits(String.raw`s\d{4}|t\d{4}`, local)).toBe(true)
    for (const local of ['s12345', 'xt1234', 's1234x']) expect(fits(String.raw`s\d{4}|t\d{4}`, local)).toBe(false)
  })

  test('the example of an enrollment number fits the pattern, or there is none', () => {
    const example = (env: Record<string, string>) => readConfig(env).enrollmentExample
    const ENROLLMENT_PATTERN = String.raw`s\d{4}`
    expect(example({})).toBe('20231234')
    expect(example({ ENROLLMENT_PATTERN })).toBeUndefined()
    expect(example({ ENROLLMENT_PATTERN, ENROLLMENT_EXAMPLE: 's1234' })).toBe('s1234')
    expect(() => readConfig({ ENROLLMENT_PATTERN, ENROLLMENT_EXAMPLE: '1234' })).toThrow('must fit ENROLLMENT_PATTERN')
  })

  // In JavaScript's own engine each of these takes longer than the sun will shine.
  test.each([
    ['(a+)+$', 'a'],
    ['(a|a)*b', 'a'],
    [String.raw`^(\d+)*$`, '1'],
    ['(.*)*x', 'a'],
    ['(a|aa)+', 'a'],
    [String.raw`(\w+\s?)*`, 'a'],
    ['(x+x+)+y', 'x'],
  ])('the enrollment pattern %s takes linear time', (ENROLLMENT_PATTERN, letter) => {
    const { enrollmentPattern } = readConfig({ ENROLLMENT_PATTERN })
    expect(enrollmentPattern.test(`${letter.repeat(63)}!`)).toBe(false)
  })

  test('a scorer of one’s own needs no key', () => {
    const { toxicity } = readConfig({ TOXICITY_PROVIDER: 'perspective', TOXICITY_URL: 'http://127.0.0.1:9000/analyze' })
    expect(toxicity).toMatchObject({ provider: 'perspective', url: 'http://127.0.0.1:9000/analyze', apiKey: undefined })
  })

  test('where users come by IP address, mail comes from localhost', () => {
    expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:3000' }).mailFrom).toBe('Quad <no-reply@localhost>')
    expect(readConfig({ MAIL_FROM: 'Campus <hi@campus.edu>' }).mailFrom).toBe('Campus <hi@campus.edu>')
  })

  test('only an origin of this machine is loopback', () => {
    for (const yes of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
      expect(readConfig({ PUBLIC_URL: yes }).loopback).toBe(true)
    for (const host of ['localhost.campus.edu', '128.0.0.1', 'quad.campus.edu', '127.0.0.1.nip.io'])
      expect(readConfig({ PUBLIC_URL: `http://${host}` }).loopback).toBe(false)
  })
})

/** Variable, values that do not fit, and what the message must say would. */
const WRONG: [string, string[], RegExp][] = [
  ['HOST', ['http://localhost', 'a b', '127.0.0.1/x'], /host name or an IP address/],
  ['PORT', ['x', '-1', '65536', '3.5', '0x10', '1e3'], /whole number from 0 to 65535/],
  [
    'PUBLIC_URL',
    'quad.campus.edu ftp://campus.edu https://campus.edu/quad https://campus.edu?x https://u@campus.edu https://'.split(
      ' ',
    ),
    /origin such as/,
  ],
  ['PRIMARY_URL', ['10.0.0.1:3000'], /origin such as/],
  ['PRIMARY_URL', ['http://10.0.0.1:3000'], /a follower proves itself there with a token/],
  ['SYNCHRONOUS', ['off'], /full or normal/],
  ['TRUST_PROXY', ['true', '-1', '11'], /whole number from 0 to 10/],
  ['CORS_ORIGINS', ['*', 'https://a.edu/path', 'https://a.edu,b', 'https://a.edu,'], /origins such as/],
  ['COOKIE_DOMAIN', ['campus', 'https://campus.edu'], /domain such as/],
  ['RATE_LIMITS', ['yes', '0'], /on or off/],
  [
    'MAIL_FROM',
    ['Quad', 'a@campus.edu, b@campus.edu', 'Quad <a@campus.edu>\r\nBcc: b@campus.edu', 'Quad <a>'],
    /an address such as/,
  ],
  ['MAIL_PER_HOUR', ['0', 'many'], /whole number from 1/],
  ['ENROLLMENT_PATTERN', ['(', '[a', '(?=a)a', String.raw`(a)\1`, '((a{0,99}){0,99}){0,99}'], /expression .* RE2/],
  ['TOXICITY_PROVIDER', ['azure', 'chat'], /off, openai or perspective/],
  ['TOXICITY_TIMEOUT_MS', ['3s', '0'], /whole number from 100/],
  ['NOTIFICATIONS', ['true'], /on or off/],
  ['ADDRESS_RECIPIENT', ['age1', `${RECIPIENT.slice(0, -1)}q`, 'ssh-ed25519 AAAA'], /a recipient that age-keygen/],
  ['BACKUP_RECIPIENT', [RECIPIENT.toUpperCase()], /a recipient that age-keygen/],
  ['BACKUP_TO', ['gs://campus'], /a folder/],
  ['BACKUP_KEEP', ['7'], /numbers/],
  ['PROFILE_IMAGE_MAX_BYTES', ['5MB', '5,242,880'], /whole number/],
  ['INDEXING', ['1'], /on or off/],
  ['LOG_LEVEL', ['verbose'], /debug, info, warn, error or silent/],
  ['LOG_FORMAT', ['text'], /pretty or json/],
  ['ACCESS_LOG', ['no', '0'], /on or off/],
  ['TRACEPARENT_TO', ['webhook', 'scorer,push', 'all'], /scorer or provider/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['localhost:4317', 'grpc://collector'], /http or https URL/],
]

describe('problems', () => {
  test('an identity in the place of a recipient is not repeated', () => {
    const problem = onlyProblem({ BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1QQQ' })
    expect([problem.startsWith('BACKUP_RECIPIENT must be '), problem.includes('KEY-1')]).toEqual([true, false])
    expect(readConfig({ BACKUP_RECIPIENT: RECIPIENT }, false).backupRecipient).toBe(RECIPIENT)
  })

  test.each(WRONG)('%s', (name, values, words) => {
    for (const value of values) {
      const problem = onlyProblem({ [name]: value })
      expect(problem).toStartWith(`${name} must be `)
      expect(problem).toMatch(words)
      expect(problem).toContain(JSON.stringify(value))
    }
  })

  const SECRETS: [string, string, Environment][] = [
    ['SECRET', 'only-sixteen-chr', {}],
    ['SMTP_URL', 'http://quad:hunter22@mail.campus.edu', {}],
    ['SMTP_URL', 'smtp://quad:hunter%zz@mail.campus.edu', {}],
    ['SMTP_URL', 'smtp://quad:hunter22@mail.campus.edu?logger=true', {}],
    ['SMTP_URL', 'hunter22', {}],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization hunter22', {}],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=hunter22%0D%0Ax-more: 1', {}],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=hunter%zz', {}],
    ['ADMIN_PASSWORD', 'hunter2', { ADMIN_EMAIL: 'root@campus.edu' }],
    ['ADMIN_EMAIL', 'hunter22', { ADMIN_PASSWORD: 'long enough' }],
    ['TOXICITY_URL', 'hunter22?key=1', {}],
  ]
  test.each(SECRETS)('%s is named without its value', (name, value, more) => {
    const problem = onlyProblem({ ...more, [name]: value })
    expect(problem).toStartWith(`${name} must be `)
    for (const part of [value, 'hunter', 'sixteen']) expect(problem).not.toContain(part)
  })

  test.each([
    ['CAMPUS', CAMPUS],
    ['ADMIN', ADMIN],
    ['IDP', IDP],
  ])('%s_* go together', (_name, group: Environment) => {
    expect(problemsOf(group)).toEqual([])
    for (const left of Object.keys(group))
      expect(onlyProblem({ ...group, [left]: '' })).toStartWith(`${left} must be set`)
  })

  test.each([
    ['S3_ENDPOINT', {}],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', {}],
    ['IDP_ISSUER', IDP],
  ])('%s holds no password, which the configuration would show, and ends before ?', (name, group) => {
    const problem = onlyProblem({ ...group, [name]: 'https://quad:hunter2@services.campus.edu' })
    expect(problem).toStartWith(`${name} must be`)
    expect(problem).not.toContain('hunter2')
    for (const end of ['?a=b', '#c', '/?'])
      expect(onlyProblem({ ...group, [name]: `https://services.campus.edu${end}` })).toStartWith(`${name} must be`)
    expect(problemsOf({ ...group, [name]: 'https://services.campus.edu/path' })).toEqual([])
  })

  const PUBLIC_URL = 'https://quad.campus.edu'
  const REFUSED: [string, ...Environment[]][] = [
    ['CAMPUS_DOMAIN must be', { ...CAMPUS, CAMPUS_DOMAIN: 'campus' }],
    [
      'IDP_ISSUER must be an https URL',
      { ...IDP, IDP_ISSUER: 'http://id.campus.edu' },
      { ...IDP, IDP_ISSUER: 'id.campus.edu' },
      { ...IDP, IDP_ISSUER: 'https://id.campus.edu/?x=1' },
    ],
    [
      'METRICS_TOKEN must be plain letters',
      { METRICS_TOKEN: 'a token with ümläuts' },
      { METRICS_TOKEN: 'two lines of\na long token' },
    ],
    ['TOXICITY_API_KEY must be set', { TOXICITY_PROVIDER: 'openai' }, { TOXICITY_PROVIDER: 'perspective' }],
    ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set', { BACKUP_TO: 's3://campus/quad' }],
    [
      'COOKIE_DOMAIN must be the host of PUBLIC_URL',
      { COOKIE_DOMAIN: 'campus.edu' },
      ...['other.edu', 'pus.edu', 'app.campus.edu', 'a.quad.campus.edu'].map((COOKIE_DOMAIN) => ({
        PUBLIC_URL,
        COOKIE_DOMAIN,
      })),
    ],
    ['PUBLIC_URL must be', { PUBLIC_URL: 'nonsense', COOKIE_DOMAIN: 'campus.edu' }],
  ]
  test.each(REFUSED)('%s, where another variable asks for it', (words, ...environments) => {
    for (const env of environments) expect(onlyProblem(env)).toStartWith(words)
  })
  test.each<Environment>([
    { ...IDP, IDP_ISSUER: 'http://127.0.0.1:9000' },
    { METRICS_TOKEN: 'a token of plain words!' },
    { TOXICITY_API_KEY: 'kept for later' },
    { PUBLIC_URL, COOKIE_DOMAIN: 'quad.campus.edu' },
    { PUBLIC_URL, COOKIE_DOMAIN: 'campus.edu' },
  ])('%j has no problem', (env) => expect(problemsOf(env)).toEqual([]))

  test('all at once', () => {
    const problems = problemsOf({
      PORT: 'x',
      LOG_LEVEL: 'loud',
      SECRET: 'short',
      CAMPUS_NAME: 'Campus',
      IDP_CLIENT_ID: 'quad',
    })
    expect(problems.map((each) => each.split(' ')[0])).toEqual([
      ...'PORT SECRET LOG_LEVEL CAMPUS_DOMAIN, IDP_ISSUER,'.split(' '),
    ])
  })
})

describe('secrets in files', () => {
  const folder = temporaryFolder()
  afterAll(folder.remove)
  const file = (name: string, text: string) => {
    const path = join(folder.path, name)
    writeFileSync(path, text)
    return path
  }
  const secrets = Object.entries(VARIABLES).filter(([, variable]) => 'secret' in variable)

  test('each secret may be in a file, without the line break at its end', () => {
    const samples: Environment = {
      SMTP_URL: 'smtps://quad:word@mail.campus.edu:465',
      ADMIN_EMAIL: 'root@campus.edu',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=seventeen',
      TOXICITY_URL: 'https://scores.campus.edu',
    }
    const sample = (name: string) => samples[name] ?? 'seventeen brave herons and a heron more'
    const rest = { IDP_ISSUER: IDP.IDP_ISSUER, IDP_CLIENT_ID: 'quad', TOXICITY_PROVIDER: 'openai' }
    const direct = Object.fromEntries(secrets.map(([name]) => [name, sample(name)]))
    for (const end of ['', '\n', '\r\n']) {
      const files = secrets.map(([name]) => [`${name}_FILE`, file(name, sample(name) + end)])
      expect(readConfig({ ...rest, ...Object.fromEntries(files) }, false)).toEqual(
        readConfig({ ...rest, ...direct }, false),
      )
    }
  })

  test('only a secret may be in a file', () => {
    expect(onlyProblem({ CAMPUS_NAME_FILE: file('campus', 'Campus University') })).toBe(
      'CAMPUS_NAME_FILE is not read: CAMPUS_NAME is no secret, set it as it is',
    )
  })

  test.each([
    ['names a file that cannot be read (ENOENT)', () => join(folder.path, 'missing')],
    ['names a file that cannot be read (EISDIR)', () => folder.path],
    ['names an empty file', () => file('empty', '\n')],
  ])('one that %s is refused', (words, path) => {
    expect(onlyProblem({ SECRET_FILE: path() })).toBe(`SECRET_FILE ${words}`)
  })
  test('a value beside the file is refused', () => {
    const [SECRET, SECRET_FILE] = ['s'.repeat(32), file('secret', 's'.repeat(32))]
    expect(onlyProblem({ SECRET, SECRET_FILE })).toBe('SECRET and SECRET_FILE must not both be set')
  })
})

describe('the mail server in the words of ONCE', () => {
  const MAIL = {
    SMTP_ADDRESS: 'smtp.campus.edu',
    SMTP_PORT: '587',
    SMTP_USERNAME: 'quad@campus.edu',
    SMTP_PASSWORD: 'p:/@ ',
  }
  const FROM = { MAILER_FROM_ADDRESS: 'quad@campus.edu' }
  const folder = temporaryFolder()
  afterAll(folder.remove)
  const SMTP_FILE = join(folder.path, 'smtp')
  writeFileSync(SMTP_FILE, 'smtp://other.campus.edu')

  const EMPTY = { SMTP_USERNAME: '', SMTP_PASSWORD: '', SMTP_PORT: '', MAILER_FROM_ADDRESS: '' }
  const USER = 'quad%40campus.edu:p%3A%2F%40%20@'
  test.each([
    ['names is the mail server', FROM, `smtp://${USER}smtp.campus.edu:587`, 'quad@campus.edu'],
    [
      'names on port 465 is encrypted',
      { ...FROM, SMTP_PORT: '465' },
      `smtps://${USER}smtp.campus.edu:465`,
      'quad@campus.edu',
    ],
    ['leaves empty counts as not set', EMPTY, 'smtp://smtp.campus.edu:587', 'Quad <no-reply@localhost>'],
  ])('what ONCE %s', (_, more, url, from) => {
    const { smtpUrl, mailFrom } = readConfig({ ...MAIL, ...more }, false)
    expect([smtpUrl, mailFrom]).toEqual([url, from])
  })

  test.each([
    [{ ...MAIL, SMTP_URL: 'smtp://other.campus.edu' }, 'SMTP_URL and SMTP_ADDRESS must not both be set'],
    [{ ...MAIL, SMTP_URL_FILE: SMTP_FILE }, 'SMTP_URL_FILE and SMTP_ADDRESS must not both be set'],
    [{ ...FROM, MAIL_FROM: 'Quad <q@campus.edu>' }, 'MAIL_FROM and MAILER_FROM_ADDRESS must not both be set'],
  ])('%o and Quad’s own do not go together', (env, problem) => {
    expect(problemsOf(env)).toEqual([problem])
  })

  test('a password in a file is asked for as the variable that reads files', () => {
    expect(problemsOf({ ...MAIL, SMTP_PASSWORD: '', SMTP_PASSWORD_FILE: SMTP_FILE })).toEqual([
      'SMTP_PASSWORD_FILE is not read: set SMTP_PASSWORD, or SMTP_URL_FILE in the place of all of them',
    ])
  })

  test('what is wrong is named as ONCE names it, without the password', () => {
    const problems = problemsOf({
      ...MAIL,
      SMTP_ADDRESS: `smtp://quad:${MAIL.SMTP_PASSWORD}@x`,
      SMTP_PORT: 'many',
      MAILER_FROM_ADDRESS: 'Quad',
    })
    expect(problems.map((each) => each.split(' ')[0])).toEqual(['SMTP_ADDRESS', 'SMTP_PORT', 'MAILER_FROM_ADDRESS'])
    expect(problems.join()).not.toContain(MAIL.SMTP_PASSWORD)
  })
})
