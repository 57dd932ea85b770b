import type { Signal } from '@preact/signals'
import { Markdown } from '../../../app/components/markdown-view'
import { Time } from '../../../app/components/time'
import { isMine } from '../../../app/lib/accounts/me'
import type { Comment } from '../../../app/lib/comments/requests'
import { allowedStates, COMMENT_STATES } from '../../lib/moderation/moderation'
import { moderationText } from '../../texts/moderation'
import { PersonLink } from '../accounts/person-link'
import { EditsButton } from '../edits/edits-button'
import { ContentButton } from './content-button'
import { ContentBadge } from './content-row'

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
      {isOwn && isBanned && <p class="text-sm font-medium">{words.own}</p>}
    </li>
  )
}
