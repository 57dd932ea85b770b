import { useLocation } from 'preact-iso'
import { announce } from '../announcements'
import { api, envelope } from '../api'
import { go } from '../navigation'
import { MembersOnly } from '../parts/members-only'
import { Page } from '../parts/page'
import { PostForm } from '../parts/post-form'
import { note } from '../posts'
import { postText } from '../texts/post'

export function NewPostPage() {
  return (
    <MembersOnly>
      <Write />
    </MembersOnly>
  )
}

function Write() {
  const { topic = '' } = useLocation().query
  const { writing } = postText
  return (
    <Page title={writing.title}>
      <PostForm
        about="new-post"
        initial={{ title: '', content: '', topic, isPrivate: false }}
        send={writing.publish}
        onSend={(input) => envelope(api.posts.post(input))}
        onDone={(post) => {
          note(post)
          announce(writing.published)
          go(`/post/${post.id}`, true)
        }}
      />
    </Page>
  )
}
