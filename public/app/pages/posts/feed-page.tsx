import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Choice } from '../../components/choice'
import { Heading, Notice, PageLink, PostSkeletons, useTitle } from '../../components/page'
import { PostList } from '../../components/posts/post-list'
import { me } from '../../lib/accounts/me'
import { choiceLabel } from '../../lib/choice-label'
import { branches, branchOptions, colleges, loadBranches, loadColleges } from '../../lib/colleges/colleges'
import { instance } from '../../lib/instance'
import { go } from '../../lib/navigation'
import { feedFilter, feedPath, isFiltered, listFeed, readSort, readSource, SORTS } from '../../lib/posts/posts'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { text } from '../../texts/core'

export function FeedPage() {
  useTitle()
  const campus = instance.value
  return (
    <div class="grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div class="flex min-w-0 flex-col gap-5">
        {me.value === null && <Welcome />}
        {me.value && <Heading class="text-2xl font-bold">{text.feed.title}</Heading>}
        {campus?.colleges === 0 && <NotSetUp />}
        <FeedChoices />
        {me.value === undefined ? <PostSkeletons /> : <Posts />}
      </div>
      <TopicNav />
    </div>
  )
}

function Posts() {
  const { query } = useLocation()
  const list = useHistoryEntry('feed', () => listFeed(feedFilter(query, me.value)))
  return <PostList list={list} empty={<Empty isFiltered={isFiltered(query)} />} />
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div class="border-base-300 rounded-box flex flex-col items-center gap-4 border border-dashed px-6 py-12 text-center">
      <p class="text-lg font-medium">{isFiltered ? text.feed.emptyFiltered : text.feed.empty}</p>
      {isFiltered && (
        <a href="/" class="btn btn-outline btn-sm">
          {text.feed.showAll}
        </a>
      )}
      {me.value && (
        <a href="/new" class="btn btn-primary btn-sm">
          {text.feed.beFirst}
        </a>
      )}
    </div>
  )
}

function NotSetUp() {
  return (
    <Notice kind="info" title={text.feed.notSetUp}>
      <p>{text.feed.notSetUpHow}</p>
    </Notice>
  )
}

/** What anonymous visitors read above the posts. */
function Welcome() {
  const campus = instance.value
  return (
    <section class="bg-base-200 rounded-box flex flex-col gap-5 p-5 sm:p-8">
      <div class="flex flex-col gap-3">
        <Heading class="text-3xl font-bold sm:text-4xl">
          {campus === undefined ? '\u00a0' : (campus?.name ?? 'Quad')}
        </Heading>
        <p class="max-w-prose sm:text-lg">{text.feed.tagline}</p>
      </div>
      <dl class="hidden gap-x-6 gap-y-3 sm:grid sm:grid-cols-3">
        {text.feed.promise.map(([term, words]) => (
          <div key={term}>
            <dt class="font-semibold">{term}</dt>
            <dd class="text-base-content/80 text-sm">{words}</dd>
          </div>
        ))}
      </dl>
      <PageLink href="/join">{text.feed.join}</PageLink>
    </section>
  )
}

type Option = readonly [string, string]

/** The topic (where there is no room for the list), source and order. On a phone the row scrolls sideways. */
function FeedChoices() {
  const { query } = useLocation()
  const topics = instance.value?.topics ?? []
  const choose = (changes: Parameters<typeof feedPath>[1]) => go(feedPath(query, changes))
  return (
    <div class="-mx-4 -my-1 flex items-center gap-2 overflow-x-auto px-4 py-1 *:shrink-0 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
      <Choice
        class="lg:hidden"
        label={text.feed.topic}
        value={query.topic ?? ''}
        options={[['', text.feed.allTopics], ...topics.map((topic) => [topic, choiceLabel(topic)] as const)]}
        onChoose={(topic) => choose({ topic })}
      />
      <Choice
        label={text.feed.sort}
        value={readSort(query)}
        options={SORTS.map((sort) => [sort, text.feed.sorts[sort]] as const)}
        onChoose={(sort) => choose({ sort })}
      />
      <SourceChoice source={readSource(query, me.value)} onChoose={(from) => choose({ from })} />
      <BranchChoice branch={query.branch ?? ''} onChoose={(branch) => choose({ branch })} />
    </div>
  )
}

/** Lets the posts load first. */
const whenIdle = (work: () => void) => globalThis.requestIdleCallback?.(work, { timeout: 2000 }) ?? setTimeout(work)

type SourceProps = { source: string; onChoose: (from: string) => void }

function SourceChoice({ source, onChoose }: SourceProps) {
  const own = me.value
  const isOther = source !== 'everyone' && source !== 'mine'
  const areSeveral = isOther || (instance.value?.colleges ?? 0) > 1
  useEffect(() => {
    if (areSeveral) whenIdle(loadColleges)
  }, [areSeveral])
  if (!own && !areSeveral) return null
  const others = areSeveral ? colleges.value.filter(({ id }) => id !== own?.collegeId) : []
  const options: Option[] = [['everyone', text.feed.everyone]]
  if (own) options.push(['mine', text.feed.mine])
  options.push(...others.map(({ id, name }): Option => [id, name]))
  if (isOther && !others.some(({ id }) => id === source)) options.push([source, text.feed.oneCollege])
  return (
    <div class="flex max-w-48 sm:max-w-72">
      <Choice label={text.feed.colleges} value={source} options={options} onChoose={onChoose} />
    </div>
  )
}

type BranchProps = { branch: string; onChoose: (branch: string) => void }

/** The branches of the viewer's college. An anonymous visitor sees the one that the URL names, to remove it. */
function BranchChoice({ branch, onChoose }: BranchProps) {
  const own = me.value
  const collegeId = own?.collegeId
  useEffect(() => {
    if (collegeId) whenIdle(() => loadBranches(collegeId))
  }, [collegeId])
  if (!own && branch === '') return null
  const { value, options } = branchOptions(own ? branches.value : [], branch, own?.branch ?? '')
  return (
    <div class="flex max-w-48 sm:max-w-72">
      <Choice
        label={text.feed.branch}
        value={value}
        options={[['', text.feed.allBranches], ...options]}
        onChoose={onChoose}
      />
    </div>
  )
}

/** The topics as a list beside the posts, on wide screens. */
function TopicNav() {
  const { query } = useLocation()
  const topics = instance.value?.topics ?? []
  if (topics.length === 0) return null
  const link = (topic: string, name: string) => {
    const isShown = (query.topic ?? '') === topic
    return (
      <li key={topic}>
        <a
          href={feedPath(query, { topic })}
          aria-current={isShown ? 'true' : undefined}
          class={`rounded-field block px-3 py-1.5 ${isShown ? 'bg-primary/10 text-primary font-semibold' : 'hover:bg-base-200'}`}
        >
          {name}
        </a>
      </li>
    )
  }
  return (
    <nav aria-labelledby="topics" class="sticky top-22 hidden lg:block">
      <h2 id="topics" class="text-base-content/80 px-3 pb-2 text-sm font-semibold">
        {text.feed.topics}
      </h2>
      <ul>
        {link('', text.feed.allTopics)}
        {topics.map((topic) => link(topic, choiceLabel(topic)))}
      </ul>
    </nav>
  )
}
