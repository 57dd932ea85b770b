import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Connection, openWriter } from '../../db/connection'
import { migrate, migrationsFolder } from '../../db/migrate'
import { config } from '../../src/config'
import type { AuditAction } from '../../src/core/audit/actions'
import { type Actor, audit, auditAttempt, type Origin, systemActor } from '../../src/core/audit/audit'
import { auditHead, entryHash, type NumberedEntry } from '../../src/core/audit/chain'
import { closeDays } from '../../src/core/audit/close-days'
import { countBeyond, MAX_ENTRIES_A_DAY } from '../../src/core/audit/daily-limit'
import { DAY_NOTE } from '../../src/core/audit/day-notes'
import { scrubAttempts } from '../../src/core/audit/scrub'
import { thinOldEntries } from '../../src/core/audit/thinning'
import { readEntriesAfter, verifyChain } from '../../src/core/audit/verify'

const DAY_MS = 86_400_000
const START = Date.parse('2026-01-01T00:00:00.000Z')
const file = join(config.dataDir, 'thinning.db')
let db: Connection

const open = () => {
  db = openWriter(file, 'normal', false)
  migrate(db.sqlite, migrationsFolder())
}
const remove = () => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
open()
afterAll(() => {
  db.sqlite.close()
  remove()
})
beforeEach(() => void db.sqlite.run('BEGIN'))
afterEach(() => {
  setSystemTime()
  db.sqlite.run('ROLLBACK')
})

const tx = () => ({ sqlite: db.sqlite, orm: db.orm, afterCommit: () => {} })
const origin: Origin = {
  ip: '192.0.2.7',
  userAgent: 'Firefox',
  requestId: 'request',
  platform: 'web',
  language: 'en',
  device: null,
}
const by = (id: string, role = 'user'): Actor => ({ id, role, origin })
let serial = 0
const act = (actor: Actor, action: AuditAction = 'user:upvoted:post', day = 0) => {
  setSystemTime(new Date(START + day * DAY_MS + (serial++ % DAY_MS)))
  return audit(tx(), actor, { action, entityType: 'post', entityId: `post ${serial}` })
}
const rows = (): NumberedEntry[] => readEntriesAfter(db, 0, 100_000)
const facts = () => rows().map(({ action, actorId, entityId, metadata }) => ({ action, actorId, entityId, metadata }))
/** Thins as maintenance does, at the end of that day. */
async function thin(day: number): Promise<number> {
  setSystemTime(new Date(START + day * DAY_MS))
  let batches = 0
  while (await thinOldEntries(tx())) batches++
  return batches
}
const disarm = () => {
  for (const name of ['audit_log_kept', 'audit_log_unchanged', 'audit_overflow_kept', 'audit_overflow_grows'])
    db.sqlite.run(`DROP TRIGGER IF EXISTS ${name}`)
}

