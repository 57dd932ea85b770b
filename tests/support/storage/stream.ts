// Writes without pause and says on stdout which writes were acknowledged, until it is killed. stream.ts <file>
// <migrations> <number of this run>
import { writeSync } from 'node:fs'
import { storage } from '../../../db/storage'
import { insertEntry } from './fixture'

const [file = '', migrations = '', run = ''] = process.argv.slice(2)
const writers = 16

// The thread is the dearest part of so short a life; it first looks at the log after more than that.
await storage.open({ file, synchronous: 'full', migrations, checkpointer: Number(run) % 5 === 0 })

async function writeOn(writer: number) {
  for (let n = 0; ; n++) {
    const id = `${run}-${writer}-${n}`
    await storage.write(async (tx) => insertEntry(tx, id))
    writeSync(1, `${id}\n`)
  }
}

await Promise.all(Array.from({ length: writers }, (_, writer) => writeOn(writer)))
