// Another program that has the database open: it keeps a read transaction open and makes the log grow by that many MB.
// reader.ts <file> <megabytes>
import { Database } from 'bun:sqlite'

const [file = '', megabytes] = process.argv.slice(2)

const writer = new Database(file)
writer.run('PRAGMA busy_timeout = 5000')
writer.run('CREATE TABLE IF NOT EXISTS of_another_program (content BLOB)')
writer.run('DELETE FROM of_another_program')
writer.run('INSERT INTO of_another_program VALUES (zeroblob(1000000))')
const reader = new Database(file)
reader.run('BEGIN')
reader.query('SELECT count(*) FROM of_another_program').get()
for (let n = 0; n < Number(megabytes); n++) writer.run('UPDATE of_another_program SET content = randomblob(1000000)')
writer.close()
console.log('reading')
await Bun.stdin.text()
// Keeps it from being collected.
reader.close()
