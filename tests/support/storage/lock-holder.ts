// Takes the lock of the directory given, keeps no reference to it, and ends when stdin does or when killed.
import { acquireLock } from '../../../db/lock'

acquireLock(process.argv[2] ?? '')
Bun.gc(true)
console.log('locked')
await Bun.stdin.text()
