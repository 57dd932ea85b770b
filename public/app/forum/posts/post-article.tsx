import { deleteLater } from '../../campus/auth/deletions'
import { isMine, me } from '../../lib/me'
import { go } from '../../lib/navigation'
import { share } from '../../lib/share'
import { ReportButton } from '../../order/reports/report-button'
import { CareForReading } from '../../parts/care/care-note'
import { EventDetails } from '../../parts/events/event-details'
import { FollowButton, MuteButton } from '../../parts/following/following-buttons'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { counted } from '../../texts/numbers'
import { postsText } from '../../texts/posts'
import { ConfirmButton } from '../../ui/dialog'
import { Icon } from '../../ui/icon'
import { Markdown } from '../../ui/markdown-view'
import { Heading, useTitle } from '../../ui/page'
import { BookmarkButton } from '../bookmarks/bookmark-button'
import { HeldNotice, RemovalNotice } from '../own-words/removal-notice'
import { VersionsButton } from '../own-words/versions-button'
import { OpenPicture } from '../pictures/open-picture'
import { PollPart } from '../polls/poll-part'
import { VoteButtons } from '../votes/vote-buttons'
import { Byline, PostLabels } from './byline'
import { postDeletion } from './lists'
import { PinButton } from './pin-button'
import type { Post, PostSignal } from './posts'
import { WhyLine } from './why-line'

/** Whether others read it, too: neither removed nor held. */
export const isShared = (post: Post | null): boolean => post?.removal === undefined && post?.held === undefined

const ACTION = 'btn btn-ghost btn-sm px-2 font-medium'

/** The post itself, with what its readers and its author can do. */
export function PostArticle({ post: known }: { post: PostSignal }) {
  const post = known.value!
  useTitle(post.title)
  return (
    <article class="flex flex-col gap-4">
      {post.held && <HeldNotice state={post.held} />}
      {post.moderationState === 'banned' && <RemovalNotice id={post.id} removal={post.removal} type="post" />}
      <Heading class="text-2xl leading-tight font-bold sm:text-3xl">{post.title}</Heading>
      <Byline by={post.postedBy} of={post} withCollege />
      <div class="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 *:first:flex-[1_10rem]">
        <PostLabels post={post} />
        <span class="text-base-content/80 flex items-center gap-1.5 text-sm tabular-nums">
          <Icon name="eye" />
          <span aria-hidden="true">{counted(post.views, language.value)}</span>
          <span class="sr-only">{text.post.views(post.views)}</span>
        </span>
      </div>
      {post.startsAt && (
        <EventDetails id={post.id} startsAt={post.startsAt} place={post.place} isRemoved={post.removal !== undefined} />
      )}
      <Markdown text={post.content} />
      {post.poll && <PollPart post={known} />}
      {post.picture && <OpenPicture of={post.picture} />}
      <CareForReading postId={post.id} />
      {!post.held && <Actions known={known} />}
      {isShared(post) && <WhyLine id={post.id} />}
    </article>
  )
}

function Actions({ known }: { known: PostSignal }) {
  const post = known.value!
  const isOwn = isMine(post.postedBy)
  return (
    <div class="-ms-1 flex flex-wrap items-center gap-1">
      <VoteButtons item={known} targetType="post" isOwn={isOwn || post.moderationState === 'banned'} />
      {!post.removal && (
        <>
          <BookmarkButton post={known} />
          <ShareButton title={post.title} path={`/post/${post.id}`} />
          <FollowButton kind="post" target={post.id} class={ACTION} />
          {me.value && <MuteButton kind="post" target={post.id} class={ACTION} />}
        </>
      )}
      {isOwn || (post.official && me.value && me.value.role !== 'user') ? (
        <OwnPost post={known} id={post.id} isRemoved={post.removal !== undefined} />
      ) : (
        <ReportButton class={ACTION} target={{ type: 'Post', id: post.id, postId: post.id, by: post.postedBy }} />
      )}
      <PinButton post={post} class={ACTION} />
      <VersionsButton type="post" of={post} by={post.postedBy} class={ACTION} />
    </div>
  )
}

function ShareButton({ title, path }: { title: string; path: string }) {
  const { page } = postsText
  const url = location.origin + path
  return (
    <button
      type="button"
      class={ACTION}
      aria-label={page.share}
      onClick={() => share({ title, url }, page.copied, page.copyFailed(url))}
    >
      <Icon name="share" />
      <span class="hidden sm:inline">{page.share}</span>
    </button>
  )
}

function OwnPost({ post, id, isRemoved }: { post: PostSignal; id: string; isRemoved: boolean }) {
  const { page } = postsText
  const remove = () => {
    const { hide, restore, ...deletion } = postDeletion(post, post.peek()!)
    deleteLater({
      ...deletion,
      done: page.deleted,
      undo: page.undo,
      hide: () => {
        hide()
        go('/')
      },
      restore: () => {
        restore()
        go(`/post/${id}`)
      },
    })
  }
  return (
    <>
      {!isRemoved && (
        <a href={`/post/${id}/edit`} class={ACTION} aria-label={page.edit}>
          <Icon name="pen" />
          <span class="hidden sm:inline">{page.edit}</span>
        </a>
      )}
      <ConfirmButton
        class={ACTION}
        question={page.deleteQuestion}
        consequence={page.deleteConsequence}
        confirm={page.delete}
        onConfirm={remove}
      >
        <Icon name="bin" />
        <span class="sr-only sm:not-sr-only">{page.delete}</span>
      </ConfirmButton>
    </>
  )
}
