import { describe, expect, test } from 'bun:test'
import { commentAliased, publishAliased } from '../support/aliased'
import { comment, ids, judge, judgePost, noticesOf, publish, report, students } from '../support/content'
import { administrator, type Data, type Person, student, useCampus, useNotifications } from '../support/kit'

// What a superadmin reads in the history of one account must lead to none of its aliases, whatever moderators do to those.

useNotifications()
const { admin, root } = await useCampus()

const historyOf = async ({ id }: Person): Promise<Data[]> =>
  (await root.get(`admin/manage/logs?limit=100&actorId=${id}`)).data
const actionsOf = async (who: Person): Promise<string[]> =>
  (await historyOf(who)).map(({ action }) => action as string).toReversed()

async function voteOn(by: Person, targetId: string, targetType = 'post'): Promise<void> {
  const target = { targetType, targetId }
  await by.post('votes', { ...target, voteType: 'upvote' })
  await by.patch('votes', { ...target, voteType: 'downvote' })
  await by.delete('votes', target)
}

/** All that one can do to a post for oneself, and undo. */
async function keep(by: Person, postId: string): Promise<void> {
  await by.post('bookmarks', { postId })
  await by.delete(`bookmarks/delete/${postId}`)
  for (const path of ['follows', 'mutes']) {
    await by.put(path, { kind: 'post', target: postId })
    await by.delete(path, { kind: 'post', target: postId })
  }
}

const NOTED = [
  'user:upvoted:post',
  'user:switched:vote:on:post',
  'user:withdrew:vote:on:post',
  'user:created:bookmark',
  'user:deleted:bookmark',
  'user:followed:post',
  'user:unfollowed:post',
  'user:muted:post',
  'user:unmuted:post',
]

describe('the history of an account', () => {
  test('lacks what it did to its own text under an alias, which nobody else may be able to read, and has what it did under its own name', async () => {
    const owner = await student()
    const post = await publishAliased(owner)
    const said = await commentAliased(owner, (await publish(await student())).id)
    const before = await actionsOf(owner)
    await judgePost(post.id, 'shadow_banned')
    await voteOn(owner, post.id)
    await voteOn(owner, said.id, 'comment')
    await keep(owner, post.id)
    expect(await actionsOf(owner)).toEqual(before)
    const open = await publish(owner)
    await voteOn(owner, open.id)
    await keep(owner, open.id)
    expect((await actionsOf(owner)).slice(-NOTED.length)).toEqual(NOTED)
  })

  test('hides from a superadmin who reported what is theirs, under any name', async () => {
    const [reporter, second] = [await student(), await administrator('superadmin')]
    const reports = async (by: Person): Promise<number> => {
      const { data } = await by.get(`admin/manage/logs?limit=100&actorId=${reporter.id}`)
      return data.filter(({ action }: Data) => action === 'user:created:report').length
    }
    const post = await publishAliased(root)
    await report(reporter, post.id)
    await report(reporter, (await commentAliased(root, post.id)).id, { type: 'Comment' })
    await report(reporter, (await publish(await student())).id)
    expect([await reports(root), await reports(second)]).toEqual([1, 3])
  })

  test('counts the notifications that it saw outside of the threads of its aliases alone', async () => {
    const [owner, other] = await students(2)
    const see = async () => (await owner.patch('notifications/mark-seen', {})).updated
    const [aliased, open] = [await publishAliased(owner), await publish(owner)]
    const before = await actionsOf(owner)
    await comment(other, aliased.id)
    expect([await see(), await actionsOf(owner)]).toEqual([1, before])
    await comment(other, aliased.id)
    await comment(other, open.id)
    expect(await see()).toBe(2)
    const [latest] = await historyOf(owner)
    expect([latest?.action, latest?.metadata]).toEqual(['user:saw:notifications', { updated: 1 }])
  })

  test('counts the news that it read of its own name alone', async () => {
    const [owner, other] = await students(2)
    const remove = (text: { id: string }) => judge(admin, 'post', text, { state: 'banned', reason: 'Cruel' })
    const read = async () => owner.patch('notices/acknowledge', { ids: ids(await noticesOf(owner)) })
    const before = await actionsOf(owner)
    await remove(await publishAliased(owner))
    expect([await read(), await actionsOf(owner)]).toEqual([{ acknowledged: 1 }, before])
    await remove(await publish(owner))
    await remove(await publishAliased(owner))
    expect(await read()).toEqual({ acknowledged: 2 })
    const [latest] = await historyOf(owner)
    expect([latest?.action, latest?.metadata]).toEqual(['user:acknowledged:notices', { acknowledged: 1 }])
    expect(await actionsOf(other)).not.toContain('user:acknowledged:notices')
  })
})
