import { EventLine } from '../../../app/components/events/event-line'
import { Icon } from '../../../app/components/icon'
import { Time } from '../../../app/components/time'
import { choiceLabel } from '../../../app/lib/choice-label'
import type { Post } from '../../../app/lib/posts/posts'
import { text } from '../../../app/texts/core'
import type { PostState } from '../../lib/moderation/moderation'
import { moderationText } from '../../texts/moderation'
import { PersonLink } from '../accounts/person-link'
import { Row } from '../panel'

/** A post in a list; links to its page in the console. */
export function ContentRow({ post, isOfOne = false }: { post: Post; isOfOne?: boolean }) {
  const { id, title, topic, isPrivate, postedBy, createdAt, views, upvoteCount, downvoteCount, commentsCount } = post
  const counts = [
    choiceLabel(topic),
    text.post.views(views),
    text.post.votes(upvoteCount, downvoteCount),
    text.post.comments(commentsCount),
  ]
  const isOrdinary = !isPrivate && (post.moderationState ?? 'active') === 'active'
  return (
    <Row>
      <div class="min-w-0 grow basis-64">
        <a
          href={`/console/posts/${id}`}
          class="link link-hover line-clamp-2 font-semibold after:absolute after:inset-0"
        >
          {title}
        </a>
        <EventLine of={post} />
        <span class="text-base-content/80 block text-sm">
          {!isOfOne && (
            <>
              <PersonLink person={postedBy} official={post.official} class="link relative" /> ·{' '}
            </>
          )}
          <Time of={createdAt} /> · {counts.join(' · ')}
        </span>
      </div>
      <span class={`flex flex-wrap items-center gap-2 ${isOrdinary ? 'max-sm:hidden' : ''}`}>
        {isPrivate && (
          <span class="badge bg-base-200 border-0 text-sm">
            <Icon name="lock" class="size-3.5" />
            {text.post.private}
          </span>
        )}
        <ContentBadge state={post.moderationState ?? 'active'} />
      </span>
    </Row>
  )
}

const LOOKS = { banned: 'badge-error', shadow_banned: 'badge-warning' }

export const ContentBadge = ({ state }: { state: PostState }) =>
  state === 'active' ? (
    <span class="text-base-content/80 text-sm">{moderationText.states.active}</span>
  ) : (
    <span class={`badge text-sm whitespace-nowrap ${LOOKS[state]}`}>{moderationText.states[state]}</span>
  )
