import { useLocation } from 'preact-iso'
import { RemovalNotice } from '../../forum/own-words/removal-notice'
import { listRemovedPosts } from '../../forum/posts/lists'
import { PostList } from '../../forum/posts/post-list'
import { api, envelope, type ResponseData } from '../../lib/api'
import { listOf } from '../../lib/listing'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { text } from '../../texts/core'
import { ownWordsText } from '../../texts/own-words'
import { Listed } from '../../ui/loaded'
import { Markdown } from '../../ui/markdown-view'
import { Time } from '../../ui/time'

const SHOWS = ['posts', 'comments', 'aliases', 'removed'] as const
type Show = (typeof SHOWS)[number]

/** What the own profile shows, as its URL says. */
export const readShow = (show: string | undefined): Show => SHOWS.find((each) => each === show) ?? 'posts'

/** Leads to one's posts, comments, names for threads and removed posts. */
export function OwnWordsNav({ id }: { id: string }) {
  const shown = readShow(useLocation().query.show)
  const { profile } = ownWordsText
  return (
    <nav aria-label={profile.choose} class="flex flex-wrap gap-2">
      {SHOWS.map((show) => (
        <a
          key={show}
          href={show === 'posts' ? `/u/${id}` : `/u/${id}?show=${show}`}
          class="chip"
          aria-current={show === shown ? 'page' : undefined}
        >
          {profile[show]}
        </a>
      ))}
    </nav>
  )
}

const Nothing = ({ children }: { children: string }) => <p class="text-base-content/80 py-8 text-center">{children}</p>

export function RemovedPosts({ id }: { id: string }) {
  const list = useHistoryEntry('removed posts', () => listRemovedPosts(id))
  return <PostList list={list} empty={<Nothing>{ownWordsText.profile.noneRemoved}</Nothing>} />
}

const fetchOwnComments = (query: { cursor?: string }) => envelope(api.comments.mine.get({ query }))

type OwnComment = ResponseData<ReturnType<typeof fetchOwnComments>>['comments'][number]

const listOwnComments = () =>
  listOf(
    fetchOwnComments,
    ({ comments }) => comments,
    ({ id }) => id,
  )

/** Newest first, removed ones too. */
export function OwnComments() {
  const list = useHistoryEntry('own comments', listOwnComments)
  const { profile } = ownWordsText
  return (
    <section aria-label={profile.comments} class="flex flex-col gap-4">
      <Listed
        list={list}
        class="divide-base-300 flex flex-col divide-y"
        empty={<Nothing>{profile.noComments}</Nothing>}
        failed={profile.failed}
        more={profile.more}
      >
        {(comment) => <Comment key={comment.id} comment={comment} />}
      </Listed>
    </section>
  )
}

function Comment({ comment }: { comment: OwnComment }) {
  const { profile } = ownWordsText
  const { id, postId, postTitle, content, createdAt, updatedAt, upvoteCount, downvoteCount, removal } = comment
  return (
    <li class="flex flex-col gap-2 py-4 first:pt-0">
      <p class="text-base-content/80 text-sm break-words">
        {postTitle === null ? (
          profile.gone
        ) : (
          <a dir="auto" href={`/post/${postId}#comment-${id}`} class="link tap font-medium">
            {profile.on(postTitle)}
          </a>
        )}{' '}
        · <Time of={createdAt} />
        {updatedAt !== createdAt && ` · ${text.post.edited}`}
      </p>
      {removal && <RemovalNotice id={id} removal={removal} type="comment" />}
      <Markdown text={content} />
      <p class="text-base-content/80 text-sm">
        {text.post.votes(upvoteCount, downvoteCount)}
        {comment.repliesCount > 0 && ` · ${profile.replies(comment.repliesCount)}`}
      </p>
    </li>
  )
}
