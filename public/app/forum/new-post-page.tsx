import { useLocation } from 'preact-iso'
import { MembersOnly } from '../account/members-only'
import { Page } from '../parts/page'
import { announce } from '../services/announcements'
import { api, envelope } from '../services/api'
import { go } from '../services/navigation'
import { postText } from '../texts/post'
import { PostForm } from './post-form'
import { note } from './posts'

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
