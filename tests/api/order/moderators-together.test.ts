import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { app } from '../../../src/app'
import { backgroundIdle } from '../../../src/lib/process/background'
import { publishAliased } from '../../support/aliased'
import {
  comment,
  decide,
  noReports,
  publish,
  queue,
  report,
  reportComment,
  students,
  sure,
} from '../../support/content'
import {
  type Answer,
  administrator,
  BLOCK,
  type Data,
  expectData,
  expectWithout,
  fails,
  inHours,
  type Person,
  refusal,
  sanction,
  statuses,
  student,
  useQuad,
} from '../../support/kit'
import { Socket } from '../../support/socket'
import { auditEntries } from '../../support/traces'
import { until } from '../../support/until'

await useQuad()
app.listen({ hostname: '127.0.0.1', port: 0 })
const ann = await student()
const [ben, cat] = await students(2)
const mod = await administrator('admin')
const other = await administrator('admin')
const root = await administrator('superadmin')
beforeEach(() => noReports())

const entryOf = async (who: Person, id: string) => {
  const found = (await queue(who)).data.find(({ target }) => target.id === id)
  if (found === undefined) throw new Error('not in the queue')
  return found
}
const judge = ({ visitor }: Person, id: string, state: string, version?: string, kind = 'posts') =>
  visitor.put(`moderation/${kind}/${id}/moderation-state`, { state, version })
const judged = sure(judge)
const claim = ({ visitor }: Person, id: string) => visitor.put(`admin/manage/reports/${id}/claim`)
const claimed = sure(claim)
const release = ({ visitor }: Person, id: string) => visitor.delete(`admin/manage/reports/${id}/claim`)
/** Expects that it is refused, since the other one has decided so. */
async function tooLate(call: Promise<Answer>, state: string) {
  const answer = await call
  const { by, state: decided } = answer.body.meta.decided
  expect([...refusal(answer), by.username, decided]).toEqual([409, 'CONFLICT', other.user.username, state])
}

describe('a decision that names the version it was made on', () => {
  test('is refused when another moderator has decided, also by Keep and Dismiss, and says who decided what', async () => {
    const post = await publish(ann)
    const said = await comment(ann, post.id)
    const made = await report(ben, post.id)
    await reportComment(ben, said.id)
    const [seen, seenComment] = [await entryOf(mod, post.id), await entryOf(mod, said.id)]
    await judged(other, post.id, 'banned', (await entryOf(other, post.id)).version)
    await judged(other, said.id, 'banned', undefined, 'comments')
    for (const state of ['banned', 'shadow_banned', 'active'])
      await tooLate(judge(mod, post.id, state, seen.version), 'banned')
    await tooLate(judge(mod, said.id, 'active', seenComment.version, 'comments'), 'banned')
    const keep = { status: 'ignored', version: seen.version }
    await tooLate(mod.visitor.patch(`reports/${made.id}`, keep), 'banned')
    expect((await entryOf(mod, post.id)).moderationState).toBe('banned')
    await judged(mod, post.id, 'active', (await entryOf(mod, post.id)).version)
    for (const status of ['resolved', 'ignored']) {
      const kept = await publish(ann)
      const [dismissed] = [await report(ben, kept.id), await report(cat, kept.id)]
      const { version } = await entryOf(mod, kept.id)
      expectData(await decide(other, dismissed.id, status))
      await tooLate(judge(mod, kept.id, 'banned', version), status)
    }
  })
  test('passes when nobody else decided: new reports, own decisions and a decision that was undone are none; so it does without a version', async () => {
    const post = await publish(ann)
    const made = await report(ben, post.id)
    const { version } = await entryOf(mod, post.id)
    const second = await report(cat, post.id)
    expect((await entryOf(mod, post.id)).version).toBe(version)
    expectData(await decide(other, made.id, 'ignored'))
    expectData(await decide(other, made.id, 'pending'))
    for (const { id } of [made, second]) await mod.patch(`reports/${id}`, { status: 'resolved', version })
    await judged(mod, post.id, 'banned', version)
    await judged(other, post.id, 'active')
    await judged(mod, post.id, 'banned')
  })
})

