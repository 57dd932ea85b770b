import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Choice } from '../../components/choice'
import { me } from '../../lib/accounts/me'
import { choiceLabel } from '../../lib/choice-label'
import { branchOptions } from '../../lib/colleges/branch-options'
import { branches, colleges, loadBranches, loadColleges } from '../../lib/colleges/colleges'
import { instance } from '../../lib/instance'
import { go } from '../../lib/navigation'
import { feedPath, readSort, readSource, SORTS } from '../../lib/posts/feed-address'
import { text } from '../../texts/core'

type Option = readonly [string, string]

/** The topic (where there is no room for the list), source and order. On a phone the row scrolls sideways. */
export function FeedChoices() {
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
