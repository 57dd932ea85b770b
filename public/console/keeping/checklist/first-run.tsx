import { useEffect } from 'preact/hooks'
import type { Data } from '../../../../client/api'
import { announce } from '../../../app/lib/announcements'
import { api, envelope } from '../../../app/lib/api'
import { Icon } from '../../../app/ui/icon'
import { FailureNotice, focusPageHeading } from '../../../app/ui/page'
import { Resource, useAct } from '../../lib/page'
import { checklistText } from '../../texts/checklist'
import { changeSettings } from '../settings/settings'

/** What a new Quad lacks, until nothing is left or a superadmin hides it; superadmins alone are shown it. */
export function FirstRunChecklist() {
  const { failure, act } = useAct()
  useEffect(() => {
    checklist.load()
  }, [])
  const { list } = checklistText
  const { items, isDismissed } = checklist.data.value ?? {}
  if (items === undefined || isDismissed) return null
  const done = countDone(items)
  if (done === WHERE.length) return null
  const hide = async () => {
    if (!(await act(changeSettings({ checklist: false })))) return
    await checklist.load()
    announce(list.hidden)
    focusPageHeading()
  }
  return (
    <section aria-labelledby="checklist" class="card flex flex-col gap-3 p-4 sm:p-5">
      <div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="checklist" class="text-lg font-semibold">
          {list.title}
        </h2>
        <p class="font-medium tabular-nums">{list.progress(done, WHERE.length)}</p>
        <p class="text-base-content/80 basis-full text-sm">{list.lead}</p>
      </div>
      {failure.value && <FailureNotice failure={failure.value} />}
      <ul class="divide-base-300 divide-y">
        {WHERE.map(([name, where]) => (
          <ItemRow key={name} name={name} items={items} to={where(items)} />
        ))}
      </ul>
      <button type="button" class="btn btn-sm btn-ghost self-start" onClick={hide}>
        {list.hide}
      </button>
    </section>
  )
}

function ItemRow({ name, items, to }: { name: Item; items: Checklist['items']; to: string }) {
  const { list, names, acts, states } = checklistText
  const words: Record<string, string> = states[name]
  const isDone = items[name] === 'done'
  return (
    <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div class="flex min-w-0 grow basis-60 items-start gap-3">
        <span
          class={`mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border-2 ${isDone ? 'border-success text-success' : 'border-base-content/60'}`}
        >
          {isDone && <Icon name="check" class="size-4" />}
        </span>
        <div class="min-w-0">
          <h3 class="font-medium">
            {names[name]}
            <span class="sr-only">: {isDone ? list.done : list.open}</span>
          </h3>
          <p class="text-base-content/80 text-sm">{words[items[name]]}</p>
        </div>
      </div>
      <a href={to} class={`btn btn-sm max-sm:ms-8 ${isDone ? 'btn-ghost' : 'btn-outline'}`}>
        {acts[name]}
      </a>
    </li>
  )
}

type Checklist = Data<typeof api.admin.checklist.get>
type Item = keyof Checklist['items']

/** Kept, so that whoever comes back to the first page sees it at once. */
export const checklist = new Resource(() => envelope(api.admin.checklist.get()))

/** In the order in which a campus is opened, and where each is done. */
const WHERE: readonly (readonly [Item, (items: Checklist['items']) => string])[] = [
  ['mail', () => '/console/settings#mailTest'],
  ['addresses', () => '/console/settings#addresses'],
  ['pages', ({ pages }) => `/console/settings#${pages === 'no_contact' ? 'contactPage' : 'rulesPage'}`],
  ['topics', () => '/console/settings#topics'],
  ['look', () => '/console/colleges'],
  ['moderators', () => '/console/invitations'],
  ['posts', ({ posts }) => (posts === 'done' ? '/new' : '#starters')],
  ['backup', () => '/docs/operating.md'],
  ['poster', () => '/console/poster'],
]

const countDone = (items: Checklist['items']): number => Object.values(items).filter((state) => state === 'done').length
