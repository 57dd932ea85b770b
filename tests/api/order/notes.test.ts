import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { comment, publish, report, reportComment, select } from '../../support/content'
import {
  administrator,
  type Data,
  expectData,
  expectWithout,
  MISSING_ID,
  type Person,
  student,
  useCampus,
} from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditActions } from '../../support/traces'

const { ann, ben, admin, root } = await useCampus()
const other = await administrator()

const note = async (by: Person, about: string, content: string): Promise<Data> =>
  (await by.post(`moderation/notes/${about}`, { content })).note
const notes = async (by: Person, about: string): Promise<string[]> =>
  (await by.get(`moderation/notes/${about}`)).notes.map(({ content }: Data) => content)
const stored = (id: string): number => select('SELECT id FROM moderation_notes WHERE resource_id = ?', id).length

describe('notes', () => {
  test('are read by moderators, newest first, with who wrote them', async () => {
    const post = await publish(ann)
    const remark = await comment(ann, post.id)
    const who = await student()
    for (const about of [`post/${post.id}`, `comment/${remark.id}`, `user/${who.id}`]) {
      await note(admin, about, 'First')
      const { id, writtenBy } = await note(other, about, 'Second')
      expect(writtenBy).toEqual({ id: other.id, username: other.user.username })
      expect(await notes(root, about)).toEqual(['Second', 'First'])
      await expectRefused(() => admin.delete(`moderation/notes/${about}/${id}`), 'NOT_OWNER')
      await other.delete(`moderation/notes/${about}/${id}`)
      await expectRefused(() => other.delete(`moderation/notes/${about}/${id}`), 'NOT_FOUND')
      expect(await notes(root, about)).toEqual(['First'])
      expect(auditActions(about.split('/')[1]!).filter((action) => action.endsWith(':note'))).toEqual([
        ...['admin:wrote:note', 'admin:wrote:note', 'admin:deleted:note'],
      ])
    }
  })
  test('are not for whom they are about, not as a moderator either', async () => {
    const post = await publish(admin)
    const remark = await comment(admin, post.id)
    for (const about of [`post/${post.id}`, `comment/${remark.id}`, `user/${admin.id}`]) {
      await note(other, about, 'Keep an eye on this')
      await expectRefused(() => admin.get(`moderation/notes/${about}`), 'FORBIDDEN')
      await expectRefused(() => admin.post(`moderation/notes/${about}`, { content: 'No' }), 'FORBIDDEN')
      await expectRefused(() => ann.get(`moderation/notes/${about}`), 'FORBIDDEN')
    }
    await note(other, `user/${ann.id}`, 'A word that nobody else writes: kumquat')
    for (const path of [`posts/user/${ann.id}`, `users/id/${ann.id}`, 'auth/me', 'notices', 'comments/mine'])
      expectWithout((await ann.visitor.get(path)).text, 'kumquat')
  })
  test('need something that is there, words, and room', async () => {
    await expectRefused(() => admin.get(`moderation/notes/post/${MISSING_ID}`), 'NOT_FOUND')
    await expectRefused(() => admin.get(`moderation/notes/user/${MISSING_ID}`), 'NOT_FOUND')
    const { id } = await publish(ann)
    // Of another kind than the path says.
    await expectRefused(() => admin.get(`moderation/notes/comment/${id}`), 'NOT_FOUND')
    for (const content of ['', ' ', 'x'.repeat(1001)])
      await expectRefused(
        () => admin.post(`moderation/notes/post/${id}`, { content }),
        [400, 'VALIDATION_FAILED', 'content'],
      )
    await storage.write(async (tx) => {
      for (let each = 0; each < 100; each++)
        tx.sqlite.run('INSERT INTO moderation_notes VALUES (?, ?, ?, ?, ?, ?)', [
          ...[crypto.randomUUID(), 'post', id, 'x', null, new Date().toISOString()],
        ])
    })
    await expectRefused(() => admin.post(`moderation/notes/post/${id}`, { content: 'x' }), 'CONFLICT')
  })
  test('go with the text, with what is left of it, and with the account', async () => {
    const leaver = await student()
    const [gone, left] = [await publish(leaver), await publish(leaver)]
    const remark = await comment(leaver, left.id)
    await comment(ben, left.id, { parentCommentId: remark.id })
    const about = { [gone.id]: 'post', [left.id]: 'post', [remark.id]: 'comment', [leaver.id]: 'user' }
    for (const [id, resource] of Object.entries(about)) await note(admin, `${resource}/${id}`, 'Noted')
    await leaver.delete(`posts/${gone.id}`)
    expect(stored(gone.id)).toBe(0)
    expect(stored(left.id)).toBe(1)
    await leaver.delete('auth/account')
    for (const id of Object.keys(about)) expect(stored(id)).toBe(0)
  })
  test('stay when their writer leaves, without a name', async () => {
    const writer = await administrator()
    const { id } = await publish(ann)
    await note(writer, `post/${id}`, 'Stays')
    await writer.delete('auth/account')
    expect((await admin.get(`moderation/notes/post/${id}`)).notes).toMatchObject([
      { content: 'Stays', writtenBy: null },
    ])
  })
  test('are beside the report, about the target and its author', async () => {
    const post = await publish(ben)
    await report(ann, post.id)
    await note(other, `post/${post.id}`, 'About the post')
    await note(other, `user/${ben.id}`, 'About the author')
    const { context } = await admin.get(`admin/manage/reports/${post.id}/context`)
    expect(context.notes.map(({ resource, content }: Data) => [resource, content])).toEqual([
      ['user', 'About the author'],
      ['post', 'About the post'],
    ])
  })
})

