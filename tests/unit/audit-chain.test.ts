import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Connection, openWriter } from '../../db/connection'
import { migrate, migrationsFolder } from '../../db/migrate'
import { Storage } from '../../db/storage'
import { verifyAuditLog } from '../../src/cli/audit'
import { checkAuditLog } from '../../src/cli/checks/audit-log'
import { CommandFailed } from '../../src/cli/run'
import { config } from '../../src/config'
import type { AuditAction } from '../../src/core/audit/actions'
import { type Actor, audit, blankOldOrigins, type Origin, systemActor } from '../../src/core/audit/audit'
import { auditHead, entryHash, type NumberedEntry } from '../../src/core/audit/chain'
import { closeDays } from '../../src/core/audit/close-days'
import { countBeyond, MAX_ENTRIES_A_DAY } from '../../src/core/audit/daily-limit'
import { DAY_NOTE } from '../../src/core/audit/day-notes'
import { thinOldEntries } from '../../src/core/audit/thinning'
import { type ChainReport, readEntriesAfter, verifyChain } from '../../src/core/audit/verify'
import { runMaintenance } from '../../src/core/maintenance/maintenance'
import { log } from '../../src/lib/log'
import { openQuad } from '../support/kit'

const DAY_MS = 86_400_000
const START = Date.parse('2026-01-01T00:00:00.000Z')
const files: string[] = []
function open(name: string): Connection {
  const file = join(config.dataDir, name)
  files.push(file)
  const opened = openWriter(file, 'normal', false)
  migrate(opened.sqlite, migrationsFolder())
  return opened
}
const db = open('chain.db')
afterAll(() => {
  db.sqlite.close()
  for (const file of files) for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
})
beforeEach(() => void db.sqlite.run('BEGIN'))
afterEach(() => {
  setSystemTime()
  db.sqlite.run('ROLLBACK')
})

const tx = () => ({ ...db, afterCommit: () => {}, transaction: { isOver: false } })
const rows = (): NumberedEntry[] => readEntriesAfter(db, 0, 100_000)
const disarm = () => {
  for (const name of ['audit_log_kept', 'audit_log_unchanged', 'audit_overflow_kept', 'audit_overflow_grows'])
    db.sqlite.run(`DROP TRIGGER IF EXISTS ${name}`)
}
/** Changes entries with the leave that only Quad's own rewriting has. */
function rewrite(...texts: string[]): void {
  for (const text of ['INSERT INTO audit_rewriting VALUES (1, 100)', ...texts, 'DELETE FROM audit_rewriting'])
    db.sqlite.run(text)
}
const expectWhole = (whole: Partial<ChainReport> = {}, options?: Parameters<typeof verifyChain>[1]) =>
  expect(verifyChain(db, options)).toMatchObject({ ...whole, broken: undefined })

const origin = (ip: string | null = '192.0.2.7', userAgent: string | null = 'Firefox'): Origin => ({
  ip,
  userAgent,
  requestId: 'request',
  platform: 'web',
  language: 'en',
  device: null,
})
const by = (id: string, role = 'user', from = origin()): Actor => ({ id, role, origin: from })
const ADMIN = by('admin', 'admin')
let serial = 0
const act = (actor: Actor, action: AuditAction = 'user:upvoted:post', day = 0) => {
  setSystemTime(new Date(START + day * DAY_MS + (serial++ % DAY_MS)))
  return audit(tx(), actor, { action, entityType: 'post', entityId: `post ${serial}` })
}
const actOften = async (times: number, actor: Actor, action?: AuditAction) => {
  for (let n = 0; n < times; n++) await act(actor, action)
}
/** Thins as maintenance does, at the end of that day. */
async function thin(day: number): Promise<number> {
  setSystemTime(new Date(START + day * DAY_MS))
  let batches = 0
  while (await thinOldEntries(tx())) batches++
  return batches
}

