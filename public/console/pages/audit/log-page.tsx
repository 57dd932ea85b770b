import { useEffect } from 'preact/hooks'
import { Choice } from '../../../app/components/choice'
import { focusPageHeading } from '../../../app/components/page'
import { me } from '../../../app/lib/accounts/me'
import { Filters } from '../../components/filters'
import { Loaded, Panel, Rows } from '../../components/panel'
import {
  GROUPS,
  isFiltered,
  type LogAddress,
  type LogEntry,
  moderators,
  opensHistory,
  readLog,
  readTopic,
  readWho,
  TOPICS,
} from '../../lib/audit/log'
import { namelessObject } from '../../lib/audit/sentences'
import { useFilters, useListPage } from '../../lib/page'
import { auditText } from '../../texts/audit'
import { LogRow } from './log-entry'
import { ChainState, LogExport } from './log-head'

export function LogPage() {
  const { query } = useFilters()
  const entries = useListPage('console-log', (page) => readLog(query, page))
  const { log } = auditText
  const isSuperadmin = me.value?.role === 'superadmin'
  const isHistory = isSuperadmin && opensHistory(query)
  return (
    <Panel title={log.title}>
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
            <Rows none={isFiltered(query) ? log.noneFound : log.none} pagination={pagination}>
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
          options={[['', log.everything], ...TOPICS.map((topic) => [topic, log.whats[topic] ?? topic] as const)]}
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
