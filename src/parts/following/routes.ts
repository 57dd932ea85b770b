import { t } from 'elysia'
import { courseSummary } from '../../campus/courses/schemas'
import { namedPost } from '../../forum/posts/record'
import type { Viewer } from '../../ground/access/account'
import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { choice, faultMessage, namedObject } from '../../lib/text/schema'
import { follow, listEntries, MAX_FOLLOWS, MAX_MUTES, mute, unfollow, unmute } from './service'

const target = (description: string) =>
  t.String({ minLength: 1, maxLength: 100, description, ...faultMessage('fields.required') })

const Follow = namedObject('Follow', {
  kind: choice(['post', 'topic', 'course']),
  target: target('The id of the post or of the course, or the topic'),
})

const Follows = namedObject('Follows', {
  posts: t.Array(namedPost, { maxItems: MAX_FOLLOWS.post }),
  topics: t.Array(t.String(), { maxItems: MAX_FOLLOWS.topic }),
  courses: t.Array(courseSummary, { maxItems: MAX_FOLLOWS.course }),
})

const Followed = t.Object({ followed: t.Boolean() })

function listFollows(user: Viewer) {
  const { words: _, ...followed } = listEntries(user, 'follows')
  return followed
}

function listMutes(user: Viewer) {
  const { courses: _, ...muted } = listEntries(user, 'mutes')
  return muted
}

export const follows = routes('follows', '/api/v1/follows')
  .get('', async ({ user }) => ok('Followed', listFollows(user)), {
    session: true,
    follower: 'copy',
    ...returns(Follows, 'listFollows', 'List the posts, topics and courses that one follows, the newest first'),
  })
  .put('', async ({ user, body }) => ok('Followed', { followed: await follow(user, body) }), {
    reader: true,
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'CONFLICT'],
    body: Follow,
    ...returns(
      Followed,
      'follow',
      'Follow a post, a topic or a course',
      'A new comment in a followed post, and a new post in a followed topic or course, are told in the inbox.',
    ),
  })
  .delete('', async ({ user, body }) => ok('Not followed', { followed: await unfollow(user, body) }), {
    reader: true,
    body: Follow,
    ...returns(Followed, 'unfollow', 'Follow a post, a topic or a course no longer'),
  })

const Mute = namedObject('Mute', {
  kind: choice(['post', 'topic', 'word']),
  target: target('The id of the post, the topic, or the word (2 to 50 characters, in any case)'),
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
  .put('', async ({ user, body }) => ok('Muted', { muted: await mute(user, body) }), {
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
  .delete('', async ({ user, body }) => ok('Not muted', { muted: await unmute(user, body) }), {
    reader: true,
    body: Mute,
    ...returns(Muted, 'unmute', 'Unmute a thread, a topic or a word'),
  })
