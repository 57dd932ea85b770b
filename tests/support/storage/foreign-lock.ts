// Another process's transaction: takes the lock as told, says so, and ends when stdin does.
// foreign-lock.ts <file> <IMMEDIATE | EXCLUSIVE>
import { Database } from 'bun:sqlite'

const [file = '', lock = 'IMMEDIATE'] = process.argv.slice(2)

const sqlite = new Database(file, { readwrite: true })
sqlite.run(`BEGIN ${lock}`)
console.log('locked')
await Bun.stdin.text()
sqlite.run('ROLLBACK')
sqlite.close()
