import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { BookmarkButton } from '../../components/bookmarks/bookmark-button'
import { CareForReading } from '../../components/care/care-note'
import { ThreadSection } from '../../components/comments/thread-section'
import { ConfirmButton } from '../../components/dialog'
import { EventDetails } from '../../components/events/event-details'
import { FollowButton } from '../../components/following/follow-button'
import { MuteButton } from '../../components/following/mute-button'
import { Icon } from '../../components/icon'
import { Markdown, Participants } from '../../components/markdown-view'
import { HeldNotice, RemovalNotice } from '../../components/own-words/removal-notice'
import { VersionsButton } from '../../components/own-words/versions-button'
import { FailureNotice, Heading, LineSkeletons, Page, PageLink, useTitle } from '../../components/page'
import { Byline, PostLabels } from '../../components/posts/byline'
import { PinButton } from '../../components/posts/pin-button'
import { WhyLine } from '../../components/posts/why-line'
import { ReportButton } from '../../components/reports/report-button'
import { VoteButtons } from '../../components/votes/vote-buttons'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import type { Failure } from '../../lib/api'
import { NewComments } from '../../lib/comments/new-comments'
import { linkedComment, sortInAddress, Thread } from '../../lib/comments/thread'
import { deleteLater } from '../../lib/deletions'
import { go, loginPath } from '../../lib/navigation'
import { countView, postDeletion } from '../../lib/posts/lists'
import { cachedPost, type Post, type PostSignal, readPost } from '../../lib/posts/posts'
import { liveCounts, subscribe } from '../../lib/realtime/subscriptions'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { counted } from '../../texts/numbers'
import { postsText } from '../../texts/posts'

export function PostPage() {
  const { id = '' } = useRoute().params
  if (me.value === undefined) return <Loading />
  return <OnePost key={id} id={id} />
}

function OnePost({ id }: { id: string }) {
  const post = useSignal<PostSignal | undefined>(cachedPost(id))
  const failure = useSignal<Failure | null>(null)
  const { thread, newComments } = useHistoryEntry('post', () => openThread(id))
  const read = async () => {
    failure.value = null
    const answer = await readPost(id)
    if ('code' in answer) failure.value = answer
    else {
      post.value = answer
      if (isShared(answer.peek())) countView(answer)
    }
  }
  useEffect(() => {
    read()
  }, [])
  useLiveUpdates(id, post.value, newComments)
  const participants = useComputed(() => {
    const author = cachedPost(id)?.value?.postedBy
    const people = thread.tree.value.people.value
    return author ? new Map(people).set(author.username, author.id) : people
  })
  if (failure.value) return <NotReadable failure={failure.value} retry={read} />
  if (!post.value?.value) return <Loading />
  return (
    <Participants.Provider value={participants}>
      <div class="mx-auto flex max-w-2xl flex-col gap-8">
        <PostArticle post={post.value} />
        {isShared(post.value.value) && <ThreadSection thread={thread} newComments={newComments} />}
      </div>
    </Participants.Provider>
  )
}

/** Whether others read it, too: neither removed nor held. */
const isShared = (post: Post | null): boolean => post?.removal === undefined && post?.held === undefined

function openThread(postId: string) {
  const thread = new Thread(postId, linkedComment(location), sortInAddress(location.search))
  return { thread, newComments: new NewComments(thread) }
}

/** Subscribes to the counts and new comments of the post. */
function useLiveUpdates(id: string, post: PostSignal | undefined, newComments: NewComments): void {
  useEffect(() => {
    if (post === undefined) return
    const counts = liveCounts(post)
    const unfollow = subscribe(id, {
      onCounts: counts.receive,
      onComment: (commentId) => newComments.add(commentId),
      onMissed: () => newComments.catchUp(),
    })
    return () => {
      unfollow()
      counts.stop()
    }
  }, [id, post, newComments])
}

function Loading() {
  useTitle(postsText.page.loading)
  return (
    <div class="mx-auto max-w-2xl">
      <LineSkeletons />
    </div>
  )
}

