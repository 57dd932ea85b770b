import { Byline } from '../../forum/posts/byline'
import { choiceLabel } from '../../lib/choice-label'
import { text } from '../../texts/core'
import { searchText } from '../../texts/search'
import { Avatar } from '../../ui/avatar'
import { plainSegments } from './plain-segments'
import type { CommentFound, Item, PersonFound, PostFound, Segment } from './search'

/** There is room for when it was written. */
const unedited = ({ official, createdAt }: Parameters<typeof Byline>[0]['of']) => ({ official, createdAt })

const CARD = 'card flex flex-col gap-1 px-4 pt-2 pb-4'

export function SearchResult({ item }: { item: Item }) {
  if ('comment' in item) return <CommentResult {...item} />
  return 'post' in item ? <PostResult {...item} /> : <PersonResult {...item} />
}

/** The text, with what was searched for marked. */
function Segments({ of }: { of: readonly Segment[] }) {
  return <>{of.map(({ text: part, isHit }, at) => (isHit ? <mark key={at}>{part}</mark> : part))}</>
}

function PostResult({ post, title, snippet }: PostFound) {
  return (
    <li class={CARD}>
      <h2 dir="auto" class="font-semibold break-words">
        <a href={`/post/${post.id}`} class="tap block py-2 hover:underline">
          <Segments of={title} />
        </a>
      </h2>
      <p dir="auto" class="text-base-content/80 text-sm break-words">
        <Segments of={plainSegments(snippet)} />
      </p>
      <Byline by={post.postedBy} of={unedited(post)} topic={choiceLabel(post.topic)} />
    </li>
  )
}

function CommentResult({ comment, post, snippet }: CommentFound) {
  return (
    <li class={CARD}>
      <a href={`/post/${post.id}?comment=${comment.id}`} dir="auto" class="tap block py-2 break-words hover:underline">
        <Segments of={plainSegments(snippet)} />
      </a>
      <p dir="auto" class="text-base-content/80 text-sm break-words">
        {searchText.search.on}: {post.title}
      </p>
      <Byline by={comment.commentedBy} of={unedited(comment)} topic="" />
    </li>
  )
}

function PersonResult({ id, username, branch, karma }: PersonFound) {
  return (
    <li class={CARD}>
      <a href={`/u/${id}`} class="flex min-h-11 items-center gap-3">
        <Avatar name={username} />
        <span class="min-w-0 leading-snug">
          <span class="block truncate font-medium">{username}</span>
          <span class="text-base-content/80 text-sm">
            {[branch, text.frame.karma(karma)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </a>
    </li>
  )
}
