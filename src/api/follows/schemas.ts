import { t } from 'elysia'
import { MAX_FOLLOWS } from '../../core/follows/service'
import { namedPost } from '../../core/posts/titles'
import { choice, faultMessage, named } from '../../lib/schema'

export const Follow = named(
  'Follow',
  t.Object({
    kind: choice(['post', 'topic']),
    target: t.String({
      minLength: 1,
      maxLength: 100,
      description: 'The id of the post, or the topic',
      ...faultMessage('fields.required'),
    }),
  }),
)

export const Follows = named(
  'Follows',
  t.Object({
    posts: t.Array(namedPost, { maxItems: MAX_FOLLOWS.post }),
    topics: t.Array(t.String(), { maxItems: MAX_FOLLOWS.topic }),
  }),
)

export const Followed = t.Object({ followed: t.Boolean() })
