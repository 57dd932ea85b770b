import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atFirstUse } from '../../config/lazy'
import { log } from '../log'
import { MailFailure } from './errors'
import { type Mail, message, type Transport } from './message'
import { nodemailer } from './nodemailer'

type Outbox = {
  directory: string
  from: string
  /** Shows the text to somebody who tries Quad out on a machine of their own. */
  show?: ((mail: Mail) => void) | undefined
}

/** Writes each mail to a file of its own, complete with every header, where no mail server is configured. */
export function outboxTransport({ directory, from, show }: Outbox): Transport {
  const composer = atFirstUse(() =>
    nodemailer().createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    async send(mail) {
      const composed = await composer().sendMail(message(mail, from))
      const name = fileName()
      await written(async () => {
        await openDirectory(directory)
        await writeWhole(directory, name, composed.message as Buffer)
      })
      log.info({ file: name }, 'mail written to the outbox')
      show?.(mail)
      return { messageId: composed.messageId }
    },
    async verify() {
      await written(() => openDirectory(directory))
    },
  }
}

/** In order of time, with nothing of the mail in it. */
function fileName() {
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  return `${time}-${crypto.randomUUID().slice(0, 8)}.eml`
}

async function openDirectory(directory: string) {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await access(directory, constants.W_OK | constants.X_OK)
}

/** Nobody who lists the folder sees half a mail. */
async function writeWhole(directory: string, name: string, content: Buffer) {
  const unfinished = join(directory, `.${name}.part`)
  await writeFile(unfinished, content, { mode: 0o600, flag: 'wx' })
  await rename(unfinished, join(directory, name))
}

async function written(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    throw new MailFailure(`The outbox cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
}
