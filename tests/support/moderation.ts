import { storage } from '../../db/storage'
import { forgetAccount } from '../../src/domain/accounts'
import { imposeSanction } from '../../src/domain/sanctions'
import { putSetting, type Settings } from '../../src/services/settings'
import { type Answer, administrator, type Data, expectData, type Person } from './kit'

export const NOWHERE = '01890a5d-ac96-774b-bcce-b302099a8057'
export const HOUR = 3_600_000
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()
export const refusalOf = ({ status, code }: Answer) => [status, code]

type QueuedMail = { subject: string; text: string; html: string }

/** What is queued for an address, oldest first: nothing sends it in a test. */
export const queuedFor = (email: string): QueuedMail[] =>
  storage.reader.sqlite
    .query<QueuedMail, [string]>('SELECT subject, text, html FROM mail_queue WHERE addressee = ? ORDER BY rowid')
    .all(email)

/** Runs `work` while a mail is switched off. */
export async function withoutMail(name: keyof Settings['mails'], work: () => Promise<void>): Promise<void> {
  const all = { contentRemoved: true, suspended: true, collegeAvailable: true }
  await storage.write((tx) => putSetting(tx, 'mails', { ...all, [name]: false }))
  await work()
  await storage.write((tx) => putSetting(tx, 'mails', all))
}

export const postOf = async ({ visitor }: Person, over: object = {}): Promise<Data> =>
  expectData(await visitor.post('posts', { title: 'A title', content: 'Some words', topic: 'Showcase', ...over }), 201)
    .post

export const commentOn = async ({ visitor }: Person, postId: string, parentCommentId: string | null = null) =>
  expectData(await visitor.post(`comments/post/${postId}`, { content: 'A remark', parentCommentId }), 201)
    .comment as Data

/** Administrators who may not act at present. */
export async function sanctionedModerators(): Promise<{ blocked: Person; suspended: Person }> {
  const [blocked, suspended] = [await administrator(), await administrator('superadmin')]
  await storage.write(async (tx) => {
    await imposeSanction(tx, blocked.id, { kind: 'block', reason: '', endsAt: null }, null)
    await imposeSanction(tx, suspended.id, { kind: 'suspension', reason: 'Rest', endsAt: inHours(1) }, null)
    for (const { id } of [blocked, suspended]) forgetAccount(tx, id)
  })
  return { blocked, suspended }
}
