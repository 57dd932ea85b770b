import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Connection, openWriter } from '../../../db/connection'
import { migrate, migrationsFolder } from '../../../db/migrate'
import { Storage, type Tx } from '../../../db/storage'
import { aloneOn, CommitSteps } from '../../../db/transaction-callback'
import { verifyAuditLog } from '../../../src/cli/audit'
import { checkAuditLog } from '../../../src/cli/checks/database'
import { CommandFailed } from '../../../src/cli/run'
import { config } from '../../../src/config'
import type { AuditAction } from '../../../src/ground/audit/actions'
import { type Actor, audit, MAX_ENTRIES_A_DAY, type Origin, systemActor } from '../../../src/ground/audit/audit'
import { auditHead, CommitHash } from '../../../src/ground/audit/chain'
import { DAY_NOTE } from '../../../src/ground/audit/day-notes'
import { readEntriesAfter, type StoredEntry } from '../../../src/ground/audit/entries'
import { closeDays, thinOldEntries } from '../../../src/ground/audit/thinning'
import { type ChainReport, verifyChain } from '../../../src/ground/audit/verify'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { packId } from '../../../src/lib/crypto/ids'
import { log } from '../../../src/lib/process/log'
import { type LogEntry, logEntries } from '../../support/audit-log'
import { openQuad } from '../../support/kit'

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

