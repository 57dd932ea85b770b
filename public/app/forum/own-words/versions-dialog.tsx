import type { Signal } from '@preact/signals'
import { exactly } from '../../lib/dates'
import { readVersions, type Version, type Versioned } from '../../lib/own-words'
import { EventLine } from '../../parts/events/event-line'
import { language } from '../../texts/catalogue'
import { ownWordsText } from '../../texts/own-words'
import { Markdown } from '../../ui/markdown-view'
import { ReadingDialog } from '../../ui/reading-dialog'

type Props = { target: Versioned; open: Signal<boolean> }

export const VersionsDialog = ({ target, open }: Props) => (
  <ReadingDialog open={open} words={ownWordsText.versions} read={() => readVersions(target)}>
    {({ versions }) =>
      versions.length === 0 ? (
        <p>{ownWordsText.versions.none}</p>
      ) : (
        <ol class="divide-base-300 flex flex-col divide-y">
          {versions.map((version) => (
            <OneVersion key={version.writtenAt} version={version} />
          ))}
        </ol>
      )
    }
  </ReadingDialog>
)

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
