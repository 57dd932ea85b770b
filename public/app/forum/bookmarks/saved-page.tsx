import { forMembers } from '../../campus/auth/members-only'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { postsText } from '../../texts/posts'
import { youText } from '../../texts/you'
import { Heading, Nothing, useTitle } from '../../ui/page'
import { listSavedPosts } from '../posts/lists'
import { PostList } from '../posts/post-list'

export const SavedPage = forMembers(Saved)

function Saved() {
  useTitle(youText.you.saved)
  const list = useHistoryEntry('saved', listSavedPosts)
  const empty = (
    <Nothing title={postsText.saved.empty}>
      <p>{postsText.saved.how}</p>
    </Nothing>
  )
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-5">
      <Heading>{youText.you.saved}</Heading>
      <PostList list={list} empty={empty} />
    </div>
  )
}
