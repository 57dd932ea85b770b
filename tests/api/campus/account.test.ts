import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { createCollege } from '../../../src/campus/colleges/colleges'
import { collegeByDomain } from '../../../src/campus/colleges/directory'
import { systemActor } from '../../../src/ground/audit/audit'
import { cookieNames } from '../../../src/http/session-cookies'
import { driftedCounters } from '../../../src/keeping/maintenance/recount'
import { comment, publish, select, students } from '../../support/content'
import {
  administrator,
  atOnce,
  type Data,
  expectData,
  expectWithout,
  fails,
  PASSWORD,
  type Person,
  refusal,
  statuses,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditEntries, mailsTo, queuedFor } from '../../support/traces'

const POLYTECH = 'polytech.edu'

await useQuad()
const branches = [
  { code: 'CSE', name: 'Computer Science' },
  { code: 'MECH', name: 'Mechanical Engineering' },
]
const polytech = { name: 'Polytech', emailDomain: POLYTECH, city: 'Rivertown', state: 'Iowa', branches }
await storage.write((tx) => createCollege(tx, systemActor('system'), polytech))

const onboard = (visitor: Visitor, branch: unknown) => visitor.post('auth/onboarding/complete', { branch })
const me = async (visitor: Visitor) => expectData(await visitor.get('auth/me')).user
const remove = ({ visitor }: Person) => visitor.delete('auth/account')
const umbrella = { title: 'Lost umbrella', content: 'Black, in hall 3.' }

describe('POST onboarding/complete', () => {
  const newcomer = () => student({ domain: POLYTECH, onboard: false })
  test('200 the profile, ACTIVE from now on; ALREADY_ONBOARDED the second time, and the branch stays', async () => {
    const { visitor, id } = await newcomer()
    await expectRefused(() => visitor.get('users/me'), 'NOT_ONBOARDED')
    const collegeId = (await collegeByDomain(POLYTECH))?.id
    const profile = { id, collegeId, branch: 'CSE', status: 'ACTIVE', karma: 0, isAcceptedTerms: false }
    expect(expectData(await onboard(visitor, 'CSE'))).toMatchObject(profile)
    expectData(await visitor.get('users/me'))
    expect(auditEntries(id).at(-1)).toMatchObject({ action: 'user:completed:onboarding', actorId: id, after: null })
    await expectRefused(() => onboard(visitor, 'MECH'), 'ALREADY_ONBOARDED')
    expect((await me(visitor)).branch).toBe('CSE')
  })
  test('at once from many tabs: once', async () => {
    const { visitor } = await newcomer()
    const answers = await atOnce(3, () => onboard(visitor.copy(), 'CSE'))
    expect(statuses(answers)).toEqual([200, 403, 403])
  })
  test('400 on the branch for one that the college does not offer, and for none', async () => {
    const { visitor } = await newcomer()
    for (const branch of ['Astrology', '   ', undefined, 'x'.repeat(101)])
      await fails(onboard(visitor, branch), 'VALIDATION_FAILED', 'branch')
    expect((await me(visitor)).status).toBe('ONBOARDING')
  })
})

describe('DELETE account', () => {
  /** Every table that says anything of the user, the audit log apart. */
  const traces = ({ id, email }: Person) =>
    select(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like '%fts%' and name <> 'audit_log'",
    )
      .map(({ name }) => name)
      .filter((name) => {
        const text = JSON.stringify(select(`select * from "${name}"`))
        return text.includes(id) || text.includes(email)
      })
  test('200: cookies cleared, every session ended, sign-in refused, the user gone, no trace but in the log of actions', async () => {
    const [person, neighbour] = await students(2)
    const { id: postId } = await publish(neighbour, umbrella)
    await comment(person, postId)
    await person.post('votes', { targetType: 'post', targetId: postId, voteType: 'upvote' })
    await person.post('bookmarks', { postId })
    await person.post('feedbacks', { type: 'bug', title: 'The lift', content: 'It is stuck' })
    for (const path of ['follows', 'mutes']) await person.put(path, { kind: 'post', target: postId })
    await person.post(`users/block/${neighbour.id}`)
    await neighbour.post(`users/block/${person.id}`)
    const other = new Visitor()
    expectData(await other.post('auth/login', { email: person.email, password: PASSWORD }))
    const { accessToken } = expectData(
      await new Visitor().post('auth/login', { email: person.email, password: PASSWORD, tokens: true }),
    )
    const copied = person.visitor.copy()
    expect(traces(person)).not.toEqual([])
    expectData(await remove(person))
    for (const name of [cookieNames.token, cookieNames.data]) expect(person.visitor.cookies.has(name)).toBe(false)
    for (const visitor of [copied, other, new Visitor({ authorization: `Bearer ${accessToken}` })])
      await expectRefused(() => visitor.get('auth/me'), 'UNAUTHENTICATED')
    await fails(new Visitor().post('auth/login', { email: person.email, password: PASSWORD }), 'INVALID_CREDENTIALS')
    await fails((await student()).visitor.get(`users/id/${person.id}`), 404)
    expect(traces(person)).toEqual([])
    expect(auditEntries(person.id).at(-1)).toMatchObject({ action: 'user:deleted:account', actorId: person.id })
    expectWithout(auditEntries(person.id), person.email)
  })
  test('what others answered stays, without author and words', async () => {
    const [leaver, other] = await students(2)
    const post = await publish(leaver, { ...umbrella, title: 'Which lecture hall?' })
    const asked = await comment(leaver, post.id, { content: 'The big one?' })
    await comment(other, post.id, { parentCommentId: asked.id })
    expectData(await remove(leaver))
    const read = await new Visitor().get(`posts/${post.id}`)
    expect(expectData(read).post).toMatchObject({ title: 'Which lecture hall?', content: '[deleted]', postedBy: null })
    const thread = await new Visitor().get(`comments/post/${post.id}`)
    const placeholder = expectData(thread).comments.find(({ id }: Data) => id === asked.id)
    expect(placeholder).toMatchObject({ content: '[deleted]', commentedBy: null, isDeleted: true })
    for (const { text } of [read, thread])
      expectWithout(text, leaver.id, leaver.user.username, 'The big one', 'Black, in')
    expect(await driftedCounters(storage.reader)).toEqual([])
    expect(traces(leaver)).toEqual([])
  })
  test('a mail that waits is withdrawn', async () => {
    const person = await student()
    await person.post('auth/password/set', { currentPassword: PASSWORD, newPassword: 'quite another one' })
    expect(queuedFor(person.email)).toHaveLength(1)
    const mails = mailsTo(person.email).length
    expectData(await remove(person))
    expect(queuedFor(person.email)).toEqual([])
    expect(mailsTo(person.email)).toHaveLength(mails)
  })
  test('twice at once: once', async () => {
    const { visitor } = await student({ onboard: false })
    const answers = await Promise.all([visitor.copy(), visitor.copy()].map((each) => each.delete('auth/account')))
    expect(statuses(answers)).toEqual([200, 401])
  })
  test('the last superadmin cannot leave, not even both of two at once', async () => {
    const [one, two] = [await administrator('superadmin'), await administrator('superadmin')]
    const admin = await administrator()
    const answers = await Promise.all([remove(one), remove(two)])
    expect(answers.map(refusal).sort()).toEqual([
      [200, undefined],
      [409, 'CONFLICT'],
    ])
    const last = answers[0]?.status === 409 ? one : two
    await expectRefused(() => remove(last), 'CONFLICT')
    expect((await me(last.visitor)).role).toBe('superadmin')
    expectData(await remove(admin))
  })
})
