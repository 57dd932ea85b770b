import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { copiedAt, type Failure } from '../../lib/api'
import { me } from '../../lib/me'
import { loginPath } from '../../lib/navigation'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { liveCounts, subscribe } from '../../parts/realtime/subscriptions'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { Participants } from '../../ui/markdown-view'
import { FailureNotice, LineSkeletons, Page, PageLink, useTitle } from '../../ui/page'
import { NewComments } from '../comments/new-comments'
import { linkedComment, sortInAddress, Thread } from '../comments/thread'
import { ThreadSection } from '../comments/thread-section'
import { countView } from './lists'
import { isShared, PostArticle } from './post-article'
import { cachedPost, knownSince, type PostSignal, readPost } from './posts'

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
    const since = post.peek()?.peek() ? knownSince(id) : undefined
    // What is known stays, and says how old it is.
    if ('code' in answer && answer.code === 'UNREACHABLE' && since !== undefined) copiedAt.value ??= since
    else if ('code' in answer) failure.value = answer
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
    return author && !author.alias ? new Map(people).set(author.username, author.id) : people
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
      onMissed: () => counts.during(newComments.catchUp()),
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
  const elsewhere: Partial<Record<Failure['code'], readonly [title: string, why: string]>> = {
    FORBIDDEN: [page.collegeOnly, page.otherCollege],
    NOT_FOUND: [page.missing, page.missingWhy],
    VALIDATION_FAILED: [page.missing, page.missingWhy],
  }
  const [title = page.failed, lead] = elsewhere[failure.code] ?? []
  return (
    <Page title={title} lead={lead}>
      {lead ? <PageLink href="/">{text.frame.home}</PageLink> : <FailureNotice failure={failure} retry={retry} />}
    </Page>
  )
}
