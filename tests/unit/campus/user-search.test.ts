import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Storage } from '../../../db/storage'
import { searchUsers } from '../../../src/campus/accounts/search-users'
import { putNameInSearch, takeNameOutOfSearch } from '../../../src/ground/names/searched-names'
import { temporaryFolder } from '../../support/operator'
import { planOf } from '../../support/plans'

const { path: directory, remove } = temporaryFolder()
const storage = new Storage()
const NOW = '2026-01-01T00:00:00.000Z'

beforeAll(async () => {
  await storage.open({ file: join(directory, 'quad.db'), synchronous: 'normal', checkpointer: false })
  await run(
    `INSERT INTO colleges (id, name, email_domain, city, state, profile, created_at, updated_at)
     VALUES ('college', 'Campus University', 'campus.edu', 'Springfield', 'Oregon', NULL, '${NOW}', '${NOW}')`,
  )
})
afterAll(async () => {
  await storage.close()
  remove()
})
beforeEach(async () => {
  await everybodyLeaves()
})

const run = (text: string, ...values: string[]) => storage.write(async (tx) => tx.sqlite.run(text, values))

/** Users whose ids are their names. */
async function people(...names: string[]): Promise<void> {
  await storage.write(async (tx) => {
    for (const name of names) {
      tx.sqlite.run(
        'INSERT INTO identities (id, email_index, email_sealed, created_at, updated_at) VALUES (?1, ?1, ?1, ?2, ?2)',
        [name, NOW],
      )
      tx.sqlite.run(
        `INSERT INTO users (id, auth_id, username, college_id, status, branch, verified_at, created_at, updated_at)
         VALUES (?1, ?1, ?1, ?2, 'ACTIVE', 'CSE', ?3, ?3, ?3)`,
        [name, 'college', NOW],
      )
      putNameInSearch(tx, { id: name, username: name })
    }
    tx.sqlite.run('INSERT INTO user_stats (user) SELECT key FROM users WHERE key NOT IN (SELECT user FROM user_stats)')
  })
}
const everybodyLeaves = () =>
  storage.write(async (tx) => {
    for (const { id } of tx.sqlite.query<{ id: string }, []>('SELECT id FROM users').all()) takeNameOutOfSearch(tx, id)
    tx.sqlite.run('DELETE FROM users')
    tx.sqlite.run('DELETE FROM identities')
  })
const block = (blocker: string, blocked: string) =>
  run('INSERT INTO user_blocks VALUES (?, ?, ?)', blocker, blocked, NOW)
const found = async (text: string, viewer = 'nobody') =>
  (await searchUsers(storage.reader, viewer, text)).map(({ username }) => username)

describe('what is found', () => {
  test('what begins with it, in order, before what contains it', async () => {
    await people('brave-otter-1001', 'otterly-calm-1002', 'otter-fond-1003', 'lazy-fox-1004')
    expect(await found('otter')).toEqual(['otter-fond-1003', 'otterly-calm-1002', 'brave-otter-1001'])
  })
  test('a name is found once, though it contains the text several times', async () => {
    await people('bobob-bob-1001', 'a-bobob-bob-1002')
    expect(await found('bob')).toEqual(['bobob-bob-1001', 'a-bobob-bob-1002'])
    expect(await found('bo')).toEqual(['bobob-bob-1001', 'a-bobob-bob-1002'])
  })
  test('in any case, whichever way round', async () => {
    await people('Quiet-Otter-1001', 'brave-fox-1002')
    for (const text of ['quiet', 'QUIET', 'tt', 'OTT', 'qUi', '-o', 'Qu'])
      expect(await found(text)).toEqual(['Quiet-Otter-1001'])
  })
  test.each(['  otter ', ...'qu et -o 01 qui tter ter-1001 quiet-otter-1001'.split(' ')])(
    'by %p, wherever it stands',
    async (text) => {
      await people('quiet-otter-1001', 'zzz')
      expect(await found(text)).toEqual(['quiet-otter-1001'])
    },
  )
  test.each([...'x q 1 - xq to ottre otter-quiet 1001- r-q'.split(' '), ...['', '  ', ' u ', '1 ', 'quiet otter']])(
    'not by %p',
    async (text) => {
      await people('quiet-otter-4822')
      expect(await found(text)).toEqual([])
    },
  )
  test.each(['am', 'amb'])('ten at most by %p, filled up from the middle of names', async (text) => {
    await people(
      ...Array.from({ length: 6 }, (_, n) => `amber-fox-${1000 + n}`),
      ...Array.from({ length: 30 }, (_, n) => `lamb-${1000 + n}`),
    )
    const names = await found(text)
    expect(names).toHaveLength(10)
    expect(names.slice(0, 6).every((name) => name.startsWith('amber'))).toBe(true)
    expect(new Set(names).size).toBe(10)
  })
})

