import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { select } from '../../support/content'
import { student, useQuad } from '../../support/kit'

const INSERT_SESSION = 'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)'

await useQuad()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const ids = (text: string) => select(text).map(({ id }) => id)

test('what has had its time goes, and nothing else', async () => {
  const { id } = await student({ onboard: false })
  const [authId = ''] = ids(`SELECT auth_id AS id FROM users WHERE id = '${id}'`)
  const [old, late, future] = [daysAgo(2), daysAgo(0.5), daysAgo(-2)]
  await storage.write(async ({ sqlite }) => {
    sqlite.run('DELETE FROM pending_signups')
    for (const [name, at] of Object.entries({ old, late, future })) {
      sqlite.run(INSERT_SESSION, [name, id, old, old, at])
      sqlite.run(
        `INSERT INTO pending_signups (id, token_hash, email_indexes, email_sealed, email_domain, created_at, expires_at)
        VALUES (?, ?, ?, '', '', ?, ?)`,
        [name, name, name, old, at],
      )
      sqlite.run('INSERT INTO login_codes (email_key, expires_at, sent_at) VALUES (?, ?, ?)', [name, at, old])
      sqlite.run('INSERT INTO password_resets VALUES (?, ?, ?, ?)', [name, authId, at, old])
      sqlite.run("INSERT INTO retained_sanctions VALUES (?, ?, 'suspension', '', ?, ?)", [name, name, at, old])
    }
    sqlite.run("INSERT INTO retained_sanctions VALUES ('block', 'block', 'block', '', NULL, ?)", [daysAgo(900)])
  })
  await runMaintenance()
  expect(ids("SELECT id FROM sessions WHERE id IN ('old', 'late', 'future')")).toEqual(['future'])
  expect(ids('SELECT id FROM pending_signups ORDER BY id')).toEqual(['future', 'late'])
  expect(ids('SELECT email_key AS id FROM login_codes ORDER BY 1')).toEqual(['future', 'late'])
  expect(ids('SELECT token_hash AS id FROM password_resets ORDER BY 1')).toEqual(['future', 'late'])
  expect(ids('SELECT key AS id FROM retained_sanctions ORDER BY 1')).toEqual(['block', 'future', 'late'])
})

test('a file that a crash left among the pictures goes after a day; what a college shows stays', async () => {
  const folder = join(config.dataDir, 'uploads')
  mkdirSync(folder, { recursive: true })
  const name = (letter: string) => `${letter.repeat(64)}.png`
  const part = (end: string) => `.01890a5d-ac96-774b-bcce-b302099a80${end}.part`
  const put = (file: string, days: number) => {
    writeFileSync(join(folder, file), file)
    utimesSync(join(folder, file), new Date(daysAgo(days)), new Date(daysAgo(days)))
  }
  for (const [letter, days] of [
    ['a', 2],
    ['b', 2],
    ['c', 0.5],
  ] as const)
    put(name(letter), days)
  put(part('57'), 2)
  put(part('58'), 0.5)
  put('README', 2)
  await storage.write(async ({ sqlite }) => {
    sqlite.run('UPDATE colleges SET profile = ?', [`https://former.example/uploads/${name('a')}`])
  })
  await runMaintenance()
  const own = ['a', 'b', 'c'].map(name).concat(part('57'), part('58'), 'README')
  const left = readdirSync(folder).filter((file) => own.includes(file))
  expect(left.sort()).toEqual([part('58'), 'README', name('a'), name('c')])
})
