import { t } from 'elysia'
import { MAX_MUTES } from '../../core/mutes/service'
import { namedPost } from '../../core/posts/titles'
import { choice, faultMessage, named } from '../../lib/schema'

export const Mute = named(
  'Mute',
  t.Object({
    kind: choice(['post', 'topic', 'word']),
    target: t.String({
      minLength: 1,
      maxLength: 100,
      description: 'The id of the post, the topic, or the word (2 to 50 characters, in any case)',
      ...faultMessage('fields.required'),
    }),
  }),
)

export const Mutes = named(
  'Mutes',
  t.Object({
    posts: t.Array(namedPost, { maxItems: MAX_MUTES.post }),
    topics: t.Array(t.String(), { maxItems: MAX_MUTES.topic }),
    words: t.Array(t.String(), { maxItems: MAX_MUTES.word }),
  }),
)

export const Muted = t.Object({ muted: t.Boolean() })