/** Each entry is a commit of its own. */
const tx = (): Tx => aloneOn(db)
/** Entries that share a commit. */
async function commit(work: (tx: Tx) => Promise<void>): Promise<void> {
  const steps = new CommitSteps()
  await work({ ...tx(), beforeCommit: (step, item) => steps.add(step, item) })
  steps.run(db)
}
const rows = (): StoredEntry[] => readEntriesAfter(db, 0, -1)
const disarm = () => {
  for (const name of ['audit_log_kept', 'audit_log_unchanged']) db.sqlite.run(`DROP TRIGGER IF EXISTS ${name}`)
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
  const write = (to: Tx, actor: Actor, more: { reason?: string; entityId?: string } = {}) =>
    audit(to, actor, {
      action: 'user:created:post',
      entityType: 'post',
      entityId: null,
      after: { title: true },
      ...more,
    })
  const somebody = (ip: string | null, userAgent: string | null) => by('somebody', 'user', origin(ip, userAgent))
  beforeEach(async () => {
    for (let at = 0; at < LENGTH; at++)
      await write(tx(), at % 3 === 0 ? systemActor('system') : somebody(`192.0.2.${at}`, 'Firefox'), {
        entityId: `post ${at}`,
      })
  })

  type Row = StoredEntry
  /** Somebody who has the file writes another log into it, numbered as if it had always been so. */
  function forge(entries: Row[]): void {
    disarm()
    db.sqlite.run('DELETE FROM audit_log')
    const insert = db.sqlite.prepare(
      `INSERT INTO audit_log (number, time, action, actor, role, entity_type, entity, failed, platform, request, ip, agent,
       detail, hash, salt)
     VALUES ($number, $time, $action, $actor, $role, $entityType, $entity, $failed, $platform, $request, $ip, $agent,
       $detail, $hash, $salt)`,
    )
    for (const [at, { userAgent: _, ...entry }] of entries.entries()) insert.run({ ...entry, number: at + 1 })
  }
  const brokenAt = ({ broken }: ChainReport) => (broken?.first ?? 0) - 1
  const index = (most = LENGTH - 1) => fc.nat({ max: most })

  describe('a log that was left alone', () => {
    test('is in order, and ends with its head', () => {
      const head = rows().at(-1)?.hash?.toHex() ?? ''
      expect(verifyChain(db)).toEqual({ entries: LENGTH, head, headFound: false, broken: undefined })
      expect(auditHead(db)).toEqual({ head, entries: LENGTH })
    })

    test('is in order whatever was written into it', async () => {
      const anything = fc.string({ unit: 'binary', maxLength: 20 })
      const half = fc.constantFrom('\ud800', 'a\udc00b', '\u0000', 'x\u0000y', '')
      const text = fc.option(fc.oneof(anything, half))
      await fc.assert(
        fc.asyncProperty(text, text, text, fc.string(), async (ip, userAgent, reason, entityId) => {
          await write(tx(), somebody(ip, userAgent && `${'x'.repeat(290)}${userAgent}`), {
            entityId,
            ...(reason === null ? {} : { reason }),
          })
          expectWhole({ entries: 1 }, { newest: 1 })
        }),
        { numRuns: 60 },
      )
    })

    test('has one hash for all that a commit wrote', async () => {
      await commit(async (tx) => {
        for (let at = 0; at < 3; at++) await write(tx, systemActor('system'))
      })
      const written = rows().slice(LENGTH)
      expect(written.map(({ hash }) => hash === null)).toEqual([true, true, false])
      expectWhole({ entries: LENGTH + 3 })
      expectWhole({ entries: 3 }, { newest: 2 })
    })

    test('is walked in parts of bounded size', async () => {
      for (let at = 0; at < 4_000; at++) await write(tx(), systemActor('system'))
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

  describe('what was tampered with is found', () => {
    test('a change of any field of any entry', () => {
      const { userAgent: _, ...first } = rows()[0] as Row
      const fields = Object.keys(first).filter((name) => name !== 'number') as Exclude<keyof typeof first, 'number'>[]
      fc.assert(
        fc.property(index(), fc.constantFrom(...fields), fc.nat(), (at, field, value) => {
          const entry = rows()[at] as Row
          // What the table takes at all here.
          const another: Omit<Row, 'number' | 'userAgent'> = {
            time: entry.time + 1 + value,
            action: entry.action === 30 ? 31 : 30,
            actor: packId(`somebody ${value}`),
            role: entry.role === 3 ? 2 : 3,
            entityType: entry.entityType + 1 + value,
            entity: packId(`something ${value}`),
            failed: entry.failed === 1 ? 0 : 1,
            platform: entry.platform + 1 + value,
            request: packId(`another ${value}`),
            ip: `198.51.100.${value}`,
            agent: entry.agent === null ? 1 : null,
            detail: `{"reason":"${value}"}`,
            hash: new Uint8Array(32),
            salt: new Uint8Array(16),
          }
          expect(foundAt(rows().with(at, { ...entry, [field]: another[field] }))).toBe(at)
        }),
        { numRuns: 150 },
      )
      expectWhole()
    })

    test('another name of a browser', () => {
      db.sqlite.run("UPDATE audit_agents SET user_agent = 'Chrome'")
      expect(brokenAt(verifyChain(db))).toBe(rows().findIndex(({ userAgent }) => userAgent === 'Chrome'))
    })

    test('a commit without its hash, within and at the end', async () => {
      for (const number of [5, LENGTH]) {
        const original = rows()
        const stripped = original.map((entry) => (entry.number === number ? { ...entry, hash: null } : entry))
        forge(stripped)
        expect(verifyChain(db).broken).toMatchObject({ first: number })
        forge(original)
      }
    })

    test('entries that came without a hash, also when later commits have theirs', async () => {
      await audit({ ...tx(), beforeCommit: () => {} }, ADMIN, {
        action: 'admin:banned:post',
        entityType: 'post',
        entityId: null,
      })
      expect(verifyChain(db).broken).toMatchObject({
        first: LENGTH + 1,
        explanation: expect.stringContaining('no hash'),
      })
      await write(tx(), systemActor('system'))
      expect(verifyChain(db).broken).toMatchObject({ first: LENGTH + 1, last: LENGTH + 2 })
    })

    test('the removal of any entry that another follows', () => {
      fc.assert(fc.property(index(LENGTH - 2), (at) => expect(foundAt(rows().toSpliced(at, 1))).toBe(at)))
    })

    test('a gap is named as one', () => {
      disarm()
      db.sqlite.run('DELETE FROM audit_log WHERE number IN (4, 5)')
      expect(verifyChain(db).broken?.explanation).toBe('2 entries before it are missing')
    })

    test('an entry put in anywhere, new or a copy', () => {
      fc.assert(
        fc.property(index(), index(), fc.boolean(), (at, of, stripped) => {
          const copy = { ...(rows()[of] as Row), entity: 'another' }
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
          const noted = original.at(-1)?.hash?.toHex() ?? ''
          expect(verifyChain(db, { head: noted }).headFound).toBe(true)
          let previous = original[at - 1]?.hash?.toHex() ?? null
          const rewritten = original.slice(at).map((entry, later): Row => {
            const changed = later === 0 ? { ...entry, entity: 'another' } : entry
            const commit = new CommitHash(previous)
            commit.add(changed)
            previous = commit.end(changed.salt)
            return { ...changed, hash: Uint8Array.fromHex(previous) }
          })
          forge([...original.slice(0, at), ...(cut ? [] : rewritten)])
          expectWhole({ headFound: false }, { head: noted })
          forge(original)
        }),
        { numRuns: 30 },
      )
    })
  })

  describe('the database refuses', () => {
    test.each([
      'DELETE FROM audit_log',
      'DELETE FROM audit_log WHERE number = 3',
      "UPDATE audit_log SET detail = '{}' WHERE number = 2",
      "UPDATE audit_log SET ip = '192.0.2.200' WHERE number = 2",
      'UPDATE audit_log SET ip = NULL, agent = NULL WHERE number = 2',
      'UPDATE audit_log SET hash = NULL WHERE number = 2',
      "UPDATE audit_log SET hash = x'00', salt = x'00' WHERE number = 2",
      'UPDATE audit_log SET number = 900 WHERE number = 1',
    ])('%s', (text) => expect(() => db.sqlite.run(text)).toThrow('append-only'))
  })

  test('what doctor says of a log in order, of a broken one, and of one that nothing guards', () => {
    expect([...checkAuditLog(db)]).toEqual([
      { verdict: 'ok', what: 'audit log', explanation: `all of its entries are in order (${LENGTH})` },
    ])
    db.sqlite.run('INSERT INTO audit_rewriting VALUES (1, 5)')
    expect([...checkAuditLog(db)][1]).toMatchObject({ explanation: expect.stringContaining('audit_rewriting') })
    db.sqlite.run('DELETE FROM audit_rewriting')
    disarm()
    db.sqlite.run("UPDATE audit_log SET detail = '{}' WHERE number = 7")
    const [broken, unguarded] = [...checkAuditLog(db)]
    expect(broken).toMatchObject({ verdict: 'FAIL', explanation: expect.stringContaining('the entry 7 ') })
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
    const hashes = logEntries(reader).flatMap(({ number, hash }) => (hash === null ? [] : [{ number, hash }]))
    expect(hashes.length).toBeLessThan(entries)
    for (const each of writers) await each.close()

    const found = verifyAuditLog(shared, head ?? '').text
    expect(found).toEqual(['The audit log is in order: 160 entries.', `head ${head}`, 'The noted head is in it.'])
    expect(() => verifyAuditLog(shared, 'f'.repeat(64))).toThrow('was rewritten, or its end was cut off')
    const tamper = openWriter(shared, 'normal', false)
    tamper.sqlite.run('DROP TRIGGER audit_log_unchanged')
    const [before, broken] = [hashes[0]!, hashes[1]!]
    tamper.sqlite.run("UPDATE audit_log SET detail = '{}' WHERE number = ?", [broken.number])
    tamper.sqlite.close()
    expect(() => verifyAuditLog(shared)).toThrow(
      new RegExp(
        `broken at (the entry|one of the entries .* to) ${broken.number} .*\\nThe ${before.number} entr(y|ies) before it`,
      ),
    )
    expect(() => verifyAuditLog(shared, before.hash)).toThrow('The noted head is before it')
    expect(() => verifyAuditLog(shared, broken.hash)).toThrow('The noted head is not before it')
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
    const isOther = ({ actorRole, action }: LogEntry) => actorRole === 'admin' || action === 'user:changed:password'
    const others = logEntries(db).filter(isOther)
    await thin(92)
    const left = logEntries(db)
    for (const day of ['2026-01-01', '2026-01-02'])
      for (const actorId of ['ann', 'ben']) {
        const groups = left.filter((each) => each.actorId === actorId && each.timestamp.startsWith(day))
        const thinned = groups.filter((each) => !isOther(each))
        expect(thinned).toMatchObject([
          { action: 'user:upvoted:post', metadata: { count: 2 } },
          { action: 'user:created:bookmark', metadata: { count: 1 } },
        ])
        for (const { entityId, requestId, timestamp } of thinned)
          expect([entityId, requestId, timestamp]).toEqual([null, null, `${day}T00:00:00.000Z`])
      }
    expect(others.every(({ ip, userAgent }) => ip !== null && userAgent !== null)).toBe(true)
    const kept = left.filter(({ number }) => others.some((each) => each.number === number))
    expect(kept).toEqual(others.map((each) => ({ ...each, ip: null, userAgent: null, hash: null })))
    expectWhole()
  })

  test('name no network address and no browser any more, nor does anything else', async () => {
    for (const each of ['Firefox', 'Opera'])
      await act(by('admin', 'admin', origin('192.0.2.7', each)), 'admin:banned:post')
    await act(by('admin', 'admin', origin('192.0.2.8', 'Opera')), 'admin:banned:post', 80)
    const { head } = auditHead(db)
    await thin(92)
    const { bytes } = db.sqlite.query<{ bytes: string }, []>('SELECT group_concat(ip) AS bytes FROM audit_log').get()!
    expect(bytes).toBe('192.0.2.8')
    expect(db.sqlite.query('SELECT user_agent FROM audit_agents').values()).toEqual([['Opera']])
    expectWhole({ headFound: true }, { head: head ?? '' })
    // Nor can it be made up again.
    disarm()
    db.sqlite.run("UPDATE audit_log SET ip = '192.0.2.7' WHERE number = 1")
    expect(verifyChain(db).broken).toMatchObject({ first: 1, last: 2 })
  })

  test('are changed in whole commits', async () => {
    await commit(async (tx) => {
      setSystemTime(new Date(START))
      for (const each of ['ann', 'ann', 'ben'])
        await audit(tx, by(each), { action: 'user:upvoted:post', entityType: 'post', entityId: null })
    })
    await act(by('ann'))
    await act(ADMIN, 'admin:banned:post', 1)
    expect(await thin(91)).toBe(1)
    expect(logEntries(db)).toMatchObject([
      { actorId: 'ann', metadata: { count: 3 } },
      { actorId: 'ben', metadata: { count: 1 } },
      { action: 'admin:banned:post', ip: '192.0.2.7' },
      { action: 'quad:thinned:log', metadata: { first: 1, last: 4, entries: 4, left: 2 } },
    ])
    expectWhole({ entries: 4 })
  })

  test('stay while they are younger, and the newest entry always', async () => {
    await act(by('ann'))
    await act(by('ann'))
    expect(await thin(90)).toBe(0)
    // The second is the newest, until the first thinning adds its checkpoint.
    expect(await thin(91)).toBe(2)
    expect(logEntries(db)).toMatchObject([
      { action: 'user:upvoted:post', metadata: { count: 2 } },
      { action: 'quad:thinned:log' },
      { action: 'quad:thinned:log' },
    ])
    for (const text of [
      'DELETE FROM audit_log WHERE number = 1',
      "UPDATE audit_log SET detail = '{}' WHERE number = 1",
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
    const heads = logEntries(db).flatMap(({ action, hash }) => (action === DAY_NOTE ? [hash ?? ''] : []))
    expect(heads).toHaveLength(3)
    expect(await thin(94)).toBeGreaterThan(0)
    for (const head of heads) expectWhole({ headFound: true }, { head })
  })

  test('of a day that takes several batches still become one, with the number of all', async () => {
    for (let n = 0; n < 2_500; n++) await act(by(`student ${n % 20}`), 'user:upvoted:post')
    await act(ADMIN, 'admin:banned:post')
    const { entries } = auditHead(db)
    expect(await thin(91)).toBe(6)
    const left = logEntries(db).filter(({ action }) => action === 'user:upvoted:post')
    expect(left.map(({ metadata }) => metadata)).toEqual(Array(20).fill({ count: 125 }))
    expectWhole({ entries: 27 })
    expect(auditHead(db).entries).toBe(entries + 6)
  })

  test('are not thinned when one was tampered with: it must not become proven', async () => {
    await actOften(6, by('ann'))
    rewrite("UPDATE audit_log SET entity = 'another' WHERE number = 3")
    expect(thin(91)).rejects.toThrow('broken before the entry 4')
    expect(rows()).toHaveLength(6)
    expect(verifyChain(db).broken).toMatchObject({ first: 3, last: 3 })
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
    db.sqlite.run(`UPDATE audit_log SET ${assignment} WHERE number = ${number}`)
  const TAMPERINGS: Record<string, (number: number) => void> = {
    'an entry was removed': (number) => db.sqlite.run('DELETE FROM audit_log WHERE number = ?', [number]),
    'its account was changed': setTo("actor = 'else'"),
    'its number was changed': setTo(`detail = '{"metadata":{"count":77}}'`),
    'it was hidden or shown': setTo('action = iif(action < 200, 250, 30)'),
    'it was changed and its hash made anew': (number) => {
      const entry = rows().find((each) => each.number === number) as StoredEntry
      const commit = new CommitHash(
        rows()
          .findLast((each) => each.number < number && each.hash)
          ?.hash?.toHex() ?? null,
      )
      commit.add({ ...entry, actor: 'else' })
      setTo(`actor = 'else', hash = x'${commit.end(entry.salt)}'`)(number)
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
    for (const { number } of rows().slice(0, 4)) setTo(`detail = '{"metadata":{"count":9}}'`)(number)
    expect(verifyChain(db).broken).toMatchObject({ first: 1, last: 4, explanation: expect.stringContaining('thinned') })
  })
})

describe('an account that does more in a day than it has entries for', () => {
  const beyond = () => db.sqlite.query('SELECT actor_id, count FROM audit_overflow').values()

  test('fills 200: the last but one says so, and the last how much more it was, when the day is over', async () => {
    await actOften(260, by('ann'))
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY - 1)
    expect(logEntries(db).at(-1)).toMatchObject({ action: 'user:exceeded:limit', actorId: 'ann', metadata: undefined })
    expect(beyond()).toEqual([['ann', 62]])
    await closeDays(tx(), START + 1.5 * DAY_MS)
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY - 1)
    for (const _ of [1, 2]) await closeDays(tx(), START + 2.5 * DAY_MS)
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY)
    const metadata = { day: '2026-01-01', count: 62 }
    expect(logEntries(db).at(-1)).toMatchObject({ action: 'user:exceeded:limit', actorId: 'ann', metadata })
    expect(beyond()).toEqual([])
    await act(by('ann'), 'user:upvoted:post', 1)
    expect(logEntries(db).at(-1)).toMatchObject({ action: 'user:upvoted:post' })
    expectWhole()
  })

  test('keeps entries of its password; others, and administrators, are counted for themselves', async () => {
    await actOften(220, by('ann'))
    await act(by('ann'), 'user:changed:password')
    expect(logEntries(db).at(-1)).toMatchObject({ action: 'user:changed:password' })
    await act(by('ben'))
    expect(logEntries(db).at(-1)).toMatchObject({ actorId: 'ben' })
    await actOften(250, ADMIN, 'admin:banned:post')
    expect(logEntries(db).filter(({ actorId }) => actorId === 'admin')).toHaveLength(250)
  })

  test('gains nothing by what is rolled back, nor loses', async () => {
    await actOften(150, by('cat'))
    for (let n = 0; n < 300; n++) {
      db.sqlite.run('SAVEPOINT undone')
      await act(by('cat'))
      db.sqlite.run('ROLLBACK TO undone')
    }
    await actOften(100, by('cat'))
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY - 1)
    expect(beyond()).toEqual([['cat', 52]])
  })

  test('is counted on by another process', async () => {
    const other = open('another.db')
    setSystemTime(new Date(START))
    const upvote = { action: 'user:upvoted:post', entityType: 'post', entityId: null } as const
    for (let n = 0; n < 150; n++) await audit(aloneOn(other), by('dan'), upvote)
    const again = openWriter(other.sqlite.filename, 'normal', false)
    for (let n = 0; n < 100; n++) await audit(aloneOn(again), by('dan'), upvote)
    expect(logEntries(other)).toHaveLength(MAX_ENTRIES_A_DAY - 1)
    for (const each of [other, again]) each.sqlite.close()
  })
})
