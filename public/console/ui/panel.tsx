import { type Signal, useSignal } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Listing } from '../../app/lib/listing'
import { language } from '../../app/texts/catalogue'
import { MoreButton, showMore } from '../../app/ui/more-button'
import { FailureNotice, focusPageHeading, Heading, LineSkeletons, Notice, useTitle } from '../../app/ui/page'
import { loadOverview } from '../lib/overview'
import { pathWith, type Resource } from '../lib/page'
import { asked, nameOf, pageAt } from '../lib/pages'
import { consoleText } from '../texts/console'

type PanelProps = {
  /** The name of the page, unless it is about one record. */
  title?: string
  lead?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

export function Panel({ title: given, lead, actions, children }: PanelProps) {
  const title = given ?? nameOf(pageAt(useLocation().path) ?? '/console')
  useTitle(title)
  return (
    <div class="flex min-w-0 flex-col gap-5">
      <div class="flex flex-wrap items-center justify-between gap-3 *:min-w-0">
        <Heading>{title}</Heading>
        {actions}
        {lead && <p class="text-base-content/80 basis-full">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/** What the reader should know of the page. */
export const Told = ({ children }: { children: ComponentChildren }) => (
  <Notice kind="info">
    <p>{children}</p>
  </Notice>
)

export const Section = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="flex min-w-0 flex-col gap-3">
    <h2 class="text-lg font-semibold">{title}</h2>
    {children}
  </section>
)

type RowsProps = {
  none?: ComponentChildren
  pagination?: Pagination | undefined
  children: ComponentChildren[]
}

export function Rows({ none, pagination, children }: RowsProps) {
  if (children.length === 0) return none ? <Nothing>{none}</Nothing> : null
  return (
    <>
      <ul class="card divide-base-300 divide-y">{children}</ul>
      {pagination && <Pager pagination={pagination} />}
    </>
  )
}

export const Row = ({ children }: { children: ComponentChildren }) => (
  <li class="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3 sm:px-4">{children}</li>
)

export const Nothing = ({ children }: { children: ComponentChildren }) => <p class="nothing">{children}</p>

type NothingWaitsProps = {
  none: string | undefined
  words: Record<'empty' | 'emptyHow' | 'again', string>
  onAgain: () => void
}

/** In place of a queue: all is done, or nothing is such as the filters want. */
export const NothingWaits = ({ none, words, onAgain }: NothingWaitsProps) => (
  <Nothing>
    {none ?? (
      <>
        <span class="block text-lg font-semibold">{words.empty}</span>
        {words.emptyHow}
      </>
    )}
    <button type="button" class="btn btn-sm btn-outline mx-auto mt-4 flex" onClick={onAgain}>
      {words.again}
    </button>
  </Nothing>
)

type Props<Data> = { resource: Resource<Data>; children: (data: Data) => ComponentChildren }

/** The data of a resource; a skeleton until it is loaded, the failure if it is not. */
export function Loaded<Data>({ resource, children }: Props<Data>) {
  const { data, failure, loading } = resource
  return (
    <div aria-busy={loading.value} class="flex flex-col gap-4">
      {failure.value && <FailureNotice failure={failure.value} retry={() => resource.load()} />}
      {data.value === undefined ? !failure.value && <LineSkeletons /> : children(data.value)}
    </div>
  )
}

type LoadedRowsProps<Data, Item> = {
  resource: Resource<Data>
  items: (data: Data) => readonly Item[]
  none: ComponentChildren
  children: (item: Item, data: Data) => ComponentChildren
}

/** The rows of a resource, which may be a page of several. */
export const LoadedRows = <Data extends object, Item extends { id: string }>(props: LoadedRowsProps<Data, Item>) => (
  <Loaded resource={props.resource}>
    {(data) => (
      <Rows none={props.none} pagination={(data as { pagination?: Pagination }).pagination}>
        {props.items(data).map((item) => (
          <Fragment key={item.id}>{props.children(item, data)}</Fragment>
        ))}
      </Rows>
    )}
  </Loaded>
)

type ListingSectionProps<Item> = {
  id?: string
  title: string
  list: Listing<Item>
  none: string
  /** What the button says that begins it, where nothing loads unasked. */
  begin?: string
  actions?: ComponentChildren
  children: (item: Item) => ComponentChildren
}

export function ListingSection<Item>(props: ListingSectionProps<Item>) {
  const { id, title, list, none, begin, actions, children } = props
  const { items, begun, loading, failure } = list
  const more = showMore(() => list.more())
  return (
    <section id={id} class="flex flex-col gap-3" aria-busy={loading.value}>
      <div class="flex flex-wrap items-center justify-between gap-3">
        <h2 class="text-lg font-semibold">{title}</h2>
        {actions}
      </div>
      <Rows>{items.value.map(children)}</Rows>
      {begun.value && items.value.length === 0 && <p class="text-base-content/80">{none}</p>}
      {failure.value && <FailureNotice failure={failure.value} retry={more} />}
      {loading.value && <LineSkeletons />}
      {begin !== undefined && !begun.value && !failure.value && (
        <button type="button" class="btn btn-sm btn-outline self-start" aria-disabled={loading.value} onClick={more}>
          {begin}
        </button>
      )}
      <MoreButton list={list} class="self-start" />
    </section>
  )
}

type Pagination = { total: number; page: number; totalPages: number }

export function Pager({ pagination: { total, page, totalPages } }: { pagination: Pagination }) {
  const { path, query } = useLocation()
  const { pager } = consoleText
  if (total === 0) return null
  const way = (to: number, name: string) =>
    to >= 1 && to <= totalPages ? (
      <a
        href={pathWith(path, query, { page: to === 1 ? undefined : String(to) })}
        class="btn btn-sm btn-outline"
        onClick={focusPageHeading}
      >
        {name}
      </a>
    ) : (
      <span aria-disabled="true" class="btn btn-sm btn-disabled">
        {name}
      </span>
    )
  return (
    <nav aria-label={pager.label} class="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p class="text-base-content/80 tabular-nums">
        {pager.total(total.toLocaleString(language.value))}
        {totalPages > 1 && ` · ${pager.page(page, totalPages)}`}
      </p>
      {totalPages > 1 && (
        <div class="flex gap-2">
          {way(page - 1, pager.previous)}
          {way(page + 1, pager.next)}
        </div>
      )}
    </nav>
  )
}

/** Reads the list, and what waits, after a decision: the entry and its focused button have left the list. */
export async function entryLeft(list: Pick<Resource<unknown>, 'load'>): Promise<void> {
  await Promise.all([list.load(), loadOverview()])
  focusPageHeading()
}

type RowButtonProps = {
  /** The record's name, which screen readers hear with the label. */
  of?: string | undefined
  isMain?: boolean | undefined
  class?: string | undefined
  'aria-haspopup'?: 'dialog' | undefined
  onPress: () => void
  children: ComponentChildren
}

export const RowButton = ({ of, isMain, class: look = 'btn-sm', onPress, children, ...popup }: RowButtonProps) => (
  <button
    type="button"
    class={`btn ${look} ${isMain ? 'btn-primary' : look === 'btn-sm' ? 'btn-outline' : ''}`}
    onClick={onPress}
    {...popup}
  >
    {children}
    {of !== undefined && <span class="sr-only"> {of}</span>}
  </button>
)

export type RowDialogProps = Omit<RowButtonProps, 'onPress' | 'children'> & {
  words: string
  children: (open: Signal<boolean>) => ComponentChildren
}

/** A button that opens a dialog. */
export function RowDialog({ words, children, ...button }: RowDialogProps) {
  const open = useSignal(false)
  const { path } = useLocation()
  useEffect(() => {
    if (asked.value?.path !== path || asked.value.act !== words) return
    asked.value = undefined
    open.value = true
  }, [asked.value])
  return (
    <>
      <RowButton {...button} onPress={() => (open.value = true)}>
        {words}
      </RowButton>
      {children(open)}
    </>
  )
}

export const RowButtons = ({ children }: { children: ComponentChildren }) => (
  <div class="flex flex-wrap items-center gap-2">{children}</div>
)

type StatePanelProps = {
  title: string
  badge: ComponentChildren
  /** Receives a function that focuses the heading, for when the pressed button disappears. */
  children: (rest: () => void) => ComponentChildren
}

/** The state of a post or account, with the decisions that are possible. */
export function StatePanel({ title, badge, children }: StatePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section class="card flex flex-col gap-3 p-4">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 ref={heading} tabIndex={-1} class="text-lg font-semibold">
          {title}
        </h2>
        {badge}
      </div>
      {children(() => heading.current?.focus())}
    </section>
  )
}
