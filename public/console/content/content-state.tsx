import { useRef } from 'preact/hooks'
import { me } from '../../app/account/me'
import type { Post } from '../../app/forum/posts'
import { deskContent } from '../texts/desk-content'
import { ContentBadge } from './content-badge'
import { ContentButton } from './content-button'
import { choicesFrom, isForeign, POST_STATES } from './content-rules'
import type { PostState } from './moderating'

type Props = { post: Post; onChange: (state: PostState) => Promise<void> }

/** What has become of a post, who finds it, and what can be decided about that. */
export function ContentState({ post, onChange }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { post: words } = deskContent
  const { moderationState: state = 'active' } = post
  const isOwn = post.postedBy?.id === me.value?.id
  // The button that was pressed has become another one by then.
  const changed = async (state: PostState) => {
    await onChange(state)
    heading.current?.focus()
  }
  return (
    <section class="border-base-300 rounded-box flex flex-col gap-3 border p-4">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 ref={heading} tabIndex={-1} class="text-lg font-semibold">
          {words.state}
        </h2>
        <ContentBadge state={state} />
      </div>
      <p class="text-base-content/80">
        {words.leads[state]} {post.isPrivate && words.private}
      </p>
      {isForeign(post, me.value!.collegeId) && <p class="font-medium">{words.foreign}</p>}
      <div class="flex flex-wrap gap-2">
        {choicesFrom(POST_STATES, state, isOwn).map((each) => (
          <ContentButton
            key={each}
            type="post"
            id={post.id}
            of={post.title}
            state={each}
            onDone={() => changed(each)}
          />
        ))}
      </div>
      {isOwn && state !== 'active' && <p class="font-medium">{words.own}</p>}
    </section>
  )
}
