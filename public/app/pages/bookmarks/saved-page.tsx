import { MembersOnly } from '../../components/auth/members-only'
import { Heading, Nothing, useTitle } from '../../components/page'
import { PostList } from '../../components/posts/post-list'
import { listSavedPosts } from '../../lib/posts/posts'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { text } from '../../texts/core'

export function SavedPage() {
  return (
    <MembersOnly>
      <Saved />
    </MembersOnly>
  )
}

function Saved() {
  useTitle(text.saved.title)
  const list = useHistoryEntry('saved', listSavedPosts)
  const empty = (
    <Nothing title={text.saved.empty}>
      <p>{text.saved.how}</p>
    </Nothing>
  )
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-5">
      <Heading>{text.saved.title}</Heading>
      <PostList list={list} empty={empty} />
    </div>
  )
}