describe('a sanction that names the version it was decided on', () => {
  const standingOf = (who: Person, id: string) => who.get(`moderation/users/${id}/suspension`)
  const versionFor = async (who: Person, id: string): Promise<string> => (await standingOf(who, id)).version
  const SUSPEND = () => ({ blocked: true, suspension: { ends: inHours(168), reason: 'Rest' } })
  const BAN = () => ({ blocked: true })
  const LIFT = () => ({ blocked: false })
  const decideOn = ({ visitor }: Person, id: string, body: object, version?: string) =>
    visitor.put(`moderation/users/${id}/moderation-state`, { ...body, version })
  test('is refused when another moderator has suspended, banned or forgiven them since', async () => {
    for (const [first, state] of [
      [SUSPEND, 'suspended'],
      [BAN, 'blocked'],
      [LIFT, 'active'],
    ] as const) {
      const { id } = await student()
      if (first === LIFT) expectData(await decideOn(root, id, BAN()))
      const [seen, seenByOther] = [await versionFor(mod, id), await versionFor(other, id)]
      expectData(await decideOn(other, id, first(), seenByOther))
      const standing = (await standingOf(root, id)).suspension
      for (const late of [SUSPEND, BAN, LIFT]) await tooLate(decideOn(mod, id, late(), seen), state)
      expect((await standingOf(root, id)).suspension).toEqual(standing)
      expectData(await decideOn(mod, id, SUSPEND(), await versionFor(mod, id)))
    }
  })
  test('passes over own decisions, and decides as ever without a version; one of two at the same moment is refused', async () => {
    const { id } = await student()
    const version = await versionFor(mod, id)
    expectData(await decideOn(mod, id, SUSPEND(), version))
    expectData(await decideOn(mod, id, LIFT(), version))
    expectData(await decideOn(other, id, BAN()))
    expectData(await decideOn(mod, id, LIFT()))
    const again = await versionFor(mod, id)
    const both = await Promise.all([decideOn(mod, id, SUSPEND(), again), decideOn(other, id, BAN(), again)])
    expect(statuses(both)).toEqual([200, 409])
  })
})

describe('a claim', () => {
  test('is seen by others for two minutes, can be renewed, and stays with who has it', async () => {
    const { id } = await publish(ann)
    await report(ben, id)
    const start = Date.now()
    setSystemTime(new Date(start))
    const first = (await claimed(mod, id)).claim
    expect(first).toEqual({
      by: { id: mod.id, username: mod.user.username },
      until: new Date(start + 120_000).toISOString(),
    })
    expect((await entryOf(other, id)).claim).toEqual(first)
    expect((await claimed(other, id)).claim).toEqual(first)
    expectData(await release(other, id))
    expect((await entryOf(other, id)).claim).toEqual(first)
    setSystemTime(new Date(start + 100_000))
    await claimed(mod, id)
    setSystemTime(new Date(start + 219_000))
    expect((await entryOf(other, id)).claim?.by.id).toBe(mod.id)
    setSystemTime(new Date(start + 220_000))
    expect((await entryOf(other, id)).claim).toBeNull()
    expect((await claimed(other, id)).claim.by.id).toBe(other.id)
    expectData(await release(other, id))
    expect((await entryOf(mod, id)).claim).toBeNull()
    setSystemTime()
  })
  test('keeps nobody from deciding, and is 404 for what nobody reported, and for own content', async () => {
    const quiet = await publish(ann)
    const own = await publish(mod)
    await report(ben, own.id)
    for (const { id } of [quiet, own]) for (const act of [claim, release]) await fails(act(mod, id), 'NOT_FOUND')
    await claimed(other, own.id)
    const { id } = await publish(ann)
    await report(ben, id)
    await claimed(mod, id)
    await judged(other, id, 'banned', (await entryOf(other, id)).version)
  })
})

