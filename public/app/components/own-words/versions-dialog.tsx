import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Failure } from '../../lib/api'
import { exactly } from '../../lib/dates'
import { readVersions, type Version, type Versioned } from '../../lib/own-words'
import { language } from '../../texts/catalogue'
import { ownWordsText } from '../../texts/own-words'
import { Dialog, DialogButtons } from '../dialog'
import { EventLine } from '../events/event-line'
import { Markdown } from '../markdown-view'
import { FailureNotice, LineSkeletons } from '../page'

type Props = { target: Versioned; open: Signal<boolean> }

export function VersionsDialog({ target, open }: Props) {
  const versions = useSignal<readonly Version[] | Failure | null>(null)
  const { versions: words } = ownWordsText
  const read = async () => {
    versions.value = await readVersions(target)
  }
  useEffect(() => {
    read()
  }, [])
  const close = () => {
    open.value = false
  }
  return (
    <Dialog title={words.title} lead={words.lead} focusTitle onClose={close}>
      <div class="mt-4 flex flex-col gap-4">
        {versions.value === null ? (
          <LineSkeletons />
        ) : 'code' in versions.value ? (
          <FailureNotice failure={versions.value} title={words.failed} retry={read} />
        ) : versions.value.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <ol class="divide-base-300 flex flex-col divide-y">
            {versions.value.map((version) => (
              <OneVersion key={version.writtenAt} version={version} />
            ))}
          </ol>
        )}
      </div>
      <DialogButtons>
        <button type="button" class="btn btn-ghost" onClick={close}>
          {words.close}
        </button>
      </DialogButtons>
    </Dialog>
  )
}

const OneVersion = ({ version: { title, content, writtenAt, ...event } }: { version: Version }) => (
  <li class="flex flex-col gap-2 py-4 first:pt-0">
    <p class="text-base-content/80 text-sm">
      <time datetime={writtenAt}>{exactly(writtenAt, language.value)}</time>
    </p>
    {title !== undefined && (
      <p dir="auto" class="font-semibold break-words">
        {title}
      </p>
    )}
    <EventLine of={event} />
    <Markdown text={content} />
  </li>
)
