import { existsSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand } from 'citty'
import { openReadOnly } from '../../db/connection'
import { acquireLock } from '../../db/lock'
import { config } from '../config'
import { auditHead } from '../ground/audit/chain'
import { placeOf, verifyChain } from '../ground/audit/verify'
import { firstDamage } from '../keeping/backups/make'
import { missingKeyAdvice, missingKeys } from '../keeping/maintenance/required-keys'
import { databaseFile, finishRestore, makeDataDirectory } from '../lib/files/data-directory'
import { isSwapUnderWay, STAGING, swapData } from '../lib/files/data-swap'
import { syncFile } from '../lib/files/durable-files'
import {
  type Claims,
  endClaiming,
  readClaiming,
  readTerm,
  type Term,
  writeClaiming,
  writeTerm,
} from '../lib/primary/claims'
import { configuredClaims, newTerm } from '../lib/primary/standing'
import { needed, option } from './args'
import { type Answer, CommandFailed } from './run'

export const takeover = defineCommand({
  args: {
    config: needed("Litestream's configuration", 'FILE'),
    litestream: { ...option('The program of Litestream', 'PROGRAM'), default: 'litestream' },
    from: option('The term whose replica is taken; the newest one if it is not given', 'TERM'),
  },
  async run({ args }): Promise<Answer> {
    requireOwner()
    makeDataDirectory()
    const staging = join(config.dataDir, STAGING)
    using held = new DisposableStack()
    held.defer(acquireLock(config.dataDir))
    // What a start still has to bring into place stays.
    held.defer(() => isSwapUnderWay(config.dataDir) || rmSync(staging, { recursive: true, force: true }))
    finishRestore()
    rmSync(staging, { recursive: true, force: true })
    mkdirSync(staging, { mode: 0o700 })
    const claims = configuredClaims()
    const next = claims && (await nextTerm(claims, args.from))
    const restore = (...options: string[]) => litestream(args, next?.from, ...options)
    // Nothing is claimed unless there is something to go on with.
    restore('-dry-run', '-o', join(staging, 'none.db'))
    requireRoom()
    if (claims && next) await claim(claims, next)
    const restored = join(staging, 'quad.db')
    // After the claim: whatever was answered as replicated before is in it.
    restore('-o', restored)
    if (!existsSync(restored)) throw new CommandFailed('Litestream restored nothing.')
    const { entries, head, keys } = prove(restored)
    syncFile(restored)
    if (next) writeTerm(staging, next)
    const aside = swapData(config.dataDir, 'takeover')
    endClaiming(config.dataDir)
    return {
      data: { entries, auditHead: head, aside: aside ?? null, term: next?.term ?? null },
      text: [
        `The database of the replica is in place: whole, with ${entries} audit entries. audit head ${head ?? '(none)'}`,
        ...(aside === undefined ? [] : [`The former one is in ${aside}; remove it when you miss nothing.`]),
        ...keys.map((advice) => `Before the start: ${advice}`),
        next
          ? `This is the primary of term ${next.term}: a former one takes no writes any more. Start Quad, then Litestream with QUAD_TERM=${next.term} (DATA_DIR/term.env).`
          : 'Make sure that Quad runs nowhere else, because PRIMARY_CLAIMS is not set, and start it here.',
        'Pictures are in uploads/ and pictures/, which Litestream does not copy.',
      ],
    }
  },
})

type Next = Term & { from: number; isClaimed: boolean }

/** The term after the newest one, or the one that a takeover here has claimed and not begun. */
async function nextTerm(claims: Claims, from: string | undefined): Promise<Next> {
  const terms = await claims.since(1)
  const newest = terms.at(-1)
  if (newest === undefined)
    throw new CommandFailed('PRIMARY_CLAIMS has no claim yet: start the primary with it, and take over after that.')
  const claiming = readClaiming(config.dataDir)
  const isUnfinished = claiming?.term === newest && readTerm(config.dataDir)?.term !== newest
  const isOwn = isUnfinished && (await claims.read(newest)).token === claiming.token
  const former = isOwn ? terms.at(-2) : newest
  const chosen = from === undefined ? former : terms.find((term) => String(term) === from)
  if (chosen === undefined) throw new CommandFailed(`Nobody has claimed term ${from ?? newest - 1}.`, 2)
  return { ...(isOwn ? claiming : newTerm(newest + 1)), from: chosen, isClaimed: isOwn }
}

/** @throws CommandFailed if another machine was faster */
async function claim(claims: Claims, { term, token, isClaimed }: Next): Promise<void> {
  if (isClaimed) return
  writeClaiming(config.dataDir, { term, token })
  if (!(await claims.make({ term, token, at: new Date().toISOString() })))
    throw new CommandFailed(`Another server has just claimed term ${term}: it takes over, and this one does not.`)
}

/** What root makes in another user's directory, that one cannot open. After the claim it would leave no primary. */
function requireOwner(): void {
  const owner = statSync(config.dataDir, { throwIfNoEntry: false })?.uid ?? 0
  if (process.getuid?.() === 0 && owner !== 0)
    throw new CommandFailed(
      `${config.dataDir} belongs to user ${owner}, who could not open what root makes there. Nothing was claimed or changed; run this as that user: sudo -u '#${owner}' …`,
    )
}

/** The replica is restored beside the former database. Without room after the claim there would be no primary. */
function requireRoom(): void {
  const { bavail, bsize } = statfsSync(config.dataDir)
  const [free, needed] = [bavail * bsize, statSync(databaseFile(), { throwIfNoEntry: false })?.size ?? 0]
  if (free < needed)
    throw new CommandFailed(
      `The replica needs about ${megabytes(needed)} beside the database that is here, and ${megabytes(free)} are free in ${config.dataDir}. Free some, or move quad.db away; nothing was claimed, and the data is as it was.`,
    )
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`

function litestream(args: { litestream: string; config: string }, from: number | undefined, ...options: string[]) {
  const { exitCode, stderr } = Bun.spawnSync(
    [args.litestream, 'restore', '-config', args.config, ...options, databaseFile()],
    {
      env: { ...process.env, ...(from === undefined ? {} : { QUAD_TERM: String(from) }) },
      stdout: 'ignore',
      stderr: 'pipe',
    },
  )
  if (exitCode !== 0)
    throw new CommandFailed(`Litestream restored nothing; the data is as it was. It said: ${stderr.toString().trim()}`)
}

/** @throws CommandFailed if the database is damaged, or its audit log was changed */
function prove(file: string): { entries: number; head: string | null; keys: string[] } {
  using db = openReadOnly(file)
  const damage = firstDamage(db.sqlite)
  if (damage !== undefined) throw new CommandFailed(`The replica is damaged, and the data is as it was: ${damage}`)
  const { broken } = verifyChain(db)
  if (broken !== undefined) throw new CommandFailed(`The audit log of the replica is broken at ${placeOf(broken)}.`)
  const { head, entries } = auditHead(db)
  return { head, entries, keys: missingKeys(db.sqlite).map(missingKeyAdvice) }
}
