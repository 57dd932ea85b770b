import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import type { Listing } from '../lib/listing'
import type { Loaded } from '../lib/loading'
import { MoreButton, showMore } from './more-button'
import { FailureNotice, LineSkeletons } from './page'

type LoadedProps<Data> = {
  of: Loaded<Data>
  waiting?: ComponentChildren
  /** The title of a failure. */
  failed?: string | undefined
  children: (data: Data) => ComponentChildren
}

/** What was loaded; a skeleton until then, and the failure with a way to try again. */
export const WhenLoaded = <Data,>({ of, waiting = <LineSkeletons />, failed, children }: LoadedProps<Data>) => (
  <>
    {of.failure.value && <FailureNotice failure={of.failure.value} title={failed} retry={of.load} />}
    {of.data.value === undefined ? !of.failure.value && waiting : children(of.data.value)}
  </>
)

type ListProps<Item> = {
  list: Listing<Item>
  class: string
  empty: ComponentChildren
  /** The title of a failure. */
  failed: string
  more: string
  children: (item: Item) => ComponentChildren
}

/** The items of a list, from its first page on; what there is instead, and the way to more. */
export function Listed<Item>({ list, class: className, empty, failed, more, children }: ListProps<Item>) {
  const { items, begun, ended, loading, failure } = list
  useLayoutEffect(() => {
    if (!begun.peek()) list.more()
  }, [list])
  return (
    <>
      {items.value.length > 0 && <ul class={className}>{items.value.map(children)}</ul>}
      {begun.value && ended.value && items.value.length === 0 && empty}
      {failure.value && <FailureNotice failure={failure.value} title={failed} retry={showMore(() => list.more())} />}
      {loading.value && <LineSkeletons />}
      <MoreButton list={list} class="self-center">
        {more}
      </MoreButton>
    </>
  )
}
