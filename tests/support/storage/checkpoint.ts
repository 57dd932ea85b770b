// Moves the log of a database beside whoever has it open, as a command does at its end, and says what is there then.
import { Database } from 'bun:sqlite'

const database = new Database(process.argv[2])
database.run('PRAGMA busy_timeout = 5000')
database.run('PRAGMA wal_checkpoint(TRUNCATE)')
const ids = database.query('SELECT id FROM entry').values().flat()
const integrity = database.query('PRAGMA integrity_check').values()[0]?.[0]
console.log(JSON.stringify({ ids, integrity }))