describe('entries older than 90 days', () => {
  test('of students’ everyday actions become one an account, action and day; those of others stay as they were', async () => {
    for (const day of [0, 1]) {
      for (const actor of [by('ann'), by('ben'), by('admin', 'admin')])
        for (const action of ['user:upvoted:post', 'user:upvoted:post', 'user:created:bookmark'] as const)
          await act(actor, action, day)
      await act(by('ann'), 'user:changed:password', day)
      await act(by('admin', 'admin'), 'admin:banned:post', day)
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
    expect(verifyChain(db).broken).toBeUndefined()
  })

  test('stay while they are younger, and the newest entry always', async () => {
    await act(by('ann'))
    await act(by('ann'))
    expect(await thin(90)).toBe(0)
    // The second is the newest, until the first thinning adds its checkpoint.
    expect(await thin(91)).toBe(2)
    expect(facts().map(({ action }) => action)).toEqual(['user:upvoted:post', 'quad:thinned:log', 'quad:thinned:log'])
    expect(facts()[0]?.metadata).toBe('{"count":2}')
    expect(verifyChain(db).broken).toBeUndefined()
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
    for (const head of heads) {
      const { headFound, broken } = verifyChain(db, { head })
      expect([headFound, broken]).toEqual([true, undefined])
    }
  })

  test('of a day that takes several batches still become one, with the number of all', async () => {
    for (let n = 0; n < 2_500; n++) await act(by(`student ${n % 20}`), 'user:upvoted:post')
    await act(by('admin', 'admin'), 'admin:banned:post')
    const { entries } = auditHead(db)
    expect(await thin(91)).toBe(13)
    const left = facts().filter(({ action }) => action === 'user:upvoted:post')
    expect(left.map(({ metadata }) => metadata)).toEqual(Array(20).fill('{"count":125}'))
    expect(verifyChain(db)).toMatchObject({ entries: 34, broken: undefined })
    expect(auditHead(db).entries).toBe(entries + 13)
  })

  test('are not thinned when one was tampered with: it must not become proven', async () => {
    for (let n = 0; n < 6; n++) await act(by('ann'))
    db.sqlite.run('INSERT INTO audit_rewriting VALUES (3, 3)')
    db.sqlite.run("UPDATE audit_log SET entity_id = 'another' WHERE rowid = 3")
    db.sqlite.run('DELETE FROM audit_rewriting')
    expect(thin(91)).rejects.toThrow('broken at the entry')
    expect(rows()).toHaveLength(6)
    expect(verifyChain(db).broken?.id).toBe(rows()[2]?.id as string)
  })

  test('a head that was noted at the end of a span is still found', async () => {
    for (let n = 0; n < 4; n++) await act(by('ann'))
    const { head } = auditHead(db)
    await act(by('admin', 'admin'), 'admin:banned:post')
    await thin(91)
    expect(verifyChain(db, { head: head ?? '' })).toMatchObject({ headFound: true, broken: undefined })
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
          expect(verifyChain(db).broken).toBeUndefined()
          for (const newest of [1, 3, 10]) expect(verifyChain(db, { newest }).broken).toBeUndefined()
        }),
      ),
      { numRuns: 40 },
    )
  })

  const TAMPERINGS: Record<string, (number: number) => void> = {
    'an entry was removed': (number) => db.sqlite.run('DELETE FROM audit_log WHERE rowid = ?', [number]),
    'its account was changed': (number) =>
      db.sqlite.run("UPDATE audit_log SET actor_id = 'else' WHERE rowid = ?", [number]),
    'its number was changed': (number) =>
      db.sqlite.run(`UPDATE audit_log SET metadata = '{"count":77}' WHERE rowid = ?`, [number]),
    'it was hidden or shown': (number) =>
      db.sqlite.run('UPDATE audit_log SET is_listed = 1 - is_listed WHERE rowid = ?', [number]),
    'it was changed and its hash made anew': (number) => {
      const entry = rows().find((each) => each.number === number) as NumberedEntry
      const previous = rows().findLast((each) => each.number < number)?.hash ?? null
      const forged = { ...entry, actorId: 'else' }
      db.sqlite.run("UPDATE audit_log SET actor_id = 'else', hash = ? WHERE rowid = ?", [
        entryHash(previous, forged),
        number,
      ])
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
    await act(by('admin', 'admin'), 'admin:banned:post')
    await thin(91)
    disarm()
    let previous: string | null = null
    for (const entry of rows().slice(0, 4)) {
      const forged: NumberedEntry = { ...entry, metadata: '{"count":9}' }
      previous = entryHash(previous, forged)
      db.sqlite.run('UPDATE audit_log SET metadata = ?, hash = ? WHERE rowid = ?', [
        '{"count":9}',
        previous,
        entry.number,
      ])
    }
    expect(verifyChain(db).broken).toMatchObject({ action: 'quad:thinned:log' })
  })

  test('is append-only again for everybody', async () => {
    for (let n = 0; n < 4; n++) await act(by('ann'))
    await act(by('admin', 'admin'), 'admin:banned:post')
    await thin(91)
    expect(() => db.sqlite.run('DELETE FROM audit_log WHERE rowid = 1')).toThrow('append-only')
    expect(() => db.sqlite.run("UPDATE audit_log SET metadata = '{}' WHERE rowid = 1")).toThrow('append-only')
  })
})

