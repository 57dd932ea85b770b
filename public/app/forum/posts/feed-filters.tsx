import { useEffect } from 'preact/hooks'
import { BranchChoice } from '../../campus/colleges/branch-choice'
import { colleges, loadColleges } from '../../campus/colleges/colleges'
import { instance } from '../../lib/instance'
import { me } from '../../lib/me'
import { go } from '../../lib/navigation'
import { text } from '../../texts/core'
import { feedText } from '../../texts/feed'
import { Choice } from '../../ui/choice'
import { feedPath, readSort, readSource, type Sort } from './posts'

type Query = Parameters<typeof feedPath>[0]

/** What few choose: other orders, one college, one branch. Loaded when somebody opens it. */
export function FeedFilters({ query }: { query: Query }) {
  const source = readSource(query, me.value)
  const areSeveral = (source !== 'everyone' && source !== 'mine') || (instance.value?.colleges ?? 0) > 1
  const choose = (changes: Parameters<typeof feedPath>[1]) => go(feedPath(query, changes))
  return (
    <>
      <OtherOrders query={query} />
      <SourceChoice source={source} areSeveral={areSeveral} onChoose={(from) => choose({ from })} />
      <Choice
        label={feedText.filters.questions}
        value={query.question ? 'open' : ''}
        options={[
          ['', feedText.filters.allPosts],
          ['open', feedText.filters.open],
        ]}
        onChoose={(question) => choose({ question })}
      />
      <BranchChoice branch={query.branch ?? ''} onChoose={(chosen) => choose({ branch: chosen })} />
    </>
  )
}

type Option = readonly [string, string]

type SourceProps = { source: string; areSeveral: boolean; onChoose: (from: string) => void }

function SourceChoice({ source, areSeveral, onChoose }: SourceProps) {
  const own = me.value
  const isOther = source !== 'everyone' && source !== 'mine'
  useEffect(() => {
    if (areSeveral) loadColleges()
  }, [areSeveral])
  if (!own && !areSeveral) return null
  const others = areSeveral ? colleges.value.filter(({ id }) => id !== own?.collegeId) : []
  const options: Option[] = [['everyone', text.feed.everyone]]
  if (own) options.push(['mine', text.feed.mine])
  options.push(...others.map(({ id, name }): Option => [id, name]))
  if (isOther && !others.some(({ id }) => id === source)) options.push([source, text.feed.oneCollege])
  return <Choice label={text.feed.colleges} value={source} options={options} onChoose={onChoose} />
}

const OTHERS = ['oldest', 'viewed', 'edited'] as const

/** Orders that few ask for. */
function OtherOrders({ query }: { query: Query }) {
  const sort = readSort(query)
  return (
    <Choice<Sort | ''>
      label={text.feed.otherSorts}
      value={OTHERS.some((each) => each === sort) ? sort : ''}
      options={[['', text.feed.otherSorts], ...OTHERS.map((each) => [each, text.feed.sorts[each]] as const)]}
      onChoose={(chosen) => go(feedPath(query, { sort: chosen }))}
    />
  )
}
