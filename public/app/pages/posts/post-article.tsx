import { BookmarkButton } from '../../components/bookmarks/bookmark-button'
import { ConfirmButton } from '../../components/confirm-button'
import { Icon } from '../../components/icon'
import { Markdown } from '../../components/markdown-view'
import { Notice } from '../../components/notice'
import { Heading, useTitle } from '../../components/page'
import { Byline, PostLabels } from '../../components/posts/byline'
import { ReportButton } from '../../components/reports/report-button'
import { VoteButtons } from '../../components/votes/vote-buttons'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { failureMessage } from '../../lib/failures'
import { go } from '../../lib/navigation'
import { deletePost, type PostSignal } from '../../lib/posts/posts'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { counted } from '../../texts/numbers'
import { postsText } from '../../texts/posts'

const ACTION = 'btn btn-ghost btn-sm px-2 font-medium'

export function PostArticle({ post: known }: { post: PostSignal }) {
  const post = known.value!
  useTitle(post.title)
  const isOwn = me.value && me.value.id === post.postedBy?.id
  return (
    <article class="flex flex-col gap-4">
      {post.moderationState === 'banned' && (
        <Notice kind="info">
          <p>{postsText.page.removed}</p>
        </Notice>
      )}
      <Byline by={post.postedBy} createdAt={post.createdAt} updatedAt={post.updatedAt} withCollege />
      <Heading class="text-2xl leading-tight font-bold sm:text-3xl">{post.title}</Heading>
      <PostLabels post={post} />
      <Markdown text={post.content} />
      <div class="border-base-300 -ms-1 flex flex-wrap items-center gap-1 border-y py-2">
        <VoteButtons item={known} targetType="post" />
        <BookmarkButton post={known} />
        <ShareButton title={post.title} path={`/post/${post.id}`} />
        {isOwn ? (
          <OwnPost post={known} id={post.id} />
        ) : (
          <ReportButton class={ACTION} target={{ type: 'Post', id: post.id, postId: post.id, by: post.postedBy }} />
        )}
        <span class="text-base-content/80 ms-auto flex items-center gap-1.5 px-2 text-sm tabular-nums">
          <Icon name="eye" />
          <span aria-hidden="true">{counted(post.views, language.value)}</span>
          <span class="sr-only">{text.post.views(post.views)}</span>
        </span>
      </div>
    </article>
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

function OwnPost({ post, id }: { post: PostSignal; id: string }) {
  const { page } = postsText
  const remove = async () => {
    const failure = await deletePost(post)
    announce(failure ? failureMessage(failure) : page.deleted)
    if (!failure) go('/')
  }
  return (
    <>
      <a href={`/post/${id}/edit`} class={ACTION} aria-label={page.edit}>
        <Icon name="pen" />
        <span class="hidden sm:inline">{page.edit}</span>
      </a>
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
