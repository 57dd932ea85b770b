import { expect, test } from 'bun:test'
import { addressIn, expectJudged, probes, readEverything, recordsIn, type Seen, see } from '../support/actors'
import { aliased, aliasProbes, readAliases } from '../support/alias-probes'
import type { World } from '../support/authorization/matrix'
import { noticesOf, publish } from '../support/content'
import { administrator, configured, forgetLimits, student, useCampus } from '../support/kit'

const { ann, ben, admin, root } = await useCampus()
const world: World = { collegeId: ann.user.collegeId, operator: root, author: ann }
const post = await publish(ann, { title: 'Who sells calculators?' })
const LOGS = 'admin/manage/logs'
const REASON = 'A court has asked for it'

const SILENT = /voted|vote:on|bookmark|follow|muted:|blocked:user|created:report|login:|saw:/
const silentActs = ({ json }: Seen) =>
  recordsIn(json)
    .filter(({ action = '', actorRole }) => SILENT.test(action) && actorRole === 'user')
    .map(({ action }) => action)

const hidden = await aliased(await student(), ann, admin)

probes('a superadmin', () => ({
  ...aliasProbes(root.visitor, hidden),
  'addresses in bulk': {
    tries: 'GET of every route as a superadmin',
    look: async () => (await readEverything(world, 'superadmin')).seen,
    learns: (seen) => [...addressIn(seen, ann), ...addressIn(seen, ben), ...addressIn(seen, admin)],
    plant: {
      // Not in a post: the first ten of a list are those that the routes before made.
      change: 'UPDATE colleges SET city = ?',
      values: [`by ${ann.email}`],
      undo: "UPDATE colleges SET city = 'Springfield'",
    },
  },
  'everybody at once, page by page': {
    tries: 'lists of people, administrators and requests of any filter, as long as they may be',
    look: async () =>
      Promise.all(
        [
          ...[
            'moderation/users?limit=100',
            'moderation/users/search?role=user',
            'moderation/users/search?role=superadmin',
          ],
          ...['admin/manage/users/query?username=-', 'colleges/requests', 'admin/settings'],
        ].map((path) => see(root.visitor, path)),
      ),
    learns: (seen) => [ann, ben, admin, root].flatMap((person) => addressIn(seen, person)),
    plant: (seen) => seen.map((each) => ({ ...each, text: `${each.text}${ben.email}` })),
  },
  'what students do, without opening a history': {
    tries: 'the log without an actor, by action and by entity',
    look: async () => {
      await ben.visitor.post('votes', { targetType: 'post', targetId: post.id, voteType: 'upvote' })
      return Promise.all(
        [
          '',
          `&entityId=${post.id}`,
          `&entityId=${ben.id}`,
          '&action=user:upvoted:post',
          '&action=user:login:password',
        ].map((filter) => see(root.visitor, `${LOGS}?limit=100${filter}`)),
      )
    },
    learns: silentActs,
    plant: (seen) =>
      seen.map((each) => ({ ...each, json: { data: [{ action: 'user:upvoted:post', actorRole: 'user' }] } })),
  },
}))

test('every field that a superadmin reads was judged', async () => {
  const { seen } = await readEverything(world, 'superadmin')
  expectJudged('superadmin', [...seen, ...(await readAliases(root.visitor, hidden))])
})

test('no more of either, however many accomplices a superadmin makes', async () => {
  const who = await student()
  forgetLimits()
  // The last proof was a day from now.
  await root.post('auth/reauthenticate', { password: root.password })
  await configured({ rateLimits: true }, async () => {
    const count = (statuses: number[]) => [200, 429].map((status) => statuses.filter((each) => each === status).length)
    const revealed: number[] = []
    const searched: number[] = []
    for (let made = 0; made < 11; made++) {
      const { id, visitor } = await administrator()
      await root.put(`admin/users/${id}/role`, { role: 'superadmin' })
      for (let n = 0; n < 5; n++)
        revealed.push((await visitor.post(`admin/users/${who.id}/reveal-email`, { reason: REASON })).status)
      for (let n = 0; n < 10; n++)
        searched.push((await visitor.get(`admin/manage/users/query?email=${who.email}`)).status)
    }
    expect([count(revealed), count(searched)]).toEqual([
      [20, 35],
      [100, 10],
    ])
  })
  expect(await noticesOf(who)).toHaveLength(20)
})
