import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { choiceLabel } from '../../../app/lib/choice-label'
import { byRegion, exactly } from '../../../app/lib/dates'
import { me } from '../../../app/lib/me'
import { language } from '../../../app/texts/catalogue'
import { focusPageHeading } from '../../../app/ui/page'
import { accountsText } from '../../texts/accounts'
import { auditText } from '../../texts/audit'
import { auditSentences } from '../../texts/audit-sentences'
import { consoleText } from '../../texts/console'
import { type Change, type LogEntry, listChanges, plainFields } from './log'
import { namelessActor, namelessObject, objectPath, type Piece, piecesOf, reasonOf, sentenceOf } from './sentences'

/** An audit entry as a sentence; its details unfold. */
export function LogRow({ entry }: { entry: LogEntry }) {
  const { log } = auditText
  const { status, timestamp } = entry
  const isOpen = useSignal(false)
  const details = useId()
  const reason = reasonOf(entry)
  return (
    <li>
      <div class="flex items-start gap-2 p-2 ps-3 sm:ps-4">
        <p class="flex min-w-0 grow flex-wrap items-baseline gap-x-4 py-2.5">
          <span class="min-w-0 grow basis-56 wrap-anywhere">
            {sentenceOf(entry).map((piece, index) => (
              <Part key={index} piece={piece} entry={entry} />
            ))}
            {reason && <span class="text-base-content/80"> ({choiceLabel(reason)})</span>}
            {status === 'failure' && <span class="badge badge-sm badge-error ms-2">{log.failed}</span>}
          </span>
          <time
            datetime={timestamp}
            title={exactly(timestamp, language.value)}
            class="text-base-content/80 text-sm tabular-nums"
          >
            {toTheSecond(timestamp)}
          </time>
        </p>
        <button
          type="button"
          class="btn btn-ghost btn-square shrink-0"
          aria-expanded={isOpen.value}
          aria-controls={details}
          aria-label={`${log.more} ${toTheSecond(timestamp)}`}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          <span aria-hidden="true" class={isOpen.value ? 'rotate-90' : ''}>
            ▸
          </span>
        </button>
      </div>
      <div id={details}>{isOpen.value && <Known entry={entry} />}</div>
    </li>
  )
}

/** A piece of the sentence; who acted and what it was about are links. */
function Part({ piece, entry }: { piece: Piece; entry: LogEntry }) {
  if (typeof piece === 'string') return piece
  return piece.slot === 'who' ? <Actor entry={entry} /> : <Subject entry={entry} isTitle={piece.slot === 'title'} />
}

const Actor = ({ entry }: { entry: LogEntry }) =>
  entry.actorName ? (
    <a href={`/console/people/${entry.actorId}`} class="link font-medium">
      {entry.actorName}
    </a>
  ) : (
    <span class="font-medium">{namelessActor(entry)}</span>
  )

function Subject({ entry, isTitle }: { entry: LogEntry; isTitle: boolean }) {
  const { object } = entry
  const name = object?.name
  if (object?.kind === 'comment' && name && !isTitle)
    return piecesOf(auditSentences.objects.onPost).map((piece, index) => (
      <Part key={index} piece={piece} entry={entry} />
    ))
  const words = name ? (
    <span dir="auto">
      {object.kind === 'word' ? `“${name}”` : object.kind === 'post' || isTitle ? <cite>{name}</cite> : name}
    </span>
  ) : (
    namelessObject(entry)
  )
  const path = objectPath(entry)
  return path === undefined ? (
    words
  ) : (
    <a href={path} class="link">
      {words}
    </a>
  )
}

/** Leaves out the current year: narrow screens have no room for it. */
function toTheSecond(time: string): string {
  const date = new Date(time)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return (isThisYear ? second : secondOfYear)(language.value).format(date)
}

const SECOND = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
} as const
const second = byRegion((language) => new Intl.DateTimeFormat(language, SECOND))
const secondOfYear = byRegion((language) => new Intl.DateTimeFormat(language, { ...SECOND, year: 'numeric' }))

function Known({ entry }: { entry: LogEntry }) {
  const { log } = auditText
  const roles: Record<string, string> = accountsText.roles
  const { action, actorId, entityType, entityId, reason, metadata, ip, userAgent, requestId, subjectHash } = entry
  const subject = objectPath(entry)
  const changes = listChanges(entry)
  const details = Object.entries(plainFields(metadata)).map(([field, after]) => ({ field, after }))
  return (
    <dl class="grid grid-cols-1 gap-x-4 gap-y-2 px-3 pt-1 pb-4 ps-8 text-sm sm:grid-cols-[8rem_minmax(0,1fr)] sm:px-4 sm:ps-9">
      <Fact name={log.code}>
        <code>{action}</code>
      </Fact>
      <Fact name={log.by}>
        {entry.actorRole === null ? namelessActor(entry) : (roles[entry.actorRole] ?? entry.actorRole)}
        {actorId !== null && (
          <Ways>
            <a href={`/console/people/${actorId}`} class="link">
              {entry.actorName ?? <code>{actorId}</code>}
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
      {reason && <Fact name={consoleText.words.reason}>{reason}</Fact>}
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