describe('an account that does more in a day than it has entries for', () => {
  const beyond = (actor = 'ann') => countBeyond(db, actor, new Date().toISOString())

  test('fills 200, and the last one counts the rest', async () => {
    for (let n = 0; n < 260; n++) await act(by('ann'))
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY)
    expect(rows().at(-1)).toMatchObject({ action: 'user:exceeded:limit', actorId: 'ann' })
    expect(beyond()).toBe(61)
    await act(by('ann'), 'user:upvoted:post', 1)
    expect(rows().at(-1)).toMatchObject({ action: 'user:upvoted:post' })
    expect(verifyChain(db).broken).toBeUndefined()
  })

  test('keeps entries of its password; others, and administrators, are counted for themselves', async () => {
    for (let n = 0; n < 220; n++) await act(by('ann'))
    await act(by('ann'), 'user:changed:password')
    expect(rows().at(-1)).toMatchObject({ action: 'user:changed:password' })
    await act(by('ben'))
    expect(rows().at(-1)).toMatchObject({ actorId: 'ben' })
    for (let n = 0; n < 250; n++) await act(by('admin', 'admin'), 'admin:banned:post')
    expect(rows().filter(({ actorId }) => actorId === 'admin')).toHaveLength(250)
  })

  test('gains nothing by what is rolled back, nor loses', async () => {
    for (let n = 0; n < 150; n++) await act(by('cat'))
    for (let n = 0; n < 300; n++) {
      db.sqlite.run('SAVEPOINT undone')
      await act(by('cat'))
      db.sqlite.run('ROLLBACK TO undone')
    }
    for (let n = 0; n < 100; n++) await act(by('cat'))
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY)
    expect(beyond('cat')).toBe(51)
  })

  test('has its number in the chain when the day is over', async () => {
    for (let n = 0; n < 260; n++) await act(by('ann'))
    await closeDays(tx(), START + 1.5 * DAY_MS)
    expect(rows()).toHaveLength(MAX_ENTRIES_A_DAY)
    for (const _ of [1, 2]) await closeDays(tx(), START + 2.5 * DAY_MS)
    expect(rows().slice(MAX_ENTRIES_A_DAY)).toMatchObject([{ action: 'quad:counted:limit' }])
    expect(verifyChain(db).broken).toBeUndefined()
    expect(() => db.sqlite.run('UPDATE audit_overflow SET count = 1')).toThrow('append-only')
    expect(() => db.sqlite.run('DELETE FROM audit_overflow')).toThrow('append-only')
    await thin(95)
    expect(verifyChain(db).broken).toBeUndefined()
    disarm()
    db.sqlite.run('UPDATE audit_overflow SET count = 62')
    expect(verifyChain(db).broken).toMatchObject({ action: 'quad:counted:limit' })
  })
})

describe('the log of an earlier version', () => {
  /** As that version wrote it: an attempt that names the account, and the request that it came with. */
  async function written(): Promise<void> {
    await act(by('admin', 'admin'), 'admin:banned:post')
    await auditAttempt(tx(), origin, { action: 'user:failed:login', subject: null, status: 'failure' })
    await act(by('ann'))
    await auditAttempt(tx(), origin, { action: 'user:reused:refresh-token', subject: null })
    await act(by('admin', 'admin'), 'admin:searched:address')
    await act(by('ben'))
    db.sqlite.run('INSERT INTO audit_rewriting VALUES (1, 100)')
    db.sqlite.run("UPDATE audit_log SET entity_id = 'ann', request_id = 'request' WHERE rowid IN (2, 4)")
    db.sqlite.run(`UPDATE audit_log SET metadata = '{"userId":"ann"}' WHERE rowid = 4`)
    let previous: string | null = null
    for (const entry of rows()) {
      previous = entryHash(previous, entry)
      db.sqlite.run('UPDATE audit_log SET hash = ? WHERE rowid = ?', [previous, entry.number])
    }
    db.sqlite.run('DELETE FROM audit_rewriting')
  }

  test('names nobody any more that an attempt or a search aimed at, and still verifies', async () => {
    await written()
    expect(verifyChain(db)).toMatchObject({ entries: 6, broken: undefined })
    const { head } = auditHead(db)
    expect(await scrubAttempts(tx())).toBe(3)
    const [ban, failure, vote, reuse, search, another, note] = rows()
    for (const attempt of [failure, reuse])
      expect(attempt).toMatchObject({ entityId: null, actorId: null, requestId: null })
    expect(reuse?.metadata).toBeNull()
    expect(search).toMatchObject({ entityId: null, actorId: 'admin', requestId: 'request' })
    expect([ban?.entityId, vote?.actorId, another?.actorId]).toEqual([expect.stringContaining('post'), 'ann', 'ben'])
    expect(JSON.parse(note?.metadata ?? '{}')).toEqual({ first: 2, last: 6, head, isProven: true })
    expect(verifyChain(db)).toMatchObject({ entries: 7, broken: undefined })
    expect(await scrubAttempts(tx())).toBe(0)
    expect(rows()).toHaveLength(7)
    expect(() => db.sqlite.run('DELETE FROM audit_log WHERE rowid = 2')).toThrow('append-only')
  })

  test('stays broken where it was tampered with, and names nobody either', async () => {
    await written()
    db.sqlite.run('INSERT INTO audit_rewriting VALUES (3, 3)')
    db.sqlite.run("UPDATE audit_log SET actor_id = 'else' WHERE rowid = 3")
    db.sqlite.run('DELETE FROM audit_rewriting')
    await scrubAttempts(tx())
    expect(rows()[1]).toMatchObject({ entityId: null, requestId: null })
    expect(verifyChain(db).broken).toBeDefined()
    expect(JSON.parse(rows().at(-1)?.metadata ?? '{}')).toMatchObject({ isProven: false })
  })

  test('of operators and of Quad is left alone', async () => {
    await audit(tx(), systemActor('cli'), { action: 'operator:changed:role', entityType: 'user', entityId: 'ann' })
    expect(await scrubAttempts(tx())).toBe(0)
  })
})
