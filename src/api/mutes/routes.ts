import { t } from 'elysia'
import { listMutes, MAX_MUTES, mute, unmute } from '../../core/mutes/service'
import { namedPost } from '../../core/posts/record'
import { choice, faultMessage, namedObject } from '../../lib/schema'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'

const Mute = namedObject('Mute', {
  kind: choice(['post', 'topic', 'word']),
  target: t.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the post, the topic, or the word (2 to 50 characters, in any case)',
    ...faultMessage('fields.required'),
  }),
})

const Mutes = namedObject('Mutes', {
  posts: t.Array(namedPost, { maxItems: MAX_MUTES.post }),
  topics: t.Array(t.String(), { maxItems: MAX_MUTES.topic }),
  words: t.Array(t.String(), { maxItems: MAX_MUTES.word }),
})

const Muted = t.Object({ muted: t.Boolean() })

export const mutes = routes('mutes', '/api/v1/mutes')
  .get('', async ({ user }) => ok('Muted', listMutes(user)), {
    session: true,
    follower: 'copy',
    ...returns(Mutes, 'listMutes', 'List the posts, topics and words that one has muted'),
  })
  .put('', async ({ user, body }) => ok('Muted', await mute(user, body)), {
    reader: true,
    fails: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    body: Mute,
    ...returns(
      Muted,
      'mute',
      'Mute a thread, a topic or a word',
      'Notifications, pushes and digests leave it out. Lists stay the same for everybody: a client folds what is muted.',
    ),
  })
  .delete('', async ({ user, body }) => ok('Not muted', await unmute(user, body)), {
    reader: true,
    body: Mute,
    ...returns(Muted, 'unmute', 'Unmute a thread, a topic or a word'),
  })
