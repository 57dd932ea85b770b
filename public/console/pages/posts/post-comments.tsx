import type { Signal } from '@preact/signals'
import { Choice } from '../../../app/components/choice'
import { FailureNotice } from '../../../app/components/failure-notice'
import { Markdown } from '../../../app/components/markdown-view'
import { MoreButton } from '../../../app/components/more-button'
import { LineSkeletons } from '../../../app/components/skeleton'
import { Time } from '../../../app/components/time'
import { me } from '../../../app/lib/accounts/me'
import type { Comment } from '../../../app/lib/comments/comments'
import { PersonLink } from '../../components/accounts/person-link'
import { ContentBadge } from '../../components/moderation/content-badge'
import { ContentButton } from '../../components/moderation/content-button'
import type { CommentList } from '../../lib/moderation/content'
import { allowedStates, COMMENT_STATES, type CommentStateFilter } from '../../lib/moderation/content-rules'
import { moderationText } from '../../texts/moderation'

export function ContentComments({ comments }: { comments: CommentList }) {
  const { comments: words, states } = moderationText
  const list = comments.list.value
  const { items, begun, loading, failure } = list
  const none = { all: words.none, active: words.noneActive, banned: words.noneBanned }
  return (
    <section class="flex flex-col gap-3" id="comments" aria-busy={loading.value}>
      <div class="flex flex-wrap items-center justify-between gap-3">
        <h2 class="text-lg font-semibold">{words.title}</h2>
        <Choice<CommentStateFilter>
          label={words.state}
          value={comments.asked.value}
          options={[['all', words.every], ...COMMENT_STATES.map((state) => [state, states[state]] as const)]}
          onChoose={(asked) => comments.narrow(asked)}
        />
      </div>
      {items.value.length > 0 && (
        <ul class="border-base-300 rounded-box divide-base-300 divide-y border">
          {items.value.map((comment) => (
            <CommentItem key={comment.peek().id} comment={comment} />
          ))}
        </ul>
      )}
      {begun.value && items.value.length === 0 && <p class="text-base-content/80">{none[comments.asked.value]}</p>}
      {failure.value && <FailureNotice failure={failure.value} retry={() => list.more()} />}
      {loading.value && <LineSkeletons />}
      <MoreButton list={list} class="self-start" />
    </section>
  )
}

function CommentItem({ comment: shown }: { comment: Signal<Comment> }) {
  const comment = shown.value
  const { comments: words } = moderationText
  const { id, content, commentedBy, createdAt, parentCommentId, isBanned, isDeleted } = comment
  if (isDeleted) return <li class="text-base-content/80 p-3 text-sm italic sm:px-4">{words.deleted}</li>
  const state = isBanned ? 'banned' : 'active'
  const isOwn = commentedBy?.id === me.value?.id
  return (
    <li class="flex flex-col gap-2 p-3 sm:px-4">
      <p class="text-sm">
        <PersonLink person={commentedBy} />
        <span class="text-base-content/80">
          {' · '}
          <Time of={createdAt} />
          {parentCommentId && ` · ${words.reply}`}
        </span>
        {isBanned && (
          <>
            {' '}
            <ContentBadge state={state} />
          </>
        )}
      </p>
      <Markdown text={content} />
      {/* Without a key, so that the focused button becomes the next one and keeps the focus. */}
      <div class="flex flex-wrap gap-2">
        {allowedStates(COMMENT_STATES, state, isOwn).map((each) => (
          <ContentButton
            type="comment"
            id={id}
            of={commentedBy?.username ?? ''}
            state={each}
            onDone={() => {
              shown.value = { ...comment, isBanned: each === 'banned' }
            }}
          />
        ))}
      </div>
      {isOwn && isBanned && <p class="text-sm font-medium">{words.own}</p>}
    </li>
  )
}