describe('an escalation', () => {
  const escalate = (by: Person, id: string, reason = 'A threat') =>
    by.visitor.put(`moderation/escalations/${id}`, { reason })
  const withdraw = (by: Person, id: string) => by.visitor.delete(`moderation/escalations/${id}`)
  const decide = (by: Person, id: string, state = 'banned') =>
    by.visitor.put(`moderation/posts/${id}/moderation-state`, {
      state,
      ...(state === 'banned' ? { reason: 'Spam' } : {}),
    })
  const entryOf = async (by: Person, id: string, query = ''): Promise<Data> =>
    (await by.get(`admin/manage/reports?limit=50&${query}`)).data.find(({ target }: Data) => target.id === id)
  const waiting = async (by: Person): Promise<number> => (await by.get('admin/dashboard/overview')).reports.escalated
  test('leaves the decision to superadmins, and ends with it', async () => {
    const { id } = await publish(ben)
    const filed = await report(ann, id)
    const before = await waiting(root)
    expect((await entryOf(admin, id)).escalated).toBeNull()
    expect(await entryOf(admin, id, 'escalated=true')).toBeUndefined()
    expect(await entryOf(admin, id, 'escalated=false')).toBeDefined()
    expectData(await escalate(admin, id))
    expect(await waiting(root)).toBe(before + 1)
    expect((await entryOf(other, id)).escalated).toMatchObject({ reason: 'A threat', by: { id: admin.id } })
    expect(await entryOf(root, id, 'escalated=true&status=pending')).toBeDefined()
    for (const by of [admin, other]) {
      await expectRefused(() => decide(by, id), 'FORBIDDEN')
      await expectRefused(() => by.patch(`reports/${filed.id}`, { status: 'ignored' }), 'FORBIDDEN')
    }
    expectData(await decide(root, id))
    expect((await entryOf(root, id)).escalated).toBeNull()
    expect(await waiting(root)).toBe(before)
    // From then on it is as others are.
    expectData(await decide(other, id, 'active'))
    expect(auditActions(id)).toContain('admin:escalated:report')
  })
  test('of a comment, likewise', async () => {
    const post = await publish(ben)
    const remark = await comment(ben, post.id)
    await reportComment(ann, remark.id)
    expectData(await escalate(admin, remark.id))
    const state = `moderation/comments/${remark.id}/moderation-state`
    await expectRefused(() => other.put(state, { state: 'banned', reason: 'Spam' }), 'FORBIDDEN')
    await root.put(state, { state: 'banned', reason: 'Spam' })
  })
  test('is taken back by whoever escalated or a superadmin, and by nobody else', async () => {
    for (const by of [admin, root]) {
      const { id } = await publish(ben)
      await report(ann, id)
      await expectRefused(() => withdraw(by, id), 'NOT_FOUND')
      expectData(await escalate(admin, id))
      await expectRefused(() => withdraw(other, id), 'FORBIDDEN')
      expectData(await withdraw(by, id))
      expectData(await decide(other, id))
      expect(auditActions(id)).toContain('admin:withdrew:escalation')
    }
  })
  test('needs an open report about something of somebody else', async () => {
    const { id } = await publish(ben)
    await expectRefused(() => escalate(admin, id), 'NOT_FOUND')
    const filed = await report(ann, id)
    await admin.patch(`reports/${filed.id}`, { status: 'ignored' })
    await expectRefused(() => escalate(admin, id), 'CONFLICT')
    const own = await publish(admin)
    await report(ann, own.id)
    await expectRefused(() => escalate(admin, own.id), 'NOT_FOUND')
    // Nobody is above the only superadmin.
    const above = await publish(root)
    await report(ann, above.id)
    await expectRefused(() => escalate(admin, above.id), 'CONFLICT')
  })
})
