import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { me } from '../../../app/lib/accounts/me'
import { Loaded, Panel, Rows } from '../../components/panel'
import { isFiltered, LOG_ORDERS, type LogAddress, nameAdministrators, readLog, readOrder } from '../../lib/audit/log'
import { pageNumber, useFilters, useResource } from '../../lib/page'
import { auditText } from '../../texts/audit'
import { LogRow } from './log-entry'

/** Whether the server shows everything that the account did, and notes that it was read. */
const isHistory = ({ actorId }: LogAddress): boolean => Boolean(actorId) && me.value?.role === 'superadmin'

export function LogPage() {
  const { query } = useFilters()
  const entries = useResource('console-log', async () => {
    // Names that load later would move the list.
    const [answer] = await Promise.all([readLog(query, pageNumber(query)), nameAdministrators()])
    return answer
  })
  const { log } = auditText
  const isSuperadmin = me.value?.role === 'superadmin'
  return (
    <Panel title={log.title}>
      <p class="text-base-content/80">
        {isHistory(query) ? log.history : isSuperadmin ? `${log.scope} ${log.scopeOfHistories}` : log.scope}
      </p>
      <LogFilters />
      <Loaded resource={entries}>
        {({ data, pagination }) => (
          <Rows none={isFiltered(query) ? log.noneFound : log.none} pagination={pagination}>
            {data.map((entry) => (
              <LogRow key={entry.id} entry={entry} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Panel>
  )
}

const NAMES = ['action', 'actorId', 'entityId', 'from', 'to', 'order'] as const

function LogFilters() {
  const { query, narrow } = useFilters()
  const address: LogAddress = query
  const { log } = auditText
  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget as HTMLFormElement)
    const filters = NAMES.map((name) => [name, String(values.get(name) ?? '').trim()] as const)
    narrow({ ...Object.fromEntries(filters), ...(values.get('order') === 'newest' ? { order: undefined } : {}) })
  }
  // Stays open while somebody uses it.
  const wasOpen = useRef(false)
  wasOpen.current ||= isFiltered(address) || readOrder(address) !== 'newest'
  return (
    <details open={wasOpen.current} class="card">
      <summary class="cursor-pointer p-3 font-medium sm:px-4">{log.narrow}</summary>
      <form onSubmit={apply} class="grid grid-cols-1 gap-3 px-3 pb-4 sm:grid-cols-2 sm:px-4 xl:grid-cols-3">
        <div key={JSON.stringify(query)} class="contents">
          <ActionFilter chosen={address.action ?? ''} />
          <InputFilter name="actorId" label={log.actorId} initial={address.actorId} />
          <InputFilter name="entityId" label={log.entityId} initial={address.entityId} />
          <InputFilter name="from" label={log.from} isDay initial={address.from} />
          <InputFilter name="to" label={log.to} isDay initial={address.to} />
          <Filter name="order" label={log.order}>
            <select id="order" name="order" class="select select-sm w-full">
              {LOG_ORDERS.map((order) => (
                <option key={order} value={order} selected={order === readOrder(address)}>
                  {log.orders[order]}
                </option>
              ))}
            </select>
          </Filter>
        </div>
        <div class="flex flex-wrap items-center gap-2 sm:col-span-full">
          <button type="submit" class="btn btn-sm btn-primary">
            {log.apply}
          </button>
          <a href="/console/log" class="btn btn-sm btn-ghost">
            {log.everything}
          </a>
        </div>
      </form>
    </details>
  )
}

/** The actions by actor and name; an unknown one, from a later version, shows its code. */
function ActionFilter({ chosen }: { chosen: string }) {
  const { log } = auditText
  const names = isHistory(useFilters().query) ? { ...auditText.actions, ...auditText.hiddenActions } : auditText.actions
  const actions = Object.entries(names).sort(([, a], [, b]) => a.localeCompare(b))
  return (
    <Filter name="action" label={log.action}>
      <select id="action" name="action" class="select select-sm w-full truncate">
        <option value="">{log.anyAction}</option>
        {chosen !== '' && !(chosen in names) && (
          <option value={chosen} selected>
            {chosen}
          </option>
        )}
        {Object.entries(log.groups).map(([group, label]) => (
          <optgroup key={group} label={label}>
            {actions
              .filter(([action]) => action.startsWith(`${group}:`))
              .map(([action, words]) => (
                <option key={action} value={action} selected={action === chosen}>
                  {words}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </Filter>
  )
}

const Filter = ({ name, label, children }: { name: string; label: string; children: ComponentChildren }) => (
  <div class="flex min-w-0 flex-col gap-1">
    <label for={name} class="text-sm font-medium">
      {label}
    </label>
    {children}
  </div>
)

type InputFilterProps = { name: string; label: string; isDay?: boolean; initial: string | undefined }

function InputFilter({ name, label, isDay = false, initial }: InputFilterProps) {
  const attributes = { id: name, name, class: 'input input-sm w-full text-base', defaultValue: initial }
  return (
    <Filter name={name} label={label}>
      {isDay ? <input {...attributes} type="date" /> : <input {...attributes} />}
    </Filter>
  )
}
