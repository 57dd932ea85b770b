import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { PostLabels } from '../../../app/forum/posts/byline'
import { PinButton } from '../../../app/forum/posts/pin-button'
import type { Post } from '../../../app/forum/posts/posts'
import { isMine, me } from '../../../app/lib/me'
import { useHistoryEntry } from '../../../app/lib/scroll-restoration'
import { EventLine } from '../../../app/parts/events/event-line'
import { text } from '../../../app/texts/core'
import { Choice } from '../../../app/ui/choice'
import { Markdown } from '../../../app/ui/markdown-view'
import { LineSkeletons } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { PersonLink } from '../../campus/accounts/person-link'
import { useResource } from '../../lib/page'
import { CommentRow, ContentBadge, ContentButton, HistoryList } from '../../order/moderation/content'
import {
  allowedStates,
  COMMENT_STATES,
  CommentList,
  type CommentStateFilter,
  isForeign,
  POST_STATES,
  type PostState,
  readHistory,
  readPost,
} from '../../order/moderation/moderation'
import { Notes } from '../../order/notes/notes'
import { consoleText } from '../../texts/console'
import { moderationText } from '../../texts/moderation'
import { ListingSection, Loaded, Panel, Section, StatePanel } from '../../ui/panel'
import { PollChoices } from '../../ui/poll-choices'
import { EditsButton } from '../edits/edits-button'
import { HiddenPicture } from '../pictures/hidden-picture'

export function PostPage() {
  const id = encodeURIComponent(useRoute().params.id ?? '')
  const post = useResource('console post', () => readPost(id))
  const history = useResource('console history', () => readHistory(id))
  const comments = useHistoryEntry('console comments', () => new CommentList(id))
  useEffect(() => {
    if (!comments.list.peek().begun.peek()) comments.list.peek().more()
  }, [comments])
  const { post: words } = moderationText
  const currentPost = post.data.value
  return (
    <Panel
      title={currentPost?.title ?? words.title}
      actions={
        currentPost && (
          <span class="flex flex-wrap gap-2">
            <a href={`/post/${id}`} class="btn btn-sm btn-outline">
              {words.open}
            </a>
            <a href={`/console/log?entityId=${id}`} class="btn btn-sm btn-outline">
              {consoleText.ways.log}
            </a>
            <EditsButton target={{ type: 'post', id: currentPost.id }} />
            <PinButton post={currentPost} class="btn btn-sm btn-outline" />
          </span>
        )
      }
    >
      <Loaded resource={post}>
        {(currentPost) => (
          <>
            <Text post={currentPost} />
            <ContentState
              post={currentPost}
              onChange={async (moderationState) => {
                // Not loaded again, because each reading of a private post writes an audit entry.
                post.data.value = { ...currentPost, moderationState }
                await history.load()
              }}
            />
          </>
        )}
      </Loaded>
      {currentPost && !history.begun && <LineSkeletons />}
      {currentPost && history.begun && (
        <>
          {!isMine(currentPost.postedBy) && <Notes about={{ resource: 'post', resourceId: currentPost.id }} />}
          <Section title={words.history}>
            <HistoryList resource={history} />
          </Section>
          <ContentComments comments={comments} />
        </>
      )}
    </Panel>
  )
}

function Text({ post }: { post: Post }) {
  const { postedBy, createdAt, updatedAt, views, content, upvoteCount, downvoteCount } = post
  const facts = [
    postedBy?.college.name,
    postedBy?.branch,
    text.post.views(views),
    text.post.votes(upvoteCount, downvoteCount),
  ]
  return (
    <article class="card flex flex-col gap-4 p-4">
      <p class="text-sm">
        <PersonLink person={postedBy} official={post.official} />
        <span class="text-base-content/80">
          {' · '}
          <Time of={createdAt} />
          {updatedAt !== createdAt && ` · ${text.post.edited}`} · {facts.filter(Boolean).join(' · ')}
        </span>
      </p>
      <PostLabels post={post} />
      <EventLine of={post} />
      <Markdown text={content} />
      <PollChoices of={post.poll} />
      <HiddenPicture of={post.picture} />
    </article>
  )
}

type Props = { post: Post; onChange: (state: PostState) => Promise<void> }

function ContentState({ post, onChange }: Props) {
  const { post: words } = moderationText
  const { moderationState: state = 'active' } = post
  const isOwn = isMine(post.postedBy)
  return (
    <StatePanel title={consoleText.words.state} badge={<ContentBadge state={state} />}>
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

function ContentComments({ comments }: { comments: CommentList }) {
  const { comments: words, states } = moderationText
  const none = { all: words.none, active: words.noneActive, banned: words.noneBanned }
  const choice = (
    <Choice<CommentStateFilter>
      label={words.state}
      value={comments.asked.value}
      options={[['all', words.every], ...COMMENT_STATES.map((state) => [state, states[state]] as const)]}
      onChoose={(asked) => comments.narrow(asked)}
    />
  )
  return (
    <ListingSection
      id="comments"
      title={consoleText.words.comments}
      list={comments.list.value}
      none={none[comments.asked.value]}
      actions={choice}
    >
      {(comment) => <CommentRow key={comment.peek().id} comment={comment} />}
    </ListingSection>
  )
}
