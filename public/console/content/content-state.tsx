import { me } from '../../app/account/me'
import type { Post } from '../../app/forum/posts'
import { StatePanel } from '../parts/state-panel'
import { deskContent } from '../texts/desk-content'
import { ContentBadge } from './content-badge'
import { ContentButton } from './content-button'
import { choicesFrom, isForeign, POST_STATES } from './content-rules'
import type { PostState } from './moderating'

type Props = { post: Post; onChange: (state: PostState) => Promise<void> }

/** What has become of a post, who finds it, and what can be decided about that. */
export function ContentState({ post, onChange }: Props) {
  const { post: words } = deskContent
  const { moderationState: state = 'active' } = post
  const isOwn = post.postedBy?.id === me.value?.id
  return (
    <StatePanel title={words.state} badge={<ContentBadge state={state} />}>
      {(rest) => (
        <>
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
                onDone={() => onChange(each).then(rest)}
              />
            ))}
          </div>
          {isOwn && state !== 'active' && <p class="font-medium">{words.own}</p>}
        </>
      )}
    </StatePanel>
  )
}