describe('a log', () => {
  const LENGTH = 12
  const write = (
    to: Pick<Connection, 'sqlite' | 'orm'>,
    actor: Actor,
    more: { reason?: string; entityId?: string } = {},
  ) =>
    audit({ sqlite: to.sqlite, orm: to.orm, afterCommit: () => {}, transaction: { isOver: false } }, actor, {
      action: 'user:created:post',
      entityType: 'post',
      entityId: null,
      after: { title: true },
      ...more,
    })
  const somebody = (ip: string | null, userAgent: string | null) => by('somebody', 'user', origin(ip, userAgent))
  beforeEach(async () => {
    for (let at = 0; at < LENGTH; at++)
      await write(db, at % 3 === 0 ? systemActor('system') : somebody(`192.0.2.${at}`, 'Firefox'), {
        entityId: `post ${at}`,
      })
  })

  type Row = NumberedEntry
  /** Somebody who has the file writes another log into it, numbered as if it had always been so. */
  function forge(entries: Row[]): void {
    disarm()
    db.sqlite.run('DELETE FROM audit_log')
    const insert = db.sqlite.prepare(
      `INSERT INTO audit_log (rowid, id, timestamp, action, entity_type, entity_id, actor_id, actor_role, status, ip,
       user_agent, request_id, platform, before, after, reason, metadata, origin_salt, origin_digest, subject_hash,
       is_listed, hash)
     VALUES ($number, $id, $timestamp, $action, $entityType, $entityId, $actorId, $actorRole, $status, $ip, $userAgent,
       $requestId, $platform, $before, $after, $reason, $metadata, $originSalt, $originDigest, $subjectHash, $isListed,
       $hash)`,
    )
    for (const [at, entry] of entries.entries()) insert.run({ ...entry, number: at + 1 })
  }
  const brokenAt = (report: ChainReport) =>
    report.broken ? rows().findIndex(({ id }) => id === report.broken?.id) : -1
  const index = (most = LENGTH - 1) => fc.nat({ max: most })

  describe('a log that was left alone', () => {
    test('is in order, and ends with its head', () => {
      const head = rows().at(-1)?.hash ?? ''
      expect(verifyChain(db)).toEqual({ entries: LENGTH, older: 0, head, headFound: false, broken: undefined })
      expect(auditHead(db)).toEqual({ head, entries: LENGTH })
    })

    test('is in order whatever was written into it', async () => {
      const anything = fc.string({ unit: 'binary', maxLength: 20 })
      const half = fc.constantFrom('\ud800', 'a\udc00b', '\u0000', 'x\u0000y', '')
      const text = fc.option(fc.oneof(anything, half))
      await fc.assert(
        fc.asyncProperty(text, text, text, fc.string(), async (ip, userAgent, reason, entityId) => {
          await write(db, somebody(ip, userAgent && `${'x'.repeat(290)}${userAgent}`), {
            entityId,
            ...(reason === null ? {} : { reason }),
          })
          expectWhole({ entries: 1 }, { newest: 1 })
        }),
        { numRuns: 60 },
      )
    })

    test('may begin before there was a chain, but not fall back', async () => {
      const [first, ...rest] = rows() as [Row, ...Row[]]
      forge([{ ...first, hash: null, originSalt: null, originDigest: null }])
      await write(db, systemActor('system'))
      await write(db, systemActor('system'))
      expectWhole({ entries: 3, older: 1 })
      forge([...rows(), { ...(rest[0] as Row), hash: null }])
      expect(brokenAt(verifyChain(db))).toBe(3)
    })

    test('is walked in parts of bounded size', async () => {
      for (let at = 0; at < 4_000; at++) await write(db, systemActor('system'))
      const steps: number[] = []
      expect(verifyChain(db, { progress: (done) => steps.push(done) }).entries).toBe(4_000 + LENGTH)
      expect(steps).toEqual([2_000, 4_000, 4_000 + LENGTH])
      expectWhole({ entries: 100, head: auditHead(db).head ?? '' }, { newest: 100 })
    })
  })

  /** Where the check finds the log broken that another one replaces for a while; -1 where it does not. */
  function foundAt(tampered: Row[]): number {
    const original = rows()
    forge(tampered)
    const at = brokenAt(verifyChain(db))
    forge(original)
    return at
  }

  const pickField = (from: Partial<Row>, field: keyof Row) => ({ [field]: from[field] })

  describe('what was tampered with is found', () => {
    test('a change of any field of any entry', () => {
      const { number: _, ...first } = rows()[0] as Row
      const fields = Object.keys(first) as (keyof typeof first)[]
      fc.assert(
        fc.property(index(), fc.constantFrom(...fields), fc.option(fc.string()), (at, field, value) => {
          const entry = rows()[at] as Row
          if (entry[field] === value) return
          // The table would not take anything at all here.
          const allowed: Partial<Row> = {
            status: entry.status === 'success' ? 'failure' : 'success',
            isListed: entry.isListed === 1 ? 0 : 1,
            action: `a:b:${value}`,
          }
          const changed = { ...entry, [field]: value ?? 'null', ...(field in allowed ? pickField(allowed, field) : {}) }
          expect(foundAt(rows().with(at, changed))).toBe(at)
        }),
        { numRuns: 150 },
      )
      expectWhole()
    })

    test('the removal of any entry that another follows', () => {
      fc.assert(fc.property(index(LENGTH - 2), (at) => expect(foundAt(rows().toSpliced(at, 1))).toBe(at)))
    })

    test('a gap is named as one', () => {
      disarm()
      db.sqlite.run('DELETE FROM audit_log WHERE rowid IN (4, 5)')
      expect(verifyChain(db).broken?.explanation).toBe('2 entries before it are missing')
    })

    test('an entry put in anywhere, new or a copy', () => {
      fc.assert(
        fc.property(index(), index(), fc.boolean(), (at, of, stripped) => {
          const copy = { ...(rows()[of] as Row), id: 'another' }
          // At the very beginning an entry without a hash would be older than the chain.
          expect(foundAt(rows().toSpliced(at + 1, 0, stripped ? { ...copy, hash: null } : copy))).toBe(at + 1)
        }),
      )
    })

    test('two entries that changed places', () => {
      fc.assert(
        fc.property(index(), index(), (one, other) => {
          fc.pre(one !== other)
          const log = rows()
          const swapped = log.with(one, log[other] as Row).with(other, log[one] as Row)
          expect(foundAt(swapped)).toBe(Math.min(one, other))
        }),
      )
    })

    test('a log that was rewritten with all of its hashes, or cut off, by a head that was noted', () => {
      fc.assert(
        fc.property(index(), fc.boolean(), (at, cut) => {
          const original = rows()
          const noted = original.at(-1)?.hash ?? ''
          expect(verifyChain(db, { head: noted }).headFound).toBe(true)
          let previous = original[at - 1]?.hash ?? null
          const rewritten = original.slice(at).map((entry, later): Row => {
            const changed = later === 0 ? { ...entry, entityId: 'another' } : entry
            previous = entryHash(previous, changed)
            return { ...changed, hash: previous }
          })
          forge([...original.slice(0, at), ...(cut ? [] : rewritten)])
          expectWhole({ headFound: false }, { head: noted })
          forge(original)
        }),
        { numRuns: 30 },
      )
    })
  })

  describe('where an entry came from', () => {
    const later = Date.now() + 91 * DAY_MS

    test('can be blanked without breaking the chain, and leaves nothing to guess by', async () => {
      const { head } = auditHead(db)
      await blankOldOrigins(db, later)
      expect(rows().filter(({ ip, userAgent, originSalt }) => ip ?? userAgent ?? originSalt)).toEqual([])
      expectWhole({ entries: LENGTH, headFound: true }, { head: head ?? '' })
      await write(db, somebody('192.0.2.99', null))
      expectWhole()
      // Nor can it be made up again.
      disarm()
      db.sqlite.run("UPDATE audit_log SET ip = '192.0.2.200' WHERE rowid = 2")
      expect(verifyChain(db).broken?.explanation).toContain('address')
    })

    test('is salted: equal origins have unequal digests', async () => {
      await write(db, somebody('192.0.2.7', 'Firefox'))
      await write(db, somebody('192.0.2.7', 'Firefox'))
      const [one, other] = rows().slice(-2)
      expect(one?.originDigest).toMatch(/^[0-9a-f]{64}$/)
      expect(one?.originDigest).not.toBe(other?.originDigest as string)
    })
  })

  describe('the database refuses', () => {
    test.each([
      'DELETE FROM audit_log',
      'DELETE FROM audit_log WHERE rowid = 3',
      "UPDATE audit_log SET reason = 'another' WHERE rowid = 2",
      "UPDATE audit_log SET ip = '192.0.2.200', user_agent = NULL, origin_salt = NULL WHERE rowid = 2",
      'UPDATE audit_log SET ip = NULL WHERE rowid = 2',
      'UPDATE audit_log SET ip = NULL, user_agent = NULL, origin_salt = NULL, hash = NULL WHERE rowid = 2',
      'UPDATE audit_log SET rowid = 900 WHERE rowid = 1',
      'UPDATE audit_log SET ip = NULL, user_agent = NULL, origin_salt = NULL, origin_digest = NULL WHERE rowid = 2',
    ])('%s', (text) => expect(() => db.sqlite.run(text)).toThrow('append-only'))

    test('nothing of the one change that is allowed', () => {
      db.sqlite.run('UPDATE audit_log SET ip = NULL, user_agent = NULL, origin_salt = NULL WHERE rowid = 2')
      expect(rows()[1]).toMatchObject({ ip: null, userAgent: null, originSalt: null })
    })
  })

  test('what doctor says of a log in order, of a broken one, and of one that nothing guards', () => {
    expect([...checkAuditLog(db)]).toEqual([
      { verdict: 'ok', what: 'audit log', explanation: `all of its entries are in order (${LENGTH})` },
    ])
    db.sqlite.run('INSERT INTO audit_rewriting VALUES (1, 5)')
    expect([...checkAuditLog(db)][1]).toMatchObject({ explanation: expect.stringContaining('audit_rewriting') })
    db.sqlite.run('DELETE FROM audit_rewriting')
    disarm()
    db.sqlite.run("UPDATE audit_log SET reason = 'another' WHERE rowid = 7")
    const [broken, unguarded] = [...checkAuditLog(db)]
    expect(broken).toMatchObject({ verdict: 'FAIL', explanation: expect.stringContaining(rows()[6]?.id ?? '-') })
    expect(unguarded).toMatchObject({ verdict: 'FAIL', explanation: expect.stringContaining('audit_log_kept') })
  })

  test('written by many beside each other and from two writers, with work that is undone, has no gap', async () => {
    const shared = join(config.dataDir, 'shared.db')
    files.push(shared)
    const writers = [new Storage(), new Storage()]
    for (const each of writers) await each.open({ file: shared, synchronous: 'normal', checkpointer: false })
    const works = Array.from({ length: 120 }, (_, at) =>
      (writers[at % 2] as Storage).write(async (tx) => {
        await write(tx, somebody(`192.0.2.${at}`, null), { entityId: `${at}` })
        if (at % 3 === 0) throw new Error('undone')
        await write(tx, systemActor('system'), { entityId: `${at} again` })
      }),
    )
    const done = await Promise.allSettled(works)
    expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(40)
    const [{ reader }] = writers as [Storage]
    expect(verifyChain(reader)).toMatchObject({ entries: 160, broken: undefined })
    const { head, entries } = auditHead(reader)
    expect(entries).toBe(160)
    for (const each of writers) await each.close()

    const found = verifyAuditLog(shared, head ?? '').text
    expect(found).toEqual(['The audit log is in order: 160 entries.', `head ${head}`, 'The noted head is in it.'])
    expect(() => verifyAuditLog(shared, 'f'.repeat(64))).toThrow('was rewritten, or its end was cut off')
    const tamper = openWriter(shared, 'normal', false)
    tamper.sqlite.run('DROP TRIGGER audit_log_unchanged')
    tamper.sqlite.run("UPDATE audit_log SET reason = 'another' WHERE rowid = 5")
    const hashes = tamper.sqlite.query('SELECT hash FROM audit_log ORDER BY rowid').values().flat() as string[]
    tamper.sqlite.close()
    expect(() => verifyAuditLog(shared)).toThrow(/broken at the entry [0-9a-f-]{36} .*\nThe 4 entries before it/)
    expect(() => verifyAuditLog(shared, hashes[3])).toThrow('The noted head is before it')
    expect(() => verifyAuditLog(shared, hashes[6])).toThrow('The noted head is not before it')
    expect(() => verifyAuditLog(join(config.dataDir, 'nowhere.db'))).toThrow(CommandFailed)
  })
})

