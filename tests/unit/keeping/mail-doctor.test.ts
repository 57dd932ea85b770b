import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InspectionFailed, inspectServer } from '../../../src/lib/mail/inspect'
import {
  authenticationResults,
  checkDkim,
  checkSpf,
  findDmarc,
  isAligned,
  type Resolver,
  signaturesOf,
} from '../../../src/lib/mail/sender-domain'
import { startDns, type Zone } from '../../support/dns'
import { SMTP_FAULTS, startFaultySmtp } from '../../support/faulty-smtp'
import { operator, temporaryFolder } from '../../support/operator'
import { startSmtp } from '../../support/smtp'
import { passUntil, untilEvent } from '../../support/turned-clock'

const fromZone = (zone: Zone): Resolver => ({
  txt: async (name) => zone[name]?.TXT ?? [],
  mx: async (name) => zone[name]?.MX ?? [],
  addresses: async (name) => zone[name]?.A ?? [],
})

describe('SPF', () => {
  const zone: Zone = {
    'include.edu': { TXT: ['v=spf1 include:mail.example -all'] },
    'mail.example': { TXT: ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ?all'] },
    'redirect.edu': { TXT: ['v=spf1 redirect=mail.example'] },
    'hosts.edu': { TXT: ['v=spf1 mx a:web.hosts.edu/31 ~all'], MX: ['mx.hosts.edu'] },
    'mx.hosts.edu': { A: ['198.51.100.7'] },
    'web.hosts.edu': { A: ['198.51.100.20'] },
    'soft.edu': { TXT: ['v=spf1 ~ip4:192.0.2.1 -all'] },
    'open.edu': { TXT: ['v=spf1 +all'] },
    'twice.edu': { TXT: ['v=spf1 -all', 'v=spf1 mx -all'] },
    'other.edu': { TXT: ['google-site-verification=1', 'v=spf10 +all'] },
    'loop.edu': { TXT: ['v=spf1 include:loop.edu -all'] },
    'broken.edu': { TXT: ['v=spf1 ip4:here -all'] },
    'lost.edu': { TXT: ['v=spf1 include:nowhere.example -all'] },
  }
  const cases: [domain: string, address: string, result: string][] = [
    ['include.edu', '192.0.2.9', 'covered'],
    ['include.edu', '2001:db8::25', 'covered'],
    ['include.edu', '203.0.113.9', 'not-covered'],
    ['redirect.edu', '192.0.2.9', 'covered'],
    ['hosts.edu', '198.51.100.7', 'covered'],
    ['hosts.edu', '198.51.100.21', 'covered'],
    ['hosts.edu', '198.51.100.22', 'not-covered'],
    ['soft.edu', '192.0.2.1', 'not-covered'],
    ['open.edu', '192.0.2.1', 'everybody'],
    ['twice.edu', '192.0.2.1', 'several'],
    ['other.edu', '192.0.2.1', 'missing'],
    ['none.edu', '192.0.2.1', 'missing'],
    ['loop.edu', '192.0.2.1', 'too-many-lookups'],
    ['broken.edu', '192.0.2.1', 'invalid'],
    ['lost.edu', '192.0.2.1', 'invalid'],
  ]
  test.each(cases)('of %s for %s: %s', async (domain, address, result) => {
    expect((await checkSpf(fromZone(zone), domain, [address])).result).toBe(result as 'covered')
  })

  test('covers a server only with all of its addresses', async () => {
    const resolver = fromZone(zone)
    expect((await checkSpf(resolver, 'include.edu', ['192.0.2.9', '203.0.113.9'])).result).toBe('not-covered')
    expect((await checkSpf(resolver, 'include.edu', [])).result).toBe('not-covered')
  })
})

describe('DKIM and DMARC', () => {
  const resolver = fromZone({
    'key._domainkey.campus.edu': { TXT: ['v=DKIM1; k=rsa; p=MIIB'] },
    'old._domainkey.campus.edu': { TXT: ['v=DKIM1; p='] },
    '_dmarc.campus.edu': { TXT: ['v=DMARC1; p=reject; sp=quarantine; adkim=s'] },
    '_dmarc.odd.edu': { TXT: ['v=DMARC12; p=none', 'v=spf1 -all'] },
  })

  test('a key is there, withdrawn or missing', async () => {
    const results = await Promise.all(['key', 'old', 'none'].map((each) => checkDkim(resolver, 'campus.edu', each)))
    expect(results.map(({ result }) => result)).toEqual(['key', 'revoked', 'missing'])
  })

  test('the nearest policy holds, with its part for those below', async () => {
    expect(await findDmarc(resolver, 'campus.edu')).toMatchObject({
      domain: 'campus.edu',
      policy: 'reject',
      isStrict: true,
    })
    expect(await findDmarc(resolver, 'quad.campus.edu')).toMatchObject({ domain: 'campus.edu', policy: 'quarantine' })
    expect(await findDmarc(resolver, 'odd.edu')).toBeUndefined()
  })

  test.each([
    ['campus.edu', 'campus.edu', true, true],
    ['campus.edu', 'quad.campus.edu', false, true],
    ['campus.edu', 'quad.campus.edu', true, false],
    ['provider.example', 'campus.edu', false, false],
    ['ampus.edu', 'campus.edu', false, false],
  ])(
    'a signature of %s counts for mail of %s, where the policy is strict: %p: %p',
    (signed, sender, isStrict, counts) => expect(isAligned(signed, sender, isStrict)).toBe(counts),
  )

  test('a message says what it was signed with, and what was found, in its head alone', () => {
    const message = [
      'Authentication-Results: mx.example; dkim=pass',
      '\theader.d=campus.edu; spf=softfail smtp.mailfrom=campus.edu; dmarc=pass',
      'Authentication-Results: forged.example; spf=pass',
      'DKIM-Signature: v=1; a=rsa-sha256; d=Campus.edu;',
      '  s=key; b=abc',
      'DKIM-Signature: v=1; d=campus.edu; s=../../etc',
      '',
      'DKIM-Signature: v=1; d=body.example; s=body',
    ].join('\r\n')
    expect(signaturesOf(message)).toEqual([{ domain: 'campus.edu', selector: 'key' }])
    expect(authenticationResults(message)).toEqual({ spf: 'softfail', dkim: 'pass', dmarc: 'pass' })
    expect([signaturesOf('hello'), authenticationResults('')]).toEqual([[], {}])
  })
})

const BOUNDED = SMTP_FAULTS.filter((fault) => fault !== 'drips')

test.each(BOUNDED)('a look at a server that %s ends in time, in words of its own', async (fault) => {
  for (const step of ['greeting', 'EHLO', 'MAIL'] as const) {
    const server = startFaultySmtp(step, fault)
    jest.useFakeTimers()
    const looked = inspectServer(server.url, 'Quad <quad@campus.edu>').then(
      ({ senderRefused }) => senderRefused,
      (error) => error,
    )
    await untilEvent(() => server.reached() > 0, 'the step')
    await passUntil(() => server.connections() === 0, 'the end of the connection')
    jest.useRealTimers()
    // Only an answer to the name of the sender is about the sender.
    if (step === 'MAIL' && fault.startsWith('answers')) expect(await looked).toMatch(/^[45]51$/)
    else {
      expect(await looked).toBeInstanceOf(InspectionFailed)
      expect((await looked).message).not.toMatch(/never|not now|<html>/)
    }
    server.stop()
  }
})

describe('doctor mail', () => {
  const folder = temporaryFolder()
  const desk = operator({ DATA_DIR: join(folder.path, 'data'), MAIL_FROM: 'Quad <quad@campus.edu>' })
  const stops: (() => unknown)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  afterAll(async () => {
    await desk.leave()
    folder.remove()
  })

  const WELL: Zone = {
    'campus.edu': { TXT: ['v=spf1 ip4:127.0.0.1 -all'], MX: ['mx.campus.edu'] },
    'mail._domainkey.campus.edu': { TXT: [`v=DKIM1; p=${'A'.repeat(400)}`] },
    '_dmarc.campus.edu': { TXT: ['v=DMARC1; p=none'] },
  }
  let sound: Awaited<ReturnType<typeof startDns>>
  beforeAll(async () => {
    sound = await startDns(WELL)
  })
  afterAll(() => sound.stop())

  type Report = { findings: { verdict: string; what: string; explanation: string }[]; office: Record<string, string> }
  async function examine(SMTP_URL: string, { dns = sound.address, more = [] as string[] } = {}) {
    const args = ['doctor', 'mail', '--to', '20231234@campus.edu', '--dns', dns, '--json', ...more]
    const { status, stdout, stderr } = await desk.quad(args, SMTP_URL === '' ? {} : { SMTP_URL })
    expect(stderr).toBe('')
    const report: Report = JSON.parse(stdout)
    const of = (what: string) =>
      report.findings
        .filter((each) => each.what === what)
        .map(({ verdict, explanation }) => `${verdict}: ${explanation}`)
    return { status, of, report, stdout }
  }
  async function smtp(behaviour: Parameters<typeof startSmtp>[0]) {
    const server = await startSmtp(behaviour)
    stops.push(server.stop)
    return server
  }

  test('where all is well sends a real message, and has nothing to ask for', async () => {
    const server = await smtp({ user: 'quad', password: 'a-long-password' })
    const { status, of, report, stdout } = await examine(server.url())
    expect(status).toBe(0)
    const checks = 'connection TLS login sender domain SPF DKIM DMARC message'.split(' ')
    expect(report.findings.map(({ verdict, what }) => [verdict, what])).toEqual(checks.map((what) => ['ok', what]))
    expect(of('SPF')).toEqual(['ok: v=spf1 ip4:127.0.0.1 -all allows 127.0.0.1'])
    expect(server.messages).toMatchObject([
      { envelopeTo: ['20231234@campus.edu'], from: { address: 'quad@campus.edu' } },
    ])
    expect(report.office.en).toContain('everything is in place')
    expect(report.office.hi).toContain('सब ठीक है')
    for (const secret of ['a-long-password', '20231234']) expect(stdout).not.toContain(secret)
    // In sentences it ends with the text for the IT office, in both languages.
    const args = ['doctor', 'mail', '--to', '1@campus.edu', '--dns', sound.address]
    const said = (await desk.quad(args, { SMTP_URL: server.url() })).stdout
    expect(said).toMatch(/^ok {4}connection {2}— 127\.0\.0\.1 answers on port \d+\n/)
    expect(said).toContain('\nFor the IT office:\n\nHello,\n')
    expect(said).toContain('\nआईटी विभाग के लिए:\n\nनमस्ते,\n')
  })

  test('names a certificate that this machine does not trust, and gives that server no password', async () => {
    const server = await smtp({ startTls: true, user: 'quad', password: 'a-long-password' })
    const { status, of, report } = await examine(`${server.url()}?requireTLS=true`)
    expect(status).toBe(1)
    const [line = ''] = of('TLS')
    expect(line).toMatch(
      /^FAIL: This machine does not trust .* it is for \S+, from \S+, until \d{4}-\d\d-\d\d \(CERT_HAS_EXPIRED\)$/,
    )
    expect([of('login'), of('message'), server.messages]).toEqual([[], [], []])
    expect(report.office.en).toContain('Please check its certificate and STARTTLS')
    const trusting = await examine(`${server.url()}?requireTLS=true&tls.rejectUnauthorized=false`)
    expect(trusting.of('TLS')[0]).toMatch(/^warn: TLSv1\.[23]; .*tls\.rejectUnauthorized=false$/)
    expect(server.messages).toHaveLength(1)
  })

  test('says which step fails, and asks the office about that', async () => {
    const plain = await smtp({})
    expect((await examine(`${plain.url()}/?requireTLS=true`)).of('TLS')[0]).toContain('it offers no STARTTLS')
    const server = await smtp({ user: 'quad', password: 'another' })
    const login = await examine(server.url('quad', 'a-wrong-password'))
    expect(login.of('login')).toEqual(['FAIL: The mail server did not accept the user or password of SMTP_URL'])
    expect(login.stdout).not.toContain('a-wrong-password')
    expect(login.report.office.en).toContain('doesn’t accept our user or password')
    const strict = await smtp({ rejectRecipient: 550 })
    const refused = await examine(strict.url())
    expect(refused.of('message')).toEqual(['FAIL: The mail server refused the sender or the addressee (550)'])
    const gone = await examine('smtp://127.0.0.1:1')
    expect(gone.of('connection')).toEqual(['FAIL: The mail server refused the connection'])
    expect(gone.of('SPF')).toHaveLength(1)
  })

  test('says what the DNS lacks, and what to publish; a name server that fails is a warning of its own', async () => {
    const server = await smtp({})
    const empty = await startDns({ 'campus.edu': {} })
    stops.push(empty.stop)
    const { of, report } = await examine(server.url(), { dns: empty.address })
    expect(of('domain')[0]).toStartWith('FAIL: campus.edu has no server for mail')
    expect(of('SPF')[0]).toStartWith('FAIL: there is no record')
    expect(of('DKIM')[0]).toStartWith('warn: no key by a usual name')
    expect(of('DMARC')[0]).toStartWith('warn: neither campus.edu')
    for (const words of ['v=spf1', '._domainkey.campus.edu', '_dmarc.campus.edu']) {
      expect(report.office.en).toContain(words)
      expect(report.office.hi).toContain(words)
    }
    expect(report.office.en).not.toContain('STARTTLS')
    const failing = await startDns({ 'campus.edu': { fails: true } })
    stops.push(failing.stop)
    const failed = await examine(server.url(), { dns: failing.address })
    expect(failed.of('SPF')[0]).toMatch(/^warn: could not be looked up: the name server did not answer/)
    expect([failed.status, server.messages.length]).toEqual([0, 2])
  })

  test('a message that arrived names the key, and what was found there', async () => {
    const server = await smtp({})
    const file = join(folder.path, 'arrived.eml')
    const signature = (selector: string) => `DKIM-Signature: v=1; d=campus.edu; s=${selector}; b=x\r\n`
    writeFileSync(
      file,
      `Authentication-Results: mx; spf=fail; dkim=pass\r\n${signature('mail')}${signature('lost')}\r\nHi`,
    )
    const { of, status } = await examine(server.url(), { more: ['--message', file] })
    expect(of('DKIM')).toEqual([
      'ok: there is a key at mail._domainkey.campus.edu',
      'FAIL: there is no key at lost._domainkey.campus.edu',
    ])
    expect(of('arrival')).toEqual([
      'FAIL: spf did not pass where the message arrived (fail)',
      'ok: dkim passed where the message arrived',
    ])
    expect(status).toBe(1)
    writeFileSync(file, 'Subject: not signed\r\n\r\nHi')
    expect((await examine(server.url(), { more: ['--message', file] })).of('DKIM')).toEqual([
      'FAIL: the message was not signed',
    ])
  })

  test('without a mail server writes into the outbox and asks for one', async () => {
    const { of, report } = await examine('')
    expect(of('connection')[0]).toStartWith('warn: SMTP_URL is not set')
    expect(of('message')[0]).toMatch(/^warn: without SMTP_URL it is the file outbox\/\S+\.eml/)
    expect(report.office.en).toContain('Please give us one')
    expect(report.office.en).not.toContain('hands its mail')
  })

  const WRONG = ['--to nobody', '--to 1@campus.edu --dns dns.example', '--to 1@campus.edu --message /no/where.eml']
  test.each(WRONG)('%s is wrong usage', async (line) => {
    const { status, stderr } = await desk.quad(['doctor', 'mail', ...line.split(' ')])
    expect([status, stderr]).toEqual([2, expect.stringMatching(/must be|no file/)])
    expect(existsSync(join(folder.path, 'data', 'quad.db'))).toBe(false)
  })
})
