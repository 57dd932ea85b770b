import type { Signal } from '@preact/signals'
import type { Comment } from '../../../app/forum/comments/requests'
import type { Post } from '../../../app/forum/posts/posts'
import { choiceLabel } from '../../../app/lib/choice-label'
import { isMine } from '../../../app/lib/me'
import { EventLine } from '../../../app/parts/events/event-line'
import { language } from '../../../app/texts/catalogue'
import { text } from '../../../app/texts/core'
import { Explanation } from '../../../app/ui/explanation'
import { Icon } from '../../../app/ui/icon'
import { Markdown } from '../../../app/ui/markdown-view'
import { Time } from '../../../app/ui/time'
import { formatMoment } from '../../campus/accounts/people'
import { PersonLink } from '../../campus/accounts/person-link'
import { EditsButton } from '../../forum/edits/edits-button'
import { loadOverview } from '../../lib/overview'
import type { Resource } from '../../lib/page'
import { accountsText } from '../../texts/accounts'
import { consoleText } from '../../texts/console'
import { moderationText } from '../../texts/moderation'
import { Loaded, Row } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'
import {
  allowedStates,
  COMMENT_STATES,
  type CommentState,
  type Decision,
  type History,
  moderateComment,
  moderatePost,
  type PostState,
} from './moderation'
import { ReasonField, ReasonFields } from './reason-fields'
import { whyIn } from './reasons'

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

type Content = { type: 'post'; state: PostState } | { type: 'comment'; state: CommentState }

type ContentButtonProps = Content & {
  id: string
  /** The author or the title, for screen readers. */
  of: string
  onDone: () => void
}

export function ContentButton({ of, id, onDone, ...content }: ContentButtonProps) {
  const { decide } = moderationText
  const send = async (values: FormData) =>
    content.type === 'post'
      ? moderatePost(id, content.state, whyIn(values))
      : moderateComment(id, content.state, whyIn(values))
  const chooseText = (words: typeof decide.titles | typeof decide.done) =>
    content.type === 'post' ? words.post[content.state] : words.comment[content.state]
  return (
    <RowForm
      of={of}
      isMain={content.state === 'active'}
      words={stateVerb(content.state)}
      title={chooseText(decide.titles)}
      lead={decide.leads[content.state]}
      isGrave={content.state !== 'active'}
      send={send}
      done={chooseText(decide.done)}
      onDone={() => {
        // The decision may have closed open reports.
        loadOverview()
        onDone()
      }}
    >
      {content.state === 'banned' ? (
        <ReasonFields hint={decide.reasonEmailed} />
      ) : (
        <ReasonField label={consoleText.words.reason} hint={decide.reasonSecret} />
      )}
    </RowForm>
  )
}

const stateVerb = (state: PostState): string =>
  ({
    active: moderationText.decide.activate,
    banned: moderationText.decide.ban,
    shadow_banned: moderationText.decide.shadow,
  })[state]

type Listed = Comment & { postTitle?: string }

/** A comment in a list, below its post, or of one author and with the post it is on. */
export function CommentRow({ comment: shown }: { comment: Signal<Listed> }) {
  const comment = shown.value
  const { comments: words } = moderationText
  const { id, content, commentedBy, createdAt, parentCommentId, isBanned, isDeleted, postId, postTitle } = comment
  if (isDeleted) return <li class="text-base-content/80 p-3 text-sm italic sm:px-4">{words.deleted}</li>
  const state = isBanned ? 'banned' : 'active'
  const isOwn = isMine(commentedBy)
  return (
    <li class="flex flex-col gap-2 p-3 sm:px-4">
      <p class="text-sm break-words">
        {postTitle === undefined ? (
          <PersonLink person={commentedBy} official={comment.official} />
        ) : (
          <a dir="auto" href={`/console/posts/${postId}`} class="link font-medium">
            {postTitle}
          </a>
        )}
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
            of={postTitle ?? commentedBy?.username ?? ''}
            state={each}
            onDone={() => (shown.value = { ...comment, isBanned: each === 'banned' })}
          />
        ))}
        <EditsButton target={{ type: 'comment', id }} of={postTitle ?? commentedBy?.username ?? ''} />
      </div>
      {isOwn && isBanned && <p class="text-sm font-medium">{moderationText.post.own}</p>}
    </li>
  )
}

export function HistoryList({ resource }: { resource: Resource<History> }) {
  return (
    <Loaded resource={resource}>
      {({ history }) =>
        history.length === 0 ? (
          <p class="text-base-content/80">{accountsText.history.empty}</p>
        ) : (
          <ol class="card divide-base-300 divide-y">
            {history.map((decision) => (
              <li key={decision.id} class="flex flex-col gap-1 p-3 sm:px-4">
                <p class="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span class="font-semibold">{decisionText(decision)}</span>
                  <span class="text-base-content/80 text-sm">
                    {decision.moderator ? <PersonLink person={decision.moderator} /> : accountsText.history.noModerator}{' '}
                    · <Time of={decision.createdAt} />
                  </span>
                </p>
                <div class="text-base-content/80">
                  <Explanation of={decision} />
                </div>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

export function decisionText({ resource, state, ends }: Decision): string {
  const { history } = accountsText
  if (state === 'suspended') return history.suspended(formatMoment(ends ?? '', language.value))
  return resource === 'user' && state === 'active' ? history.lifted : history.states[state]
}
