import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// What Quad asks of Litestream 0.5.18, in a program of its own that is everywhere: `replicate` with a control socket, and
// `restore`. It copies the whole database each time. That the real one does the same, tests show where it is installed.

const [command = '', ...args] = process.argv.slice(2)
const option = (name: string) => args[args.indexOf(name) + 1] ?? ''

type Settings = { socket?: { path: string }; dbs: { path: string; replica: { path: string } }[] }
const text = readFileSync(option('-config'), 'utf8').replace(/\$\{(\w+)\}/g, (_, name) => process.env[name] ?? '')
const { socket, dbs } = Bun.YAML.parse(text) as Settings
const [{ path, replica }] = dbs as [Settings['dbs'][number]]
const copy = join(replica.path, 'copy.db')

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

let copies = 0

/** As a transaction of the real one: on return it is at the replica. A file `away` there keeps it from coming. */
function replicate() {
  const unfinished = `${copy}.unfinished`
  if (existsSync(join(replica.path, '../away'))) throw new Error('the replica is away')
  mkdirSync(replica.path, { recursive: true })
  rmSync(unfinished, { force: true })
  const database = new Database(path, { readonly: true })
  try {
    database.run('PRAGMA busy_timeout = 1000')
    database.run('VACUUM INTO ?', [unfinished])
  } finally {
    database.close()
  }
  renameSync(unfinished, copy)
  return ++copies
}

if (command === 'restore') {
  if (!existsSync(copy)) fail('no matching backup files available')
  if (!args.includes('-dry-run')) copyFileSync(copy, option('-o'))
} else if (command === 'replicate') {
  setInterval(() => {
    try {
      replicate()
    } catch {
      // Until the next time.
    }
  }, 1000)
  if (socket !== undefined) {
    rmSync(socket.path, { force: true })
    Bun.serve({
      unix: socket.path,
      routes: {
        '/sync': {
          POST: async (request) => {
            const asked = (await request.json()) as { path: string }
            if (asked.path !== path) return Response.json({ error: 'database not found' }, { status: 404 })
            try {
              const txid = replicate()
              return Response.json({ status: 'synced', path, txid, replicated_txid: txid })
            } catch (error) {
              return Response.json({ error: `sync database: ${error}` }, { status: 500 })
            }
          },
        },
      },
    })
  }
  writeFileSync(`${option('-config')}.ready`, '')
} else fail(`no command ${command}`)
