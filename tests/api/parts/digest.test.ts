import { describe, expect, setSystemTime, test } from 'bun:test'
import { config } from '../../../src/config'
import { seal } from '../../../src/lib/crypto/sealing'
import { sendDueDigests, unsubscribeToken } from '../../../src/parts/digest/service'
import { publishAliased } from '../../support/aliased'
import { block, execute, judgePost, publish, students } from '../../support/content'
import { later, type Person, student, useCampus, Visitor } from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { mailsTo } from '../../support/traces'

const { ann, ben } = await useCampus()

const DAY = 86_400_000
const turn = (by: Person, isOn: boolean) => by.put('digest', { isOn })
const state = (by: Person) => by.get('digest')
async function aWeekLater() {
  later(7 * DAY - 60_000)
  await sendDueDigests()
  setSystemTime()
}
/** Due now, whatever moment of the week was drawn. */
const makeDue = ({ id }: Person) =>
  execute("UPDATE notification_settings SET digest_due_at = '2026-01-01' WHERE user_id = ?", id)

describe('the digest', () => {
  test('is off until one wants it, comes once a week, and has titles of public posts', async () => {
    const reader = await student()
    const own = 'What I wrote myself'
    expect(await state(reader)).toEqual({ isOn: false, isAvailable: true })
    await aWeekLater()
    const before = mailsTo(reader.email).length
    await turn(reader, true)
    const [shown, hidden, removed] = [
      await publish(ann, { title: 'The library opens at night' }),
      await publish(ann, { title: 'For our college alone', isPrivate: true }),
      await publish(ann, { title: 'Removed by moderators' }),
    ]
    await judgePost(removed.id, 'banned')
    await publish(reader, { title: own })
    await publish(ann, { title: 'Results of the exam' })
    const blocked = await student()
    await publish(blocked, { title: 'From somebody blocked' })
    await block(reader, blocked.id)
    const { alias } = await publishAliased(blocked, { title: 'Lanterns in the library' })
    await reader.put('mutes', { kind: 'word', target: 'exam' })
    await makeDue(reader)
    await sendDueDigests()
    await sendDueDigests()
    const mails = mailsTo(reader.email).slice(before)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(shown.title)
    for (const words of [hidden.title, removed.title, 'the exam', 'somebody blocked', shown.content])
      expect(mails[0]).not.toContain(words)
    // Whoever blocks one account after the other would see whose is missing.
    expect(mails[0]).toContain('Lanterns in the library')
    for (const name of [alias.username, alias.id, blocked.user.username, blocked.id])
      expect(mails[0]).not.toContain(name)
    // What misses one post misses its author's alone, and a mailbox has others who read along.
    expect(mails[0]).toContain(own)
    expect(mails[0]).not.toContain(reader.id)
    expect(mails[0]).not.toContain(reader.user.username)
    expect(mails[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    await turn(reader, false)
    await aWeekLater()
    expect(mailsTo(reader.email).slice(before)).toHaveLength(1)
  })
  test('is switched off by its token alone, without a session, and by no other', async () => {
    const [reader, other] = await students(2)
    for (const each of [reader, other]) await turn(each, true)
    const post = (token: string) =>
      new Visitor().post(`digest/unsubscribe/${token}`, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }))
    const token = unsubscribeToken(reader.id)
    expect(token).not.toContain(reader.id)
    for (const wrong of ['x', seal('digest', other.id), reader.id, `${token.slice(0, -4)}AAAA`])
      await expectRefused(() => post(wrong), [403, 'INVALID_TOKEN'])
    for (let n = 0; n < 2; n++) expect((await post(token)).status).toBe(200)
    expect([(await state(reader)).isOn, (await state(other)).isOn]).toEqual([false, true])
  })
  test('cannot be had where the server reads no address', async () => {
    config.addressRecipient = 'age1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs3290gq'
    expect(await state(ben)).toEqual({ isOn: false, isAvailable: false })
    await expectRefused(() => ben.visitor.put('digest', { isOn: true }), 'CONFLICT')
  })
})