describe('over the socket', () => {
  const changes = (socket: Socket) =>
    socket.received.filter(({ type }) => type === 'queue').map(({ targetId, change }) => [targetId, change])
  const watch = async (who: Person): Promise<Socket> => {
    const socket = await Socket.open(who.visitor)
    socket.send({ type: 'watch-queue' })
    await socket.all('pong')
    return socket
  }
  test('moderators who watch hear of reports, claims and decisions; of their own content they hear nothing', async () => {
    const [watching, quiet] = [await watch(mod), await Socket.open(other.visitor)]
    const own = await publish(mod)
    await report(ben, own.id)
    const { id } = await publish(ann)
    await report(ben, id)
    await claimed(other, id)
    await claimed(other, id)
    await judged(other, id, 'banned')
    expectData(await release(other, id))
    const heard = ['reported', 'claimed', 'decided', 'released'].map((change) => [id, change])
    await until(() => changes(watching).length === heard.length, 'what changed')
    expect(changes(watching)).toEqual(heard)
    watching.send({ type: 'leave-queue' })
    await watching.all('pong')
    await report(ben, (await publish(ann)).id)
    await backgroundIdle()
    await watching.all('pong')
    expect(changes(watching)).toEqual(heard)
    expect(changes(quiet)).toEqual([])
  })
  test('the one behind an alias hears of something else: whoever is sent nothing would be known', async () => {
    await report(ben, (await publish(ann)).id)
    const own = await publishAliased(mod)
    const sockets = [await watch(mod), await watch(other)] as const
    await report(ben, own.id)
    await claimed(other, own.id)
    await judged(other, own.id, 'banned')
    await until(() => sockets.every((socket) => changes(socket).length === 3), 'three changes')
    expect(changes(sockets[1])).toEqual(['reported', 'claimed', 'decided'].map((change) => [own.id, change]))
    const heard = changes(sockets[0])
    expect(heard.map(([, change]) => change)).toEqual(['released', 'released', 'released'])
    expectWithout(sockets[0].received, own.id)
    for (const [id = ''] of heard) await other.get(`admin/manage/reports/${id}/context`)
  })
  test('a moderator who is blocked hears nothing more, and nobody else may watch', async () => {
    const [lasting, gone] = [await administrator(), await administrator()]
    const [here, away] = [await watch(lasting), await watch(gone)]
    await sanction(gone.id, BLOCK)
    const { id } = await publish(ann)
    await report(ben, id)
    await until(() => changes(here).length === 1, 'the report')
    await away.all('pong')
    expect(changes(away)).toEqual([])
    const barred = await Socket.open(ben.visitor)
    barred.send({ type: 'watch-queue' })
    await barred.all('pong')
    expect(barred.received.at(-1)).toMatchObject({ type: 'pong' })
    expect(barred.received).toContainEqual({ type: 'error', code: 'FORBIDDEN' })
    await report(ben, (await publish(ann)).id)
    await backgroundIdle()
    await barred.all('pong')
    expect(changes(barred)).toEqual([])
  })
})

describe('the context of a target', () => {
  const contextOf = async (who: Person, id: string) => (await who.get(`admin/manage/reports/${id}/context`)).context
  test('is the post, what a comment answers, and its nearest neighbours of the same level', async () => {
    const post = await publish(ann, { title: 'Where to eat' })
    const top = await comment(ben, post.id, { content: 'First' })
    const replies: Data[] = []
    for (const content of ['one', 'two', 'three', 'four'])
      replies.push(await comment(ben, post.id, { content, parentCommentId: top.id }))
    const last = await comment(cat, post.id, { content: 'Last' })
    for (const { id } of [replies[1], last]) await report(ann, id, { type: 'Comment' })
    await report(ben, post.id)
    expect(await contextOf(mod, replies[1].id)).toMatchObject({
      place: 'comment',
      post: { id: post.id, title: 'Where to eat', isPrivate: false },
      parent: { content: 'First', author: { id: ben.id } },
      before: { content: 'one' },
      after: { content: 'three' },
    })
    expect(await contextOf(mod, last.id)).toMatchObject({ parent: null, before: { content: 'First' }, after: null })
    expect(await contextOf(mod, post.id)).toMatchObject({
      place: 'post',
      parent: null,
      before: null,
      after: { content: 'First' },
    })
  })
  test('says of the author what a decision needs, and of the time only the month', async () => {
    const zoe = await student()
    const [removed, open, alsoOpen] = [await publish(zoe), await publish(zoe), await publish(zoe)]
    for (const { id } of [removed, open, alsoOpen]) await report(ben, id)
    await judged(other, removed.id, 'banned')
    const suspension = { ends: inHours(1), reason: 'Again' }
    await other.put(`moderation/users/${zoe.id}/moderation-state`, { blocked: true, suspension })
    const { author } = await contextOf(mod, open.id)
    expect(author).toEqual({
      id: zoe.id,
      username: zoe.user.username,
      role: 'user',
      karma: expect.any(Number),
      joinedAt: expect.stringMatching(/-01T00:00:00\.000Z$/),
      removals: 1,
      removalsBefore: null,
      sanctions: 1,
      openTargets: 2,
      blocked: true,
      suspension,
    })
  })
  test('of deleted content has only its author, and of a deleted account nothing; is 404 for what nobody reported and own content; writes no audit entry', async () => {
    const leaver = await student()
    const post = await publish(leaver)
    await report(ben, post.id)
    await leaver.delete(`posts/${post.id}`)
    expect(await contextOf(mod, post.id)).toMatchObject({ place: 'deleted', post: null, author: { id: leaver.id } })
    await leaver.delete('auth/account')
    expect((await contextOf(mod, post.id)).author).toBeNull()
    const [quiet, own, other] = [await publish(ann), await publish(mod), await publish(ann, { isPrivate: true })]
    await report(ben, own.id)
    await report(ben, other.id)
    for (const { id } of [quiet, own]) await fails(mod.get(`admin/manage/reports/${id}/context`), 'NOT_FOUND')
    await contextOf(mod, other.id)
    expect(auditEntries(other.id).filter(({ actorId }) => actorId === mod.id)).toEqual([])
  })
})
