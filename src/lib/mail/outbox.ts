import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { atFirstUse } from '../../config/lazy'
import { runEvery } from '../background'
import { writeDurablyAside } from '../durable-files'
import { log } from '../log'
import { MailFailure } from './errors'
import { type Mail, message, type Transport } from './message'
import { nodemailer } from './nodemailer'

type Outbox = {
  directory: string
  from: string
  /** Prints the text for somebody who tries Quad on their own machine. */
  show?: ((mail: Mail) => void) | undefined
}

/** Writes each mail with its headers to its own file, if no mail server is configured. */
export function outboxTransport({ directory, from, show }: Outbox): Transport {
  const composer = atFirstUse(() =>
    nodemailer().createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    async send(mail) {
      const composed = await composer().sendMail(message(mail, from))
      const name = fileName()
      await guardWrite(async () => {
        await openDirectory(directory)
        await writeDurablyAside(join(directory, name), composed.message as Buffer)
      })
      log.info({ file: name }, 'mail written to the outbox')
      show?.(mail)
      return { messageId: composed.messageId, file: `${basename(directory)}/${name}` }
    },
    async verify() {
      await guardWrite(async () => {
        await openDirectory(directory)
        await tryWriting(directory)
      })
    },
  }
}

/** More than any mail of Quad has. */
const MAIL_BYTES = 16 * 1024

const MAX_AGE_MS = 3_600_000
const SWEEP_MS = 300_000

/**
 * Removes mails that are older than an hour, now and while the process runs: they hold addresses and codes. Returns what
 * stops that.
 */
export const startOutboxSweep = (directory: string): (() => Promise<void>) =>
  runEvery(SWEEP_MS, 'removing old mails from the outbox', () => removeOldMails(directory))

function removeOldMails(directory: string): void {
  const names = existsSync(directory) ? readdirSync(directory) : []
  for (const name of names) {
    if (!name.endsWith('.eml') && !name.endsWith('.part')) continue
    const file = join(directory, name)
    const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (writtenAt < Date.now() - MAX_AGE_MS) rmSync(file, { force: true })
  }
}

/** Sorts by time, also within a millisecond, and contains nothing of the mail. */
function fileName() {
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  return `${time}-${Bun.randomUUIDv7()}.eml`
}

async function openDirectory(directory: string) {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await access(directory, constants.W_OK | constants.X_OK)
}

/** A folder that may be written to may still have no room for a mail. */
async function tryWriting(directory: string) {
  const probe = join(directory, `.${crypto.randomUUID()}.part`)
  try {
    await writeFile(probe, new Uint8Array(MAIL_BYTES), { mode: 0o600, flag: 'wx' })
  } finally {
    await rm(probe, { force: true })
  }
}

async function guardWrite(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    throw new MailFailure(`The outbox cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
}
