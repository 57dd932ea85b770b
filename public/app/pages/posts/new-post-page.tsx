import { useLocation } from 'preact-iso'
import { MembersOnly } from '../../components/auth/members-only'
import { Page } from '../../components/page'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { go } from '../../lib/navigation'
import { cachePost } from '../../lib/posts/posts'
import { postsText } from '../../texts/posts'
import { PostForm } from './post-form'

export function NewPostPage() {
  return (
    <MembersOnly>
      <Write />
    </MembersOnly>
  )
}

function Write() {
  const { topic = '' } = useLocation().query
  const { writing } = postsText
  return (
    <Page title={writing.title}>
      <PostForm
        about="new-post"
        initial={{ title: '', content: '', topic, isPrivate: false }}
        send={writing.publish}
        onSend={(input) => envelope(api.posts.post(input))}
        onDone={(post) => {
          cachePost(post)
          announce(writing.published)
          go(`/post/${post.id}`, true)
        }}
      />
    </Page>
  )
}