function NotReadable({ failure, retry }: { failure: Failure; retry: () => void }) {
  const { page } = postsText
  if (failure.code === 'UNAUTHENTICATED')
    return (
      <Page title={page.collegeOnly} lead={page.signInToRead}>
        <PageLink href={loginPath()}>{text.frame.signIn}</PageLink>
      </Page>
    )
  if (failure.code === 'FORBIDDEN') return <Elsewhere title={page.collegeOnly} lead={page.otherCollege} />
  if (failure.code === 'NOT_FOUND' || failure.code === 'VALIDATION_FAILED')
    return <Elsewhere title={page.missing} lead={page.missingWhy} />
  return (
    <Page title={page.failed}>
      <FailureNotice failure={failure} retry={retry} />
    </Page>
  )
}

function Elsewhere({ title, lead }: { title: string; lead: string }) {
  return (
    <Page title={title} lead={lead}>
      <PageLink href="/">{text.frame.home}</PageLink>
    </Page>
  )
}

const ACTION = 'btn btn-ghost btn-sm px-2 font-medium'

function PostArticle({ post: known }: { post: PostSignal }) {
  const post = known.value!
  useTitle(post.title)
  return (
    <article class="flex flex-col gap-4">
      {post.held && <HeldNotice state={post.held} />}
      {post.moderationState === 'banned' && <RemovalNotice id={post.id} removal={post.removal} type="post" />}
      <Heading class="text-2xl leading-tight font-bold sm:text-3xl">{post.title}</Heading>
      <Byline
        by={post.postedBy}
        official={post.official}
        createdAt={post.createdAt}
        updatedAt={post.updatedAt}
        withCollege
      />
      <div class="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
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
      <CareForReading />
      {!post.held && <Actions known={known} />}
      {isShared(post) && <WhyLine id={post.id} />}
    </article>
  )
}

function Actions({ known }: { known: PostSignal }) {
  const post = known.value!
  const isOwn = me.value?.id === post.postedBy?.id && post.postedBy !== null
  return (
    <div class="-ms-1 flex flex-wrap items-center gap-1">
      <VoteButtons item={known} targetType="post" isOwn={isOwn || post.moderationState === 'banned'} />
      {!post.removal && (
        <>
          <BookmarkButton post={known} />
          <ShareButton title={post.title} path={`/post/${post.id}`} />
          <FollowButton kind="post" target={post.id} title={post.title} class={ACTION} />
          {me.value && <MuteButton kind="post" target={post.id} title={post.title} class={ACTION} />}
        </>
      )}
      {isOwn || (post.official && me.value && me.value.role !== 'user') ? (
        <OwnPost post={known} id={post.id} isRemoved={post.removal !== undefined} />
      ) : (
        <ReportButton class={ACTION} target={{ type: 'Post', id: post.id, postId: post.id, by: post.postedBy }} />
      )}
      <PinButton post={post} class={ACTION} />
      <VersionsButton
        target={{ type: 'post', id: post.id }}
        class={ACTION}
        by={post.postedBy}
        createdAt={post.createdAt}
        updatedAt={post.updatedAt}
      />
    </div>
  )
}

function ShareButton({ title, path }: { title: string; path: string }) {
  const { page } = postsText
  const share = async () => {
    const url = location.origin + path
    try {
      if ('share' in navigator) await navigator.share({ title, url })
      else {
        await (navigator as Navigator).clipboard.writeText(url)
        announce(page.copied)
      }
    } catch (error) {
      // Closing the system's share dialog is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) announce(page.copyFailed(url))
    }
  }
  return (
    <button type="button" class={ACTION} aria-label={page.share} onClick={share}>
      <Icon name="share" />
      <span class="hidden sm:inline">{page.share}</span>
    </button>
  )
}

function OwnPost({ post, id, isRemoved }: { post: PostSignal; id: string; isRemoved: boolean }) {
  const { page } = postsText
  const remove = () => {
    const { hide, restore, send } = postDeletion(post, post.peek()!)
    deleteLater({
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
      send,
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
