import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
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
import { type Actor, audit, blankOldOrigins, systemActor } from '../../src/core/audit/audit'
import { auditHead, entryHash, type StoredEntry } from '../../src/core/audit/chain'
import { type ChainReport, verifyChain } from '../../src/core/audit/verify'
import { runMaintenance } from '../../src/core/maintenance/maintenance'
import { log } from '../../src/lib/log'
import { openQuad } from '../support/kit'

const LENGTH = 12
const file = join(config.dataDir, 'chain.db')
let db: Connection

const write = (to: Connection, actor: Actor, more: { reason?: string; entityId?: string } = {}) =>
  audit({ sqlite: to.sqlite, orm: to.orm, afterCommit: () => {} }, actor, {
    action: 'user:created:post',
    entityType: 'post',
    entityId: null,
    after: { title: true },
    ...more,
  })
const somebody = (ip: string | null, userAgent: string | null): Actor => ({
  id: 'somebody',
  role: 'user',
  origin: { ip, userAgent, requestId: 'request', platform: 'web', device: null, language: 'en' },
})

beforeAll(async () => {
  db = openWriter(file, 'normal', false)
  migrate(db.sqlite, migrationsFolder())
  for (let at = 0; at < LENGTH; at++)
    await write(db, at % 3 === 0 ? systemActor('system') : somebody(`192.0.2.${at}`, 'Firefox'), {
      entityId: `post ${at}`,
    })
})
afterAll(() => {
  db.sqlite.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
})
beforeEach(() => void db.sqlite.run('BEGIN'))
afterEach(() => void db.sqlite.run('ROLLBACK'))

type Row = StoredEntry & { hash: string | null }
const rows = (): Row[] =>
  db.sqlite
    .query<Row, []>(
      `SELECT id, timestamp, action, entity_type AS entityType, entity_id AS entityId, actor_id AS actorId,
         actor_role AS actorRole, status, ip, user_agent AS userAgent, request_id AS requestId, platform, before, after,
         reason, metadata, origin_salt AS originSalt, origin_digest AS originDigest, subject_hash AS subjectHash,
         is_listed AS isListed, hash FROM audit_log ORDER BY rowid`,
    )
    .all()
const disarm = () => {
  for (const name of ['audit_log_kept', 'audit_log_unchanged']) db.sqlite.run(`DROP TRIGGER IF EXISTS ${name}`)
}

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
const brokenAt = (report: ChainReport) => (report.broken ? rows().findIndex(({ id }) => id === report.broken?.id) : -1)
const index = (most = LENGTH - 1) => fc.nat({ max: most })

describe('a log that was left alone', () => {
  test('is in order, and ends with its head', () => {
    const report = verifyChain(db)
    expect(report).toEqual({
      entries: LENGTH,
      older: 0,
      head: rows().at(-1)?.hash ?? '',
      headFound: false,
      broken: undefined,
    })
    expect(auditHead(db)).toEqual({ head: report.head, entries: LENGTH })
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
        expect(verifyChain(db, { newest: 1 })).toMatchObject({ entries: 1, broken: undefined })
      }),
      { numRuns: 60 },
    )
  })

  test('may begin before there was a chain, but not fall back', async () => {
    const [first, ...rest] = rows() as [Row, ...Row[]]
    forge([{ ...first, hash: null, originSalt: null, originDigest: null }])
    await write(db, systemActor('system'))
    await write(db, systemActor('system'))
    expect(verifyChain(db)).toMatchObject({ entries: 3, older: 1, broken: undefined })
    forge([...rows(), { ...(rest[0] as Row), hash: null }])
    expect(brokenAt(verifyChain(db))).toBe(3)
  })

  test('is walked in parts of bounded size', async () => {
    for (let at = 0; at < 4_000; at++) await write(db, systemActor('system'))
    const steps: number[] = []
    expect(verifyChain(db, { progress: (done) => steps.push(done) }).entries).toBe(4_000 + LENGTH)
    expect(steps).toEqual([2_000, 4_000, 4_000 + LENGTH])
    expect(verifyChain(db, { newest: 100 })).toMatchObject({
      entries: 100,
      head: auditHead(db).head,
      broken: undefined,
    })
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
    const fields = Object.keys(rows()[0] ?? {}) as (keyof Row)[]
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
    expect(verifyChain(db).broken).toBeUndefined()
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
        expect(verifyChain(db, { head: noted })).toMatchObject({ headFound: false, broken: undefined })
        forge(original)
      }),
      { numRuns: 30 },
    )
  })
})

describe('where an entry came from', () => {
  const later = Date.now() + 91 * 86_400_000

  test('can be blanked without breaking the chain, and leaves nothing to guess by', async () => {
    const before = auditHead(db)
    await blankOldOrigins(db, later)
    expect(rows().filter(({ ip, userAgent, originSalt }) => ip ?? userAgent ?? originSalt)).toEqual([])
    expect(verifyChain(db, { head: before.head ?? '' })).toMatchObject({
      entries: LENGTH,
      headFound: true,
      broken: undefined,
    })
    await write(db, somebody('192.0.2.99', null))
    expect(verifyChain(db).broken).toBeUndefined()
  })

  test('cannot be made up again afterwards', async () => {
    await blankOldOrigins(db, later)
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

describe('what doctor says', () => {
  test('of a log in order, of a broken one, and of one that nothing guards', () => {
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
})

describe('written by many', () => {
  const shared = join(config.dataDir, 'shared.db')
  afterAll(() => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(shared + suffix, { force: true })
  })

  test('beside each other and from two writers, with work that is undone, the chain has no gap', async () => {
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
    expect(auditHead(reader).entries).toBe(160)
    const { head } = auditHead(reader)
    for (const each of writers) await each.close()

    expect(verifyAuditLog(shared, head ?? '').text).toEqual([
      'The audit log is in order: 160 entries.',
      `head ${head}`,
      'The noted head is in it.',
    ])
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
