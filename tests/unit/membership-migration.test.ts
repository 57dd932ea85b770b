import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monthsAfter } from '../../src/lib/coarse-time'

const FOLDER = join(import.meta.dir, '../../db/migrations')

test('an upgrade gives who joined long ago two months and more, and leaves the others as they are', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  files.sort()
  const first = files.findIndex((name) => name.endsWith('_membership.sql'))
  const db = new Database(':memory:', { strict: true })
  const apply = (names: readonly string[]) => {
    for (const name of names)
      for (const text of readFileSync(join(FOLDER, name), 'utf8').split('--> statement-breakpoint'))
        if (text.trim() !== '') db.run(text)
  }
  const now = new Date().toISOString()
  apply(files.slice(0, first))
  db.run(
    "INSERT INTO colleges (id, name, email_domain, city, state, created_at, updated_at) VALUES ('c', 'C', 'c.edu', 'x', 'y', ?1, ?1)",
    [now],
  )
  for (const [id, at] of [
    ['old', '2021-05-09T10:00:00.000Z'],
    ['new', now],
  ] as const) {
    db.run(
      'INSERT INTO identities (id, email_index, email_sealed, created_at, updated_at) VALUES (?1, ?1, ?1, ?2, ?2)',
      [id, at],
    )
    db.run(
      "INSERT INTO users (id, auth_id, username, college_id, branch, status, created_at, updated_at) VALUES (?1, ?1, ?1, 'c', 'CSE', 'ACTIVE', ?2, ?2)",
      [id, at],
    )
  }
  apply(files.slice(first, first + 1))
  const proofs = db.query('SELECT id, verified_at AS at FROM users ORDER BY id').all()
  // Twelve months, and the rest of the month, after it.
  expect(proofs).toEqual([
    { id: 'new', at: monthsAfter(now, 0) },
    { id: 'old', at: monthsAfter(now, -10) },
  ])
})
