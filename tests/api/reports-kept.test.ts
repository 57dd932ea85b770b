import { describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../db/storage'
import { runMaintenance } from '../../src/core/maintenance/maintenance'
import { countPendingReports } from '../../src/core/reports/queries'
import { resolveReportsAbout } from '../../src/core/reports/resolve'
import { viewerOf } from '../support/campus'
import { banComment, comment, judgePost, publish } from '../support/content'
import { administrator, expectData, type Person, refusal, student, useCampus } from '../support/kit'
import { around, decide, ids, list, noReports, queue, read, report, reportComment } from '../support/reports'
import { auditActions, auditEntries } from '../support/traces'

const DAY_MS = 86_400_000

const { ann, ben, cat, admin: mod, root } = await useCampus()

describe('what a report is about', () => {
  test('stays as it was, whatever its author does, and the state tells what became of it', async () => {
    const post = await publish(ann, { title: 'Before', content: 'Bad words' })
    const said = await comment(ann, post.id, { content: 'Worse words' })
    const made = [await report(ben, post.id), await reportComment(ben, said.id)]
    expectData(await ann.visitor.patch(`posts/${post.id}`, { title: 'After', content: 'Nothing was ever here' }))
    const second = await report(cat, post.id)
    expect(second.target).toMatchObject({ title: 'After', content: 'Nothing was ever here' })
    const states = async () => Promise.all(made.map(async ({ id }) => (await read(mod, id)).targetState))
    await judgePost(post.id, 'shadow_banned')
    expect(await states()).toEqual(['shadow_banned', 'active'])
    await judgePost(post.id, 'banned')
    await banComment(said.id)
    expect(await states()).toEqual(['banned', 'banned'])
    await judgePost(post.id, 'active')
    expectData(await ann.visitor.delete(`posts/${post.id}`))
    expect(await states()).toEqual(['deleted', 'deleted'])
    for (const { id, target } of made) expect((await read(root, id)).target).toEqual(target)
  })
  test('a placeholder is deleted, too', async () => {
    const post = await publish(ann)
    const said = await comment(ann, post.id)
    await comment(ben, post.id, { content: 'r', parentCommentId: said.id })
    const made = await reportComment(ben, said.id)
    expectData(await ann.visitor.delete(`comments/${said.id}`))
    expect((await read(mod, made.id)).targetState).toBe('deleted')
  })
})

/** Sessions do not last for months. */
const freshModerator = () => administrator('admin')

describe("an administrator's own content", () => {
  test('is for other administrators: the one concerned finds it nowhere and changes nothing', async () => {
    await noReports()
    const owner = await administrator('superadmin')
    const post = await publish(owner)
    const made = await report(ben, post.id)
    const other = await report(ben, (await publish(ann)).id)
    const calls = [
      owner.visitor.get(`reports/${made.id}`),
      decide(owner, made.id, 'ignored'),
      owner.visitor.delete(`reports/${made.id}`),
    ]
    for (const answer of await Promise.all(calls)) expect(refusal(answer)).toEqual([404, 'NOT_FOUND'])
    const bulk = await owner.visitor.post('reports/bulk-deletion', { reportIds: [made.id] })
    expect(expectData(bulk).deletedCount).toBe(0)
    const seen = async (who: Person) => {
      const { data, pagination } = await list(who)
      const waiting = await queue(who)
      expect(pagination.total).toBe(data.length)
      expect(waiting.pagination.total).toBe(waiting.data.length)
      expect(await countPendingReports(storage.reader, who)).toBe(data.length)
      return [ids(data), ids(await around(who, ben.id)), ids(await around(who, owner.id)), waiting.data.length]
    }
    expect(await seen(owner)).toEqual([[other.id], [other.id], [], 1])
    const both = [other.id, made.id]
    for (const who of [mod, root]) expect(await seen(who)).toEqual([both, both, [made.id], 2])
    expect((await read(mod, made.id)).status).toBe('pending')
    expectData(await decide(mod, made.id, 'ignored'))
    expectData(await mod.visitor.delete(`reports/${made.id}`))
  })
  test('the audit log, which administrators read, does not say who reported it', async () => {
    const made = await report(ben, (await publish(mod)).id)
    const [entry] = auditEntries(made.id)
    expect(entry).toMatchObject({ action: 'user:created:report', actorId: null, ip: null, requestId: null })
    expect(auditEntries(ben.id).filter(({ entityId }) => entityId === made.id)).toEqual([])
  })
})

describe('acting upon a target', () => {
  const resolve = async (who: Person, targetId: string) => {
    const viewer = await viewerOf(who.id)
    await storage.write((tx) => resolveReportsAbout(tx, viewer, targetId))
  }
  test('resolves what is pending about it, and only that; one audit entry counts them and names none', async () => {
    const post = await publish(ann)
    const made = [await report(ben, post.id), await report(cat, post.id)]
    const ignored = await report(await student(), post.id)
    const bystander = await report(ben, (await publish(ann)).id)
    expectData(await decide(root, ignored.id, 'ignored'))
    await resolve(mod, post.id)
    for (const { id } of made) {
      expect(await read(mod, id)).toMatchObject({ status: 'resolved', resolvedBy: { id: mod.id } })
      expect(auditActions(id)).toEqual(['user:created:report'])
    }
    expect(await read(mod, ignored.id)).toMatchObject({ status: 'ignored', resolvedBy: { id: root.id } })
    expect((await read(mod, bystander.id)).status).toBe('pending')
    const entries = () => auditEntries(post.id).filter(({ action }) => action === 'admin:resolved:reports')
    expect(entries()).toMatchObject([{ actorId: mod.id, entityType: 'post', metadata: '{"count":2}' }])
    await resolve(mod, post.id)
    expect(entries()).toHaveLength(1)
  })
  test("decides nothing about the moderator's own content", async () => {
    const said = await comment(mod, (await publish(ann)).id)
    const made = await reportComment(ben, said.id)
    await resolve(mod, said.id)
    expect((await read(root, made.id)).status).toBe('pending')
    await resolve(root, said.id)
    expect(await read(root, made.id)).toMatchObject({ status: 'resolved', resolvedBy: { id: root.id } })
  })
})

describe('an account that goes', () => {
  test('leaves its reports without name and words; a suggested reason stays', async () => {
    const leaver = await student()
    const posts = [await publish(ann), await publish(ann)]
    const made = [
      await report(leaver, posts[0]!.id, { reason: 'hate', message: 'My own words' }),
      await report(leaver, posts[1]!.id, { reason: 'He lives next to me', message: 'My own words' }),
    ]
    expectData(await leaver.visitor.delete('auth/account'))
    const left = { reportedBy: null, message: '[deleted]', status: 'pending' }
    expect(await read(mod, made[0]!.id)).toMatchObject({ ...left, reason: 'hate', target: made[0]!.target })
    expect(await read(mod, made[1]!.id)).toMatchObject({ ...left, reason: '[deleted]' })
    for (const status of ['ignored', 'pending']) expectData(await decide(mod, made[0]!.id, status))
    const { data } = await queue(mod)
    expect(JSON.stringify(data)).not.toContain(leaver.user.username)
  })
  test('of the author: the copy stays, and who wrote it has no name any more', async () => {
    const leaver = await student()
    const made = await report(ben, (await publish(leaver, { content: 'Bad words' })).id)
    expectData(await leaver.visitor.delete('auth/account'))
    expect(await read(mod, made.id)).toMatchObject({
      target: { content: 'Bad words', authorId: leaver.id },
      targetState: 'deleted',
    })
    expect(ids(await around(mod, leaver.id))).toEqual([made.id])
    const { data } = await queue(mod)
    expect(data.find(({ target }) => target.id === made.targetId)!.author).toBeNull()
  })
  test('of the moderator who closed it: closed by nobody known', async () => {
    const leaver = await administrator()
    const made = await report(ben, (await publish(ann)).id)
    expectData(await decide(leaver, made.id, 'resolved'))
    expectData(await leaver.visitor.delete('auth/account'))
    const left = await read(mod, made.id)
    expect(left.status).toBe('resolved')
    expect(left).not.toHaveProperty('resolvedBy')
  })
})

// Last, because maintenance at that date ends every session of today.
describe('a copy', () => {
  test('is erased 90 days after closing, not before, and not while the report is open', async () => {
    const leaver = await student()
    const closed = await report(ben, (await publish(ann)).id)
    const orphaned = await report(ben, (await publish(leaver)).id)
    const open = await report(ben, (await publish(ann)).id)
    const reopened = await report(ben, (await publish(ann)).id)
    const said = await reportComment(ben, (await comment(ann, (await publish(ann)).id)).id)
    for (const { id } of [closed, orphaned, reopened, said]) expectData(await decide(mod, id, 'resolved'))
    expectData(await decide(mod, reopened.id, 'pending'))
    expectData(await leaver.visitor.delete('auth/account'))
    const start = Date.now()
    const targets = async () =>
      Promise.all(
        [closed, orphaned, open, reopened, said].map(async ({ id }) => (await read(await freshModerator(), id)).target),
      )
    setSystemTime(new Date(start + 89 * DAY_MS))
    await runMaintenance()
    expect(await targets()).toEqual([closed, orphaned, open, reopened, said].map(({ target }) => target))
    setSystemTime(new Date(start + 90 * DAY_MS + 60_000))
    await runMaintenance()
    expect(await targets()).toEqual([
      { id: closed.targetId, title: null, content: null, authorId: ann.id },
      { id: orphaned.targetId, title: null, content: null, authorId: null },
      open.target,
      reopened.target,
      { id: said.targetId, content: null, authorId: ann.id },
    ])
    const { data } = await queue(await freshModerator(), 'limit=50&status=resolved')
    expect(data.find(({ target }) => target.id === closed.targetId)).toMatchObject({
      target: { content: null },
      author: { id: ann.id },
    })
  })
})
