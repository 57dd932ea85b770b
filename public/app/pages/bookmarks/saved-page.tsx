import { MembersOnly } from '../../components/auth/members-only'
import { Heading, Nothing, useTitle } from '../../components/page'
import { PostList } from '../../components/posts/post-list'
import { listSavedPosts } from '../../lib/posts/lists'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { postsText } from '../../texts/posts'

export function SavedPage() {
  return (
    <MembersOnly>
      <Saved />
    </MembersOnly>
  )
}

function Saved() {
  useTitle(postsText.saved.title)
  const list = useHistoryEntry('saved', listSavedPosts)
  const empty = (
    <Nothing title={postsText.saved.empty}>
      <p>{postsText.saved.how}</p>
    </Nothing>
  )
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-5">
      <Heading>{postsText.saved.title}</Heading>
      <PostList list={list} empty={empty} />
    </div>
  )
}
