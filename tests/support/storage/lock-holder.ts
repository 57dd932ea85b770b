// Takes the lock of the directory given, keeps no reference to it, and ends when stdin does, when killed, or after the
// milliseconds given.
import { acquireLock } from '../../../db/lock'

acquireLock(process.argv[2] ?? '')
Bun.gc(true)
console.log('locked')
await (process.argv[3] === undefined ? Bun.stdin.text() : Bun.sleep(Number(process.argv[3])))
process.exit()
