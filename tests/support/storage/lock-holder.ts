// Holds the lock of the directory given until it is killed.
import { acquireLock } from '../../../db/lock'

acquireLock(process.argv[2] ?? '')
console.log('locked')
setInterval(() => undefined, 60_000)
