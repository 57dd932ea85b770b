import { MembersOnly } from '../../components/auth/members-only'
import { Heading, useTitle } from '../../components/page'
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
    <div class="card  border-dashed px-6 py-12 text-center">
      <p class="text-lg font-medium">{text.saved.empty}</p>
      <p class="text-base-content/80 mt-2">{text.saved.how}</p>
    </div>
  )
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-5">
      <Heading class="text-2xl font-bold">{text.saved.title}</Heading>
      <PostList list={list} empty={empty} />
    </div>
  )
}
