import { Database } from 'bun:sqlite'
import { existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'

// Stands in for `litestream restore -f` where that is not installed: every `interval` it brings a copy of a database to
// what the database has then, as Litestream does. First the database as it is; later the pages that changed, past SQLite
// and under SQLite's exclusive lock, with a header that names no log. It goes on with a copy that has the note beside it,
// and with no other database; the file that it has opened it keeps. `bun carry-pages.ts FROM TO INTERVAL`

const PAGE = 4096

const [, , from = '', to = '', interval = '100'] = process.argv
const source = new Database(from, { readonly: true })
let carried: Buffer = Buffer.alloc(0)
let target: { lock: Database; descriptor: number } | undefined
let number = 0

if (existsSync(to)) {
  readFileSync(`${to}-txid`)
  open()
}

function open() {
  target ??= { lock: new Database(to, { readwrite: true }), descriptor: openSync(to, 'r+') }
  return target
}

function write(pages: Buffer) {
  const target = open()
  // In log mode the lock keeps out nobody who reads the file without one.
  writeSync(target.descriptor, Buffer.alloc(2, 1), 0, 2, 18)
  target.lock.run('PRAGMA busy_timeout = 5000')
  target.lock.run('BEGIN EXCLUSIVE')
  for (let at = 0; at < pages.length; at += PAGE) {
    const page = pages.subarray(at, at + PAGE)
    if (page.equals(carried.subarray(at, at + PAGE))) continue
    const written = Buffer.from(page)
    if (at === 0) {
      written.fill(1, 18, 20)
      crypto.getRandomValues(written.subarray(24, 28))
    }
    writeSync(target.descriptor, written, 0, PAGE, at)
  }
  target.lock.run('ROLLBACK')
}

for (;;) {
  const pages = Buffer.from(source.serialize())
  if (!pages.equals(carried)) {
    if (carried.length === 0 && !existsSync(to)) {
      writeFileSync(`${to}.tmp`, pages)
      renameSync(`${to}.tmp`, to)
      open()
    } else write(pages)
    carried = pages
    writeFileSync(`${to}-txid.tmp`, String(++number).padStart(16, '0'))
    renameSync(`${to}-txid.tmp`, `${to}-txid`)
  }
  await Bun.sleep(Number(interval))
}
