import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '../../../app/lib/announcements'
import { api, envelope } from '../../../app/lib/api'
import { atTime } from '../../../app/lib/dates'
import { me } from '../../../app/lib/me'
import { saveFile } from '../../../app/lib/save-file'
import { language } from '../../../app/texts/catalogue'
import { Choice } from '../../../app/ui/choice'
import { FailureNotice, focusPageHeading, Notice } from '../../../app/ui/page'
import { useAct, useFilters, useListPage, useResource } from '../../lib/page'
import { auditText } from '../../texts/audit'
import { consoleText } from '../../texts/console'
import { Filters } from '../../ui/filters'
import { Loaded, Panel, Rows } from '../../ui/panel'
import {
  exportQuery,
  FORMATS,
  type Format,
  formatDay,
  GROUPS,
  isFiltered,
  type LogAddress,
  type LogEntry,
  logQuery,
  MOST_EXPORTED,
  moderators,
  opensHistory,
  readTopic,
  readWho,
  TOPICS,
} from './log'
import { LogRow } from './log-entry'
import { namelessObject } from './sentences'

const NEWEST_FIRST = { sortBy: 'timestamp', sortOrder: 'desc', limit: 50 } as const

export function LogPage() {
  const { query } = useFilters()
  const entries = useListPage('console-log', (page) =>
    envelope(api.admin.manage.logs.get({ query: { ...NEWEST_FIRST, ...logQuery(query), page } })),
  )
  const { log } = auditText
  const isSuperadmin = me.value?.role === 'superadmin'
  const isHistory = isSuperadmin && opensHistory(query)
  return (
    <Panel>
      <div class="flex flex-col gap-2">
        <LogFilters entries={entries.data.value?.data ?? []} />
        <p class="text-base-content/80 text-sm">
          {isHistory ? log.history : isSuperadmin ? `${log.scope} ${log.scopeOfHistories}` : log.scope}
        </p>
      </div>
      <ChainState />
      <Loaded resource={entries}>
        {({ data, pagination }) => (
          <>
            <Rows none={isFiltered(query) ? consoleText.words.noneFound : log.none} pagination={pagination}>
              {data.map((entry) => (
                <LogRow key={entry.id} entry={entry} />
              ))}
            </Rows>
            {isSuperadmin && <LogExport address={query} total={pagination.total} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function LogFilters({ entries }: { entries: readonly LogEntry[] }) {
  const { query, narrow } = useFilters()
  const address: LogAddress = query
  const { log } = auditText
  useEffect(() => {
    if (!moderators.begun) moderators.load()
  }, [])
  const who = readWho(address)
  return (
    <search class="flex flex-col gap-2">
      <Filters>
        <Choice
          label={log.who}
          value={who}
          options={whoOptions(who, entries)}
          // Of an account that was named before, somebody else did nothing.
          onChoose={(each) => narrow({ who: each === readWho({ ...address, who: '' }) ? undefined : each })}
        />
        <Choice
          label={log.what}
          value={readTopic(address) ?? ''}
          options={[['', log.everything], ...TOPICS.map((topic) => [topic, log.whats[topic]] as const)]}
          onChoose={(what) => narrow({ what })}
        />
        <Day label={log.from} name="from" max={address.to} />
        <Day label={log.to} name="to" min={address.from} />
        {isFiltered(address) && (
          <a href="/console/log" class="btn btn-sm btn-ghost col-span-2" onClick={focusPageHeading}>
            {log.reset}
          </a>
        )}
      </Filters>
      <Only address={address} entries={entries} />
    </search>
  )
}

/** The groups, and each moderator by name; somebody who is none any more stays while they are chosen. */
function whoOptions(chosen: string, entries: readonly LogEntry[]): [string, string][] {
  const { whos } = auditText.log
  const options = [
    ...GROUPS.map((group): [string, string] => [group, whos[group]]),
    ...(moderators.data.value ?? []).map(({ id, username }): [string, string] => [id, username]),
  ]
  if (options.some(([value]) => value === chosen)) return options
  return [...options, [chosen, actorNamed(chosen, entries) ?? chosen]]
}

const actorNamed = (id: string, entries: readonly LogEntry[]): string | undefined =>
  entries.find(({ actorId }) => actorId === id)?.actorName ?? undefined

/** Says which object or account the list is about; one picks them at an entry. */
function Only({ address: { entityId, actorId }, entries }: { address: LogAddress; entries: readonly LogEntry[] }) {
  const { log } = auditText
  const about = entries.find((entry) => entry.entityId === entityId)
  const lines = [
    ...(entityId ? [log.onlyAbout(about?.object?.name ?? (about?.object ? namelessObject(about) : log.this))] : []),
    ...(actorId ? [log.onlyBy(actorNamed(actorId, entries) ?? log.thisAccount)] : []),
  ]
  return lines.length === 0 ? null : <p class="font-medium wrap-anywhere">{lines.join(' · ')}</p>
}

type DayProps = { label: string; name: 'from' | 'to'; min?: string | undefined; max?: string | undefined }

/** Applies when it is left or Enter is pressed: a year is typed in four steps, each of which is a date. */
function Day({ label, name, min, max }: DayProps) {
  const { query, narrow } = useFilters()
  const apply = (day: string) => {
    if (day !== (query[name] ?? '')) narrow({ [name]: day })
  }
  return (
    <label class="flex min-w-0 items-center gap-1.5 text-sm whitespace-nowrap max-sm:flex-col max-sm:items-start max-sm:gap-0.5">
      {label}
      <input
        key={query[name]}
        type="date"
        class="input input-sm w-full min-w-0 text-base sm:w-42"
        defaultValue={query[name] ?? ''}
        min={min}
        max={max}
        onBlur={({ currentTarget }) => apply(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') apply(currentTarget.value)
        }}
      />
    </label>
  )
}

/** Whether the log is in order: one line if it is, and loudly if it is not. */
function ChainState() {
  const chain = useResource('console-log-chain', () => envelope(api.admin.manage.logs.chain.get()))
  const state = chain.data.value
  const { chain: words } = auditText
  if (state === undefined) return null
  if (state.state === 'broken')
    return (
      <Notice kind="error" title={words.broken(state.brokenOn ? formatDay(state.brokenOn, language.value) : '')}>
        <p>{words.brokenHow}</p>
      </Notice>
    )
  if (state.state === 'unknown' || state.verifiedAt === null) return <p class="text-sm">{words.unknown}</p>
  return (
    <details class="text-sm">
      <summary class="cursor-pointer py-3">
        {words.intact(
          state.head ? formatDay(state.head.day, language.value) : '',
          atTime(Date.parse(state.verifiedAt), language.value),
        )}
      </summary>
      {state.head && (
        <p class="text-base-content/80">
          {words.head} <code class="block py-1 wrap-anywhere">{state.head.hash}</code> {words.headHow}
        </p>
      )}
    </details>
  )
}

/** The way to a file of what the list shows; `total` is how many entries that is. */
function LogExport({ address, total }: { address: LogAddress; total: number }) {
  const { file } = auditText
  const { failure, act } = useAct()
  const isSaving = useSignal(false)
  const save = async (query: string, format: Format) => {
    isSaving.value = true
    const isSaved = await act(saveFile(`/api/v1/admin/manage/logs/export?${query}`, `quad-audit-log.${format}`))
    isSaving.value = false
    if (isSaved) announce(file.saved)
  }
  if (exportQuery(address, 'csv') === undefined) return <p class="text-sm">{file.notOfStudents}</p>
  return (
    <section class="flex flex-col gap-2">
      {failure.value && <FailureNotice failure={failure.value} />}
      <div class="flex flex-wrap items-center gap-2">
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            class="btn btn-sm btn-outline"
            disabled={isSaving.value}
            onClick={() => save(exportQuery(address, format) ?? '', format)}
          >
            {file.save[format]}
          </button>
        ))}
      </div>
      <p class="text-base-content/80 text-sm">
        {file.lead}
        {total > MOST_EXPORTED && ` ${file.newest(MOST_EXPORTED.toLocaleString(language.value))}`}
      </p>
    </section>
  )
}