test('nobody who has not finished onboarding, at the front or in the middle', async () => {
  await people('otter-1001', 'an-otter-1002')
  await run("UPDATE users SET status = 'ONBOARDING'")
  for (const text of ['otter', 'ot', 'tt', 'tter']) expect(await found(text)).toEqual([])
  await run("UPDATE users SET status = 'ACTIVE'")
  for (const text of ['otter', 'ot']) expect(await found(text)).toEqual(['otter-1001', 'an-otter-1002'])
})

test('which of many are found does not tell who joined first', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `an-otter-${1000 + n}`)
  await people(...names)
  for (const text of ['otter', 'tt']) {
    const shown = await found(text)
    expect(shown).toHaveLength(10)
    expect(shown).toEqual(shown.toSorted())
    expect(shown).not.toEqual(names.slice(0, 10))
  }
})

describe('what means something elsewhere is a letter here', () => {
  test.each([
    "' OR 1=1--",
    'otter OR fox',
    'otter AND',
    'NEAR(otter fox)',
    '\\',
    'a\0b',
    '\0',
    'ott\0',
    '\u{10FFFF}',
    '\uD800',
    'o\u0301tter',
    ...`% _ * %%% ___ *** " """ ''' otter* name:otter ^otter ( {name}:x éé İIıi 🦦🦦🦦`.split(' '),
    '-- '.repeat(5),
  ])('%p finds nobody and breaks nothing', async (text) => {
    await people('quiet-otter-1001', 'brave-fox-1002')
    expect(await found(text)).toEqual([])
  })
  test('a text longer than any name finds nobody', async () => {
    await people('a'.repeat(80))
    expect(await found('a'.repeat(64))).toHaveLength(1)
    expect(await found('a'.repeat(65))).toEqual([])
  })
})

describe('block relations', () => {
  test('neither whom one blocked nor who blocked one, at the front or in the middle', async () => {
    await people(
      ...'viewer otter-blocked otter-blocker an-otter-blocked an-otter-blocker otter-other an-otter-other'.split(' '),
    )
    for (const kind of ['otter', 'an-otter']) {
      await block('viewer', `${kind}-blocked`)
      await block(`${kind}-blocker`, 'viewer')
    }
    for (const text of ['otter', 'ot']) {
      expect(await found(text, 'viewer')).toEqual(['otter-other', 'an-otter-other'])
      expect(await found(text, 'somebody-else')).toHaveLength(6)
    }
  })
  test('ten are found although the first ones are blocked', async () => {
    const names = Array.from({ length: 14 }, (_, n) => `otter-${1000 + n}`)
    await people('viewer', ...names)
    for (const name of names.slice(0, 4)) await block('viewer', name)
    expect(await found('otter', 'viewer')).toEqual(names.slice(4))
    expect(await found('tt', 'viewer')).toEqual(names.slice(4))
  })
})

describe('the index follows the users', () => {
  test('a new name is found at once, an old one no more', async () => {
    await people('quiet-otter-1001')
    const [id, username] = ['quiet-otter-1001', 'Brave-Heron-1002']
    await run('UPDATE users SET username = ? WHERE id = ?', username, id)
    await storage.write(async (tx) => putNameInSearch(tx, { id, username }))
    for (const text of ['quiet', 'otter', 'ott', 'tt', 'qu']) expect(await found(text)).toEqual([])
    for (const text of ['brave', 'heron', 'ron', 'on', 'br']) expect(await found(text)).toEqual(['Brave-Heron-1002'])
  })
  test('a user who has gone leaves nothing, nor does the next one inherit anything', async () => {
    await people('quiet-otter-1001')
    await everybodyLeaves()
    const left = (table: string) =>
      storage.reader.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n
    expect([left('user_names'), left('user_name_trigram_list')]).toEqual([0, 0])
    await people('brave-heron-1002')
    for (const text of ['otter', 'tt', 'qu']) expect(await found(text)).toEqual([])
    await run("INSERT INTO user_name_trigrams (user_name_trigrams) VALUES ('integrity-check')")
  })
})

test('no search looks at every user', async () => {
  const asked: string[] = []
  const { sqlite, orm } = storage.reader
  const listening = new Proxy(sqlite, {
    get: (target, name) => {
      if (name !== 'prepare') return Reflect.get(target, name)
      return (text: string) => {
        // The check of declared rows prepares it a second time.
        if (!asked.includes(text)) asked.push(text)
        return target.prepare(text)
      }
    },
  })
  for (const text of ['ot', 'otter']) await searchUsers({ sqlite: listening, orm }, 'nobody', text)
  expect(asked).toHaveLength(3)
  for (const text of asked) {
    const [first = '', ...rest] = planOf(sqlite, text).map((step) => step.trim())
    // The trigrams by what is matched, their list by a range of terms; whatever follows, row by row.
    expect(first).toMatch(
      /^SEARCH n USING COVERING INDEX|^SEARCH n USING INDEX|^SCAN t VIRTUAL TABLE INDEX (0:M|[1-9])/,
    )
    expect(rest.filter((detail) => /SCAN|TEMP B-TREE/.test(detail) && detail !== 'SCAN CONSTANT ROW')).toEqual([])
  }
})
