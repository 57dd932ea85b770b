// Takes the lock of the directory given, keeps no reference to it, and ends when stdin does or when killed; with a number
// so many milliseconds after the first byte of stdin.
import { acquireLock } from '../../../db/lock'

acquireLock(process.argv[2] ?? '')
Bun.gc(true)
console.log('locked')
if (process.argv[3] === undefined) await Bun.stdin.text()
else {
  await Bun.stdin.stream().getReader().read()
  await Bun.sleep(Number(process.argv[3]))
}
process.exit()
