import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { forMembers } from '../../campus/auth/members-only'
import { api, envelope, type Failure } from '../../lib/api'
import { readDraft, sendingKey } from '../../lib/draft-forms'
import { isListed, NEW_POST, savedDrafts } from '../../lib/drafts'
import { mayWrite, me } from '../../lib/me'
import type { PostInput } from '../../lib/waiting'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { FailureNotice, LineSkeletons, Page } from '../../ui/page'
import { keepForLater } from '../outbox/outbox'
import { sendPictured } from '../pictures/kept'
import { createPost, type Sent } from './delayed'
import { PostForm } from './post-form'
import { cachedPost, type PostSignal, readPost } from './posts'

export const NewPostPage = forMembers(Write)

function Write() {
  const { topic = '', course = null } = useLocation().query
  const { writing } = postsText
  return (
    <Page title={text.frame.newPost}>
      <OtherDrafts />
      {mayWrite.value && (
        <PostForm
          about={NEW_POST}
          initial={{ title: '', content: '', topic, isPrivate: false, course }}
          send={writing.publish}
          isNew
          onSend={publish}
          done={writing.published}
        />
      )}
      {!mayWrite.value && me.value!.blocked && <p>{writing.suspended}</p>}
      {!mayWrite.value && !me.value!.blocked && (
        <a href="/settings#membership" class="btn btn-outline self-start">
          {writing.renew}
        </a>
      )}
    </Page>
  )
}

async function publish(input: PostInput, isDelayed: boolean): Promise<Sent | Failure> {
  const answer = await createPost(input, await sendingKey(NEW_POST), isDelayed)
  // What waits is sent under one's own name.
  if (answer.success || answer.code !== 'UNREACHABLE' || input.official) return answer
  await keepForLater(NEW_POST, { kind: 'post', input, isDelayed })
  return { success: true, data: { waits: true } }
}

/** Leads to drafts that are not in this form. */
function OtherDrafts() {
  const own = readDraft(NEW_POST)
  const count = savedDrafts().filter(isListed).length - Number(Object.keys(own).length > 0)
  if (count <= 0) return null
  return (
    <a href="/drafts" class="link self-start text-sm">
      {postsText.writing.otherDrafts(count)}
    </a>
  )
}

export const EditPostPage = forMembers(() => {
  const { id = '' } = useRoute().params
  return (
    <Page title={postsText.writing.editTitle}>
      <Edit key={id} id={id} />
    </Page>
  )
})

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
  const { title, content, topic, isPrivate, question, startsAt = null, place = null, course, picture } = before
  return (
    <PostForm
      about={`edit-${id}`}
      initial={{
        title,
        content,
        topic,
        isPrivate,
        question: question !== undefined,
        startsAt,
        place,
        course: course?.id ?? null,
        ...(picture ? { picture: { id: picture.id, alt: picture.alt } } : {}),
      }}
      send={text.common.save}
      onSend={(input) =>
        sendPictured(picture ? { picture: null, ...input } : input, (whole) => envelope(api.posts({ id }).patch(whole)))
      }
      done={postsText.writing.changed}
    />
  )
}