test('the head is noted in the log every day', async () => {
  const close = await openQuad()
  const info = spyOn(log, 'info')
  try {
    await runMaintenance()
    const [fields] = info.mock.calls.find(([, words]) => words === 'head of the audit log') ?? []
    expect(fields).toMatchObject({ auditHead: expect.stringMatching(/^[0-9a-f]{64}$/), entries: 2 })
  } finally {
    info.mockRestore()
    await close()
  }
})

describe('entries older than 90 days', () => {
  test('of students’ everyday actions become one an account, action and day; those of others stay as they were', async () => {
    for (const day of [0, 1]) {
      for (const actor of [by('ann'), by('ben'), ADMIN])
        for (const action of ['user:upvoted:post', 'user:upvoted:post', 'user:created:bookmark'] as const)
          await act(actor, action, day)
      await act(by('ann'), 'user:changed:password', day)
      await act(ADMIN, 'admin:banned:post', day)
    }
    const others = rows().filter(({ actorRole, action }) => actorRole === 'admin' || action === 'user:changed:password')
    await thin(92)
    const left = rows()
    for (const day of ['2026-01-01', '2026-01-02'])
      for (const actorId of ['ann', 'ben']) {
        const groups = left.filter((each) => each.actorId === actorId && each.timestamp.startsWith(day))
        expect(groups.filter(({ action }) => action !== 'user:changed:password')).toMatchObject([
          { action: 'user:upvoted:post', metadata: '{"count":2}' },
          { action: 'user:created:bookmark', metadata: '{"count":1}' },
        ])
        for (const { action, entityId, ip, requestId, timestamp } of groups)
          if (action !== 'user:changed:password')
            expect([entityId, ip, requestId, timestamp]).toEqual([null, null, null, `${day}T00:00:00.000Z`])
      }
    const withoutHash = (entries: NumberedEntry[]) => entries.map(({ hash: _, ...entry }) => entry)
    const kept = left.filter(({ id }) => others.some((each) => each.id === id))
    expect(withoutHash(kept)).toEqual(withoutHash(others))
    expectWhole()
  })

  test('stay while they are younger, and the newest entry always', async () => {
    await act(by('ann'))
    await act(by('ann'))
    expect(await thin(90)).toBe(0)
    // The second is the newest, until the first thinning adds its checkpoint.
    expect(await thin(91)).toBe(2)
    expect(rows()).toMatchObject([
      { action: 'user:upvoted:post', metadata: '{"count":2}' },
      { action: 'quad:thinned:log' },
      { action: 'quad:thinned:log' },
    ])
    for (const text of [
      'DELETE FROM audit_log WHERE rowid = 1',
      "UPDATE audit_log SET metadata = '{}' WHERE rowid = 1",
    ])
      expect(() => db.sqlite.run(text)).toThrow('append-only')
    expectWhole()
    expect(await thin(91)).toBe(0)
  })

  test('leave the notes of days as they are, so that their published hashes prove the log for good', async () => {
    const note = () => audit(tx(), systemActor('system'), { action: DAY_NOTE, entityType: 'audit-log', entityId: null })
    for (const day of [0, 1, 2]) {
      await act(by('ann'), 'user:upvoted:post', day)
      await note()
      await act(by('ann'), 'user:upvoted:post', day)
    }
    const heads = rows().flatMap(({ action, hash }) => (action === DAY_NOTE ? [hash ?? ''] : []))
    expect(await thin(94)).toBeGreaterThan(0)
    for (const head of heads) expectWhole({ headFound: true }, { head })
  })

  test('of a day that takes several batches still become one, with the number of all', async () => {
    for (let n = 0; n < 2_500; n++) await act(by(`student ${n % 20}`), 'user:upvoted:post')
    await act(ADMIN, 'admin:banned:post')
    const { entries } = auditHead(db)
    expect(await thin(91)).toBe(13)
    const left = rows().filter(({ action }) => action === 'user:upvoted:post')
    expect(left.map(({ metadata }) => metadata)).toEqual(Array(20).fill('{"count":125}'))
    expectWhole({ entries: 34 })
    expect(auditHead(db).entries).toBe(entries + 13)
  })

  test('are not thinned when one was tampered with: it must not become proven', async () => {
    await actOften(6, by('ann'))
    rewrite("UPDATE audit_log SET entity_id = 'another' WHERE rowid = 3")
    expect(thin(91)).rejects.toThrow('broken at the entry')
    expect(rows()).toHaveLength(6)
    expect(verifyChain(db).broken?.id).toBe(rows()[2]?.id as string)
  })

  test('a head that was noted at the end of a span is still found', async () => {
    await actOften(4, by('ann'))
    const { head } = auditHead(db)
    await act(ADMIN, 'admin:banned:post')
    await thin(91)
    expectWhole({ headFound: true }, { head: head ?? '' })
  })
})

