import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand } from 'citty'
import { openReadOnly } from '../../db/connection'
import { acquireLock } from '../../db/lock'
import { config } from '../config'
import { auditHead, isChained } from '../core/audit/chain'
import { verifyChain } from '../core/audit/verify'
import { missingKeyAdvice, missingKeys } from '../core/maintenance/required-keys'
import { databaseFile, finishRestore, makeDataDirectory } from '../lib/data-directory'
import { isSwapUnderWay, STAGING, swapData } from '../lib/data-swap'
import { syncFile } from '../lib/durable-files'
import { type Answer, CommandFailed } from './run'

export const takeover = defineCommand({
  meta: {
    name: 'takeover',
    description:
      'Puts the database that Litestream replicated in place, on a machine that takes over; Quad must be stopped',
  },
  args: {
    config: { type: 'string', required: true, valueHint: 'FILE', description: "Litestream's configuration" },
    litestream: {
      type: 'string',
      default: 'litestream',
      valueHint: 'PROGRAM',
      description: 'The program of Litestream',
    },
  },
  async run({ args }): Promise<Answer> {
    makeDataDirectory()
    const release = acquireLock(config.dataDir)
    const staging = join(config.dataDir, STAGING)
    try {
      finishRestore()
      rmSync(staging, { recursive: true, force: true })
      mkdirSync(staging, { mode: 0o700 })
      const restored = join(staging, 'quad.db')
      const { exitCode, stderr } = Bun.spawnSync(
        [args.litestream, 'restore', '-config', args.config, '-o', restored, databaseFile()],
        { stdout: 'ignore', stderr: 'pipe' },
      )
      if (exitCode !== 0 || !existsSync(restored))
        throw new CommandFailed(`Litestream restored nothing; all is as it was. It said: ${stderr.toString().trim()}`)
      const { entries, head, keys } = prove(restored)
      syncFile(restored)
      const aside = swapData(config.dataDir, 'takeover')
      return {
        data: { entries, auditHead: head, aside: aside ?? null },
        text: [
          `The database of the replica is in place: whole, with ${entries} audit entries. audit head ${head ?? '(none)'}`,
          ...(aside === undefined ? [] : [`The former one is in ${aside}; remove it when you miss nothing.`]),
          ...keys.map((advice) => `Before the start: ${advice}`),
          'Make sure that Quad runs nowhere else, and start it here. Pictures are in uploads/, which Litestream does not copy.',
        ],
      }
    } finally {
      // What a start still has to bring into place stays.
      if (!isSwapUnderWay(config.dataDir)) rmSync(staging, { recursive: true, force: true })
      release()
    }
  },
})

/** @throws CommandFailed if the database is damaged, or its audit log was changed */
function prove(file: string): { entries: number; head: string | null; keys: string[] } {
  const db = openReadOnly(file)
  try {
    const [first] = db.sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').all()
    if (first?.integrity_check !== 'ok')
      throw new CommandFailed(`The replica is damaged, and all is as it was: ${first?.integrity_check}`)
    const { broken } = verifyChain(db)
    if (broken !== undefined) throw new CommandFailed(`The audit log of the replica is broken at ${broken.id}.`)
    const { head, entries } = isChained(db) ? auditHead(db) : { head: null, entries: 0 }
    return { head, entries, keys: missingKeys(db.sqlite).map(missingKeyAdvice) }
  } finally {
    db.sqlite.close()
  }
}
