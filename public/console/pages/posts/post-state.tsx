import { me } from '../../../app/lib/accounts/me'
import type { Post } from '../../../app/lib/posts/posts'
import { ContentBadge } from '../../components/moderation/content-badge'
import { ContentButton } from '../../components/moderation/content-button'
import { StatePanel } from '../../components/state-panel'
import { allowedStates, isForeign, POST_STATES } from '../../lib/moderation/content-rules'
import type { PostState } from '../../lib/moderation/moderation'
import { moderationText } from '../../texts/moderation'

type Props = { post: Post; onChange: (state: PostState) => Promise<void> }

export function ContentState({ post, onChange }: Props) {
  const { post: words } = moderationText
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
            {allowedStates(POST_STATES, state, isOwn).map((each) => (
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