describe('a thinned log', () => {
  type Step = { kind: 'act'; actor: number; action: number } | { kind: 'thin' }
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: fc.record({ kind: fc.constant('act' as const), actor: fc.nat(3), action: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'thin' as const }) },
  )
  const ACTIONS = ['user:upvoted:post', 'user:created:comment', 'user:changed:password'] as const

  async function play(steps: readonly Step[]): Promise<void> {
    for (const [at, each] of steps.entries()) {
      const day = at * 5
      if (each.kind === 'thin') await thin(day)
      else await act(by(`${each.actor}`, each.actor === 0 ? 'admin' : 'user'), ACTIONS[each.action], day)
    }
  }
  const fresh = async (check: () => Promise<void>) => {
    db.sqlite.run('SAVEPOINT trial')
    try {
      await check()
    } finally {
      db.sqlite.run('ROLLBACK TO trial')
    }
  }

  test('verifies after any mix of acting and thinning, whole and from any entry on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) =>
        fresh(async () => {
          await play(steps)
          expectWhole()
          for (const newest of [1, 3, 10]) expectWhole({}, { newest })
        }),
      ),
      { numRuns: 40 },
    )
  })

  const setTo = (assignment: string) => (number: number) =>
    db.sqlite.run(`UPDATE audit_log SET ${assignment} WHERE rowid = ${number}`)
  const TAMPERINGS: Record<string, (number: number) => void> = {
    'an entry was removed': (number) => db.sqlite.run('DELETE FROM audit_log WHERE rowid = ?', [number]),
    'its account was changed': setTo("actor_id = 'else'"),
    'its number was changed': setTo(`metadata = '{"count":77}'`),
    'it was hidden or shown': setTo('is_listed = 1 - is_listed'),
    'it was changed and its hash made anew': (number) => {
      const entry = rows().find((each) => each.number === number) as NumberedEntry
      const previous = rows().findLast((each) => each.number < number)?.hash ?? null
      const forged = { ...entry, actorId: 'else' }
      setTo(`actor_id = 'else', hash = '${entryHash(previous, forged)}'`)(number)
    },
  }

  test.each(Object.entries(TAMPERINGS))('shows that %s, wherever that was', async (_, tamper) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 60 }), fc.nat(1_000), (steps, place) =>
        fresh(async () => {
          await play(steps)
          await thin(400)
          await act(by('0', 'admin'), 'admin:banned:post', 401)
          disarm()
          // What is done to the last entry alone only a noted head shows.
          const present = rows().slice(0, -1)
          tamper(present[place % present.length]?.number ?? 0)
          expect(verifyChain(db).broken).toBeDefined()
        }),
      ),
      { numRuns: 25 },
    )
  })

  test('shows that a thinned span was chained anew as a whole', async () => {
    for (let n = 0; n < 4; n++) await act(by(`${n}`))
    await act(ADMIN, 'admin:banned:post')
    await thin(91)
    disarm()
    let previous: string | null = null
    for (const entry of rows().slice(0, 4)) {
      const forged: NumberedEntry = { ...entry, metadata: '{"count":9}' }
      previous = entryHash(previous, forged)
      setTo(`metadata = '{"count":9}', hash = '${previous}'`)(entry.number)
    }
    expect(verifyChain(db).broken).toMatchObject({ action: 'quad:thinned:log' })
  })
})

