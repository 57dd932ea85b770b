import type { ComponentChildren } from 'preact'
import { focusPageHeading } from '../../../app/components/page'
import { me } from '../../../app/lib/accounts/me'
import { exactly } from '../../../app/lib/dates'
import { language } from '../../../app/texts/catalogue'
import {
  actorNames,
  type Change,
  type LogEntry,
  listChanges,
  nameActor,
  plainFields,
  subjectPath,
} from '../../lib/audit/log'
import { auditText } from '../../texts/audit'

/** An audit entry; its details unfold. */
export function LogRow({ entry }: { entry: LogEntry }) {
  const { log } = auditText
  const { action, actorId, status, timestamp } = entry
  return (
    <li>
      <details
        class="group/entry"
        onToggle={() => {
          if (actorId !== null) nameActor(actorId)
        }}
      >
        <summary class="hover:bg-base-200 flex cursor-pointer items-baseline gap-2.5 p-3 before:content-['▸'_/_''] group-open/entry:before:rotate-90 sm:px-4">
          <span class="flex min-w-0 grow flex-wrap items-baseline gap-x-4">
            <span class="min-w-0 grow basis-56">
              <span class="font-medium">{auditText.actions[action] ?? auditText.hiddenActions[action] ?? action}</span>
              {status === 'failure' && <span class="badge badge-sm badge-error ms-2">{log.failed}</span>}
            </span>
            <span class="text-base-content/80 flex flex-wrap gap-x-3 text-sm">
              {actorName(entry) ?? actorWords(entry)}
              <time datetime={timestamp} title={exactly(timestamp, language.value)} class="tabular-nums">
                {toTheSecond(timestamp)}
              </time>
            </span>
          </span>
        </summary>
        <Known entry={entry} />
      </details>
    </li>
  )
}

/** Leaves out the current year on narrow screens. */
function toTheSecond(time: string): string {
  const date = new Date(time)
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric'
  return date.toLocaleString(language.value, {
    year,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })
}

const actorName = ({ actorId }: LogEntry): string | undefined =>
  actorId === null ? undefined : actorNames.value[actorId]

function actorWords({ actorRole, platform }: LogEntry): string {
  const { log } = auditText
  if (actorRole !== null) return log.roles[actorRole] ?? actorRole
  return log.nobody[platform] ?? log.stranger
}

function Known({ entry }: { entry: LogEntry }) {
  const { log } = auditText
  const { action, actorId, entityType, entityId, reason, metadata, ip, userAgent, requestId, subjectHash } = entry
  const subject = subjectPath(entry)
  const changes = listChanges(entry)
  const details = Object.entries(plainFields(metadata)).map(([field, after]) => ({ field, after }))
  return (
    <dl class="grid grid-cols-1 gap-x-4 gap-y-2 px-3 pt-1 pb-4 ps-8 text-sm sm:grid-cols-[8rem_minmax(0,1fr)] sm:px-4 sm:ps-9">
      <Fact name={log.code}>
        <code>{action}</code>
      </Fact>
      <Fact name={log.by}>
        {actorWords(entry)}
        {actorId !== null && (
          <Ways>
            <a href={`/console/people/${actorId}`} class="link">
              {actorName(entry) ?? <code>{actorId}</code>}
            </a>
            <a href={`/console/log?actorId=${encodeURIComponent(actorId)}`} class="link" onClick={focusPageHeading}>
              {me.value?.role === 'superadmin' ? log.openHistory : log.allBy}
            </a>
          </Ways>
        )}
      </Fact>
      <Fact name={log.about}>
        <code>{entityType}</code>
        {entityId !== null && (
          <Ways>
            {subject ? (
              <a href={subject} class="link">
                <code>{entityId}</code>
              </a>
            ) : (
              <code>{entityId}</code>
            )}
            <a href={`/console/log?entityId=${encodeURIComponent(entityId)}`} class="link" onClick={focusPageHeading}>
              {log.allAbout}
            </a>
          </Ways>
        )}
      </Fact>
      {changes.length > 0 && (
        <Fact name={log.changes}>
          <Changes changes={changes} />
        </Fact>
      )}
      {reason && <Fact name={log.reason}>{reason}</Fact>}
      {details.length > 0 && (
        <Fact name={log.details}>
          <Changes changes={details} />
        </Fact>
      )}
      {ip && (
        <Fact name={log.address}>
          <code>{ip}</code>
        </Fact>
      )}
      {subjectHash && (
        <Fact name={log.subject}>
          <code class="wrap-anywhere">{subjectHash}</code>
          <span class="text-base-content/80 block">{log.subjectHint}</span>
        </Fact>
      )}
      {userAgent && <Fact name={log.browser}>{userAgent}</Fact>}
      {requestId && (
        <Fact name={log.request}>
          <code>{requestId}</code>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div class="contents">
    <dt class="text-base-content/80">{name}</dt>
    <dd class="mb-1 min-w-0 sm:mb-0">{children}</dd>
  </div>
)

const Ways = ({ children }: { children: ComponentChildren }) => (
  <span class="mt-0.5 flex flex-wrap gap-x-4 gap-y-1 *:py-0.5">{children}</span>
)

function Changes({ changes }: { changes: readonly Change[] }) {
  const { nothing } = auditText.log
  const formatValue = (value: Change['after']) => (value === null || value === '' ? nothing : String(value))
  return (
    <ul class="flex flex-col gap-1">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <code class="text-base-content/80">{field}</code>{' '}
          {before !== undefined && <del class="text-base-content/80">{formatValue(before)}</del>}
          {before !== undefined && after !== undefined && ' → '}
          {after !== undefined && <ins class="font-medium no-underline">{formatValue(after)}</ins>}
        </li>
      ))}
    </ul>
  )
}
