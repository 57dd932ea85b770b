import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { MembersOnly } from '../../components/auth/members-only'
import { FailureNotice } from '../../components/failure-notice'
import { Page } from '../../components/page'
import { LineSkeletons } from '../../components/skeleton'
import { announce } from '../../lib/announcements'
import { api, envelope, type Failure } from '../../lib/api'
import { go } from '../../lib/navigation'
import { cachedPost, cachePost, type PostSignal, readPost } from '../../lib/posts/posts'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { PostForm } from './post-form'

export function EditPostPage() {
  const { id = '' } = useRoute().params
  return (
    <MembersOnly>
      <Page title={postsText.writing.editTitle}>
        <Edit key={id} id={id} />
      </Page>
    </MembersOnly>
  )
}

function Edit({ id }: { id: string }) {
  const post = useSignal<PostSignal | undefined>(cachedPost(id))
  const failure = useSignal<Failure | null>(null)
  useEffect(() => {
    if (post.value) return
    readPost(id).then((answer) => {
      if ('code' in answer) failure.value = answer
      else post.value = answer
    })
  }, [id, post, failure])
  if (failure.value) return <FailureNotice failure={failure.value} />
  const before = post.value?.peek()
  if (!before) return <LineSkeletons />
  const { title, content, topic, isPrivate } = before
  return (
    <PostForm
      about={`edit-${id}`}
      initial={{ title, content, topic, isPrivate }}
      send={text.common.save}
      onSend={(input) => envelope(api.posts({ id }).patch(input))}
      onDone={(changed) => {
        cachePost(changed)
        announce(postsText.writing.changed)
        go(`/post/${id}`, true)
      }}
    />
  )
}