describe('an account that does more in a day than it has entries for', () => {
  const beyond = (actor = 'ann') => countBeyond(db, actor, new Date().toISOString())

  test('fills 200, and the last one counts the rest', async () => {
    await actOften(260, by('ann'))
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY)
    expect(rows().at(-1)).toMatchObject({ action: 'user:exceeded:limit', actorId: 'ann' })
    expect(beyond()).toBe(61)
    await act(by('ann'), 'user:upvoted:post', 1)
    expect(rows().at(-1)).toMatchObject({ action: 'user:upvoted:post' })
    expectWhole()
  })

  test('keeps entries of its password; others, and administrators, are counted for themselves', async () => {
    await actOften(220, by('ann'))
    await act(by('ann'), 'user:changed:password')
    expect(rows().at(-1)).toMatchObject({ action: 'user:changed:password' })
    await act(by('ben'))
    expect(rows().at(-1)).toMatchObject({ actorId: 'ben' })
    await actOften(250, ADMIN, 'admin:banned:post')
    expect(rows().filter(({ actorId }) => actorId === 'admin')).toHaveLength(250)
  })

  test('gains nothing by what is rolled back, nor loses', async () => {
    await actOften(150, by('cat'))
    for (let n = 0; n < 300; n++) {
      db.sqlite.run('SAVEPOINT undone')
      await act(by('cat'))
      db.sqlite.run('ROLLBACK TO undone')
    }
    await actOften(100, by('cat'))
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY)
    expect(beyond('cat')).toBe(51)
  })

  test('has its number in the chain when the day is over', async () => {
    await actOften(260, by('ann'))
    await closeDays(tx(), START + 1.5 * DAY_MS)
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY)
    for (const _ of [1, 2]) await closeDays(tx(), START + 2.5 * DAY_MS)
    expect(rows().slice(MAX_ENTRIES_A_DAY)).toMatchObject([{ action: 'quad:counted:limit' }])
    expectWhole()
    expect(() => db.sqlite.run('UPDATE audit_overflow SET count = 1')).toThrow('append-only')
    expect(() => db.sqlite.run('DELETE FROM audit_overflow')).toThrow('append-only')
    await thin(95)
    expectWhole()
    disarm()
    db.sqlite.run('UPDATE audit_overflow SET count = 62')
    expect(verifyChain(db).broken).toMatchObject({ action: 'quad:counted:limit' })
  })
})
