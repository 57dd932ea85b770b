// A server as small as one can be over the storage: a POST writes its body as one row and answers with it.
// server.ts <file> <migrations> <full | normal> <honest | hasty>; a hasty one answers before the commit.
// It says its port on stdout and ends when stdin does.
import { sqlStatement, TEXT } from '../../../db/statement'
import { storage } from '../../../db/storage'

const [file = '', migrations = '', synchronous, manner] = process.argv.slice(2)

const insert = sqlStatement('INSERT INTO entry (id) VALUES ($id)', { params: { id: TEXT } })

await storage.open({ file, migrations, synchronous: synchronous === 'normal' ? 'normal' : 'full' })

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const id = await request.text()
    const written = storage.write(async (tx) => insert(tx).run({ id }))
    if (manner !== 'hasty') await written
    return new Response(id, { status: 201 })
  },
})
console.log(server.port)

await Bun.stdin.text()
await server.stop(true)
await storage.close()
