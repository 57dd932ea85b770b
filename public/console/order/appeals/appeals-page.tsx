import { useSignal } from '@preact/signals'
import type { Data } from '../../../../client/api'
import type { Picture } from '../../../app/forum/posts/posts'
import { api, envelope } from '../../../app/lib/api'
import { FormDialog } from '../../../app/ui/dialog'
import { Explanation } from '../../../app/ui/explanation'
import { Markdown } from '../../../app/ui/markdown-view'
import { Time } from '../../../app/ui/time'
import { PersonLink } from '../../campus/accounts/person-link'
import { HiddenPicture } from '../../forum/pictures/hidden-picture'
import { filterValue, useFilters, useListPage } from '../../lib/page'
import { accountsText } from '../../texts/accounts'
import { appealsText } from '../../texts/appeals'
import { consoleText } from '../../texts/console'
import { ListFilter } from '../../ui/filters'
import { entryLeft, LoadedRows, Panel, RowButton, RowButtons } from '../../ui/panel'
import { PollChoices } from '../../ui/poll-choices'
import { decisionText } from '../moderation/content'
import { ReasonField } from '../moderation/reason-fields'

export function AppealsPage() {
  const { page } = appealsText
  const status = filterValue(useFilters().query, 'status', APPEAL_STATUSES)
  const list = useListPage('appeals', (number) =>
    envelope(api.moderation.appeals.get({ query: { status, page: number, limit: 20 } })),
  )
  return (
    <Panel
      actions={
        <ListFilter name="status" label={consoleText.words.state} values={APPEAL_STATUSES} words={page.statuses} />
      }
    >
      <LoadedRows
        resource={list}
        items={({ appeals }) => appeals}
        none={status === 'open' ? page.none : page.noneFound}
      >
        {(entry) => <Entry entry={entry} onChange={() => entryLeft(list)} />}
      </LoadedRows>
    </Panel>
  )
}

type Props = { entry: AppealEntry; onChange: () => Promise<void> }

/** The person's words, what they are about, and what was decided first. */
function Entry({ entry, onChange }: Props) {
  const words = appealsText.entry
  const { appellant, content, createdAt, decidedAt, decidedBy, decision, message, reason, resource, status } = entry
  return (
    <li class="flex flex-col gap-3 p-3 sm:p-4">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span class="badge bg-base-200 border-0 text-sm">{words.resources[resource]}</span>
        <h2 class="leading-snug font-semibold break-words">
          {content ? (
            <a dir="auto" href={`/console/posts/${content.postId}`} class="link link-hover">
              {content.title}
            </a>
          ) : (
            appellant.username
          )}
        </h2>
      </div>
      <section class="flex flex-col gap-1">
        <h3 class="text-base-content/80 text-sm">
          {words.appeal} · <PersonLink person={appellant} class="link" /> · <Time of={createdAt} />
        </h3>
        <p dir="auto" class="max-w-prose wrap-anywhere whitespace-pre-line">
          {message}
        </p>
      </section>
      {resource !== 'user' && (
        <section class="border-base-300 flex flex-col gap-1 border-s-4 ps-3">
          <h3 class="text-base-content/80 text-sm">{words.original}</h3>
          {content && <HiddenPicture of={content.picture} />}
          {content ? <Markdown text={content.text} /> : <p class="text-base-content/80 italic">{words.gone}</p>}
          <PollChoices of={content?.poll} />
        </section>
      )}
      <section class="flex flex-col gap-1">
        <h3 class="text-base-content/80 text-sm">
          {words.decision} ·{' '}
          {decision.moderator ? (
            <PersonLink person={decision.moderator} class="link" />
          ) : (
            accountsText.history.noModerator
          )}{' '}
          · <Time of={decision.createdAt} />
        </h3>
        <p class="font-medium">{decisionText(decision)}</p>
        <Explanation of={decision} />
      </section>
      {status !== 'open' && (
        <section class="flex flex-col gap-1">
          <h3 class="text-base-content/80 text-sm">
            {appealsText.page.statuses[status]}
            {decidedBy && (
              <>
                {' '}
                · {words.decidedBy} <PersonLink person={decidedBy} class="link" />
              </>
            )}
            {decidedAt && (
              <>
                {' '}
                · <Time of={decidedAt} />
              </>
            )}
          </h3>
          {reason && (
            <p dir="auto" class="wrap-anywhere whitespace-pre-line">
              {words.reason(reason)}
            </p>
          )}
        </section>
      )}
      {entry.mayDecide ? (
        <Decisions entry={entry} onChange={onChange} />
      ) : (
        status === 'open' && <p class="text-base-content/80 text-sm">{words.someoneElse}</p>
      )}
    </li>
  )
}

function Decisions({ entry: { id, appellant }, onChange }: Props) {
  const { decide } = appealsText
  const outcome = useSignal<'upheld' | 'overturned'>('upheld')
  const open = useSignal(false)
  const choose = (wanted: 'upheld' | 'overturned') => () => {
    outcome.value = wanted
    open.value = true
  }
  return (
    <>
      <RowButtons>
        <RowButton of={appellant.username} isMain onPress={choose('overturned')}>
          {decide.overturn}
        </RowButton>
        <RowButton of={appellant.username} onPress={choose('upheld')}>
          {decide.uphold}
        </RowButton>
      </RowButtons>
      <FormDialog
        open={open}
        title={decide.titles[outcome.value]}
        lead={decide.leads[outcome.value]}
        confirm={outcome.value === 'upheld' ? decide.uphold : decide.overturn}
        send={(values) =>
          envelope(api.moderation.appeals({ id }).put({ outcome: outcome.value, reason: String(values.get('reason')) }))
        }
        done={decide.done[outcome.value]}
        onDone={onChange}
      >
        <ReasonField label={consoleText.words.reason} required />
      </FormDialog>
    </>
  )
}

const APPEAL_STATUSES = ['open', 'upheld', 'overturned', 'lapsed'] as const

type AppealEntry = Data<typeof api.moderation.appeals.get>['appeals'][number] & {
  content: { picture?: Picture } | null
}
