import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { PlaceLinks } from '../../frame/place-links'
import { choiceLabel } from '../../lib/choice-label'
import { instance, isClosedToNew } from '../../lib/instance'
import { mayWrite, me } from '../../lib/me'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { text } from '../../texts/core'
import { Icon } from '../../ui/icon'
import { Late, useLate } from '../../ui/late'
import { Heading, Nothing, PostSkeletons, useTitle } from '../../ui/page'
import { OrderChoice } from './order-choice'
import { PostList } from './post-list'
import { feedFilter, feedPath, isFiltered, listFeed, readSource } from './posts'

export function FeedPage() {
  useTitle()
  const campus = instance.value
  return (
    <div class="feed">
      <div class="flex min-w-0 flex-col gap-2 md:gap-3">
        {me.value === null && <Welcome />}
        {me.value !== null && (
          <Heading class="sr-only md:not-sr-only md:text-3xl md:font-bold">{text.frame.feed}</Heading>
        )}
        {campus?.colleges === 0 && <Late load={notSetUp} />}
        <FeedChoices />
        <OneTopic />
      </div>
      <TopicNav />
      <div class="feed-posts">{me.value === undefined ? <PostSkeletons /> : <Posts />}</div>
    </div>
  )
}

/** What one can do with the topic that is shown; loaded after the posts, as what is muted is. */
function OneTopic() {
  const { topic } = useLocation().query
  // A stranger has nothing muted, and needs it for a topic alone.
  const Actions = useLate(
    () =>
      import('../../parts/following/topic-actions').then(async ({ TopicActions, startFolding }) => {
        await startFolding()
        return TopicActions
      }),
    me.value?.id !== undefined || topic !== undefined,
  )
  return Actions && topic ? <Actions key={topic} topic={topic} /> : null
}

function Posts() {
  const { query } = useLocation()
  const filter = feedFilter(query, me.value)
  const list = useHistoryEntry('feed', () => listFeed(filter))
  const isAll = !isFiltered(query) && (filter.window ?? 'all') === 'all'
  return (
    <>
      <PostList list={list} empty={!isAll && <Empty />} />
      {isAll && list.ended.value && list.items.value.length < FEW && <Late load={firstWeek} />}
    </>
  )
}

/** As many are a beginning, which needs no more help. */
const FEW = 5

const firstWeek = () => import('./first-week').then((part) => part.FirstWeek)

const Empty = () => (
  <Nothing title={text.feed.emptyFiltered}>
    <a href="/" class="btn">
      {text.feed.showAll}
    </a>
    {mayWrite.value && (
      <a href="/new" class="btn btn-primary">
        {text.feed.beFirst}
      </a>
    )}
  </Nothing>
)

const notSetUp = () => import('../../campus/setup/not-set-up').then((part) => part.NotSetUp)

/** What anonymous visitors read above the posts. */
function Welcome() {
  const campus = instance.value
  return (
    <section class="rounded-box flex flex-col gap-4 bg-[linear-gradient(160deg,var(--sky))] p-5 text-white sm:p-8">
      <Heading class="text-3xl font-bold sm:text-4xl">
        {campus === undefined ? '\u00a0' : (campus?.name ?? 'Quad')}
      </Heading>
      {campus?.coverLine && <p class="text-lg font-semibold">{campus.coverLine}</p>}
      <p class="max-w-prose sm:text-lg">{text.feed.tagline}</p>
      <dl class="hidden gap-x-6 gap-y-3 sm:grid sm:grid-cols-3">
        {text.feed.promise.map(([term, words]) => (
          <div key={term}>
            <dt class="font-semibold">{term}</dt>
            <dd class="text-sm">{words}</dd>
          </div>
        ))}
      </dl>
      {!isClosedToNew() && (
        <p class="flex flex-wrap gap-x-3 gap-y-1">
          <a href="/join" class="btn door self-start">
            {text.feed.join}
          </a>
          <a href="/join?next=/new" class="link flex min-h-11 items-center px-2 font-semibold">
            {text.feed.ask}
          </a>
        </p>
      )}
    </section>
  )
}

/** The order, and what the posts are narrowed down to: college and branch, beneath one button. */
function FeedChoices() {
  const { query } = useLocation()
  const own = me.value
  const source = readSource(query, own)
  const branch = query.branch ?? ''
  const isOther = source !== 'everyone' && source !== 'mine'
  const areSeveral = isOther || (instance.value?.colleges ?? 0) > 1
  const isOpen = useSignal(isOther || branch !== '' || query.question !== undefined)
  const Filters = useLate(
    () => import('./feed-filters').then((part) => part.FeedFilters),
    isOpen.value && own !== undefined,
  )
  return (
    <>
      <div class="flex flex-wrap items-center gap-2">
        <OrderChoice query={query} />
        {(own !== null || areSeveral || branch !== '') && (
          <button
            type="button"
            class="chip ms-auto flex items-center gap-1.5"
            aria-expanded={isOpen.value}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            <Icon name="gear" />
            {text.feed.filter}
          </button>
        )}
      </div>
      {isOpen.value && (
        <div class="flex min-h-24 flex-wrap sm:min-h-11 gap-2 *:min-w-32 max-sm:*:flex-1 sm:*:max-w-56">
          {Filters && <Filters query={query} />}
        </div>
      )}
    </>
  )
}

/** The topics: chips in a row that scrolls sideways; beside the posts where there is room. */
function TopicNav() {
  const { query } = useLocation()
  const campus = instance.value
  const topics = campus?.topics ?? []
  const link = (topic: string, name: string) => (
    <li key={topic}>
      <a href={feedPath(query, { topic })} aria-current={(query.topic ?? '') === topic} class="chip">
        {name}
      </a>
    </li>
  )
  return (
    <nav aria-labelledby="topics" class="topics">
      <h2 id="topics" class="list-title sr-only lg:not-sr-only">
        {text.feed.topics}
      </h2>
      <ul>
        {topics.length > 0 && link('', text.feed.allTopics)}
        {topics.map((topic) => link(topic, choiceLabel(topic)))}
      </ul>
      {/* Beside posts that have no end; on narrower screens they are under You. */}
      <p class="text-base-content/80 mt-4 hidden flex-wrap gap-x-4 px-4 text-sm lg:flex">
        {campus !== undefined && <PlaceLinks />}
      </p>
    </nav>
  )
}
