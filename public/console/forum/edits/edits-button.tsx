import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { exactly, startOf } from '../../../app/lib/dates'
import type { Version, Versioned } from '../../../app/lib/own-words'
import { EventLine } from '../../../app/parts/events/event-line'
import { language } from '../../../app/texts/catalogue'
import { ReadingDialog } from '../../../app/ui/reading-dialog'
import { moderationText } from '../../texts/moderation'
import { type Edit, editsIn, MOST_VERSIONS, type Part, type Piece, readEdits, shortened } from './edits'

/** `of`: names the button for screen readers, where several look the same. */
type Props = { target: Versioned; of?: string; class?: string }

/** Shows what the author changed. Always there: times are whole minutes, which tell nothing of a quick edit. */
export function EditsButton({ target, of, class: className = 'btn btn-sm btn-outline' }: Props) {
  const open = useSignal(false)
  return (
    <>
      <button type="button" class={className} onClick={() => (open.value = true)}>
        {moderationText.edits.open}
        {of && <span class="sr-only"> {of}</span>}
      </button>
      {open.value && (
        <ReadingDialog open={open} words={moderationText.edits} read={() => readEdits(target)}>
          {({ known }) => <Edits known={known} />}
        </ReadingDialog>
      )}
    </>
  )
}

function Edits({ known }: { known: readonly Version[] }) {
  const found = useMemo(() => editsIn(known), [known])
  if (found === undefined) return <p>{moderationText.edits.none}</p>
  const { first, edits } = found
  return (
    <>
      {known.length > MOST_VERSIONS && <p class="text-base-content/80 text-sm">{moderationText.edits.kept}</p>}
      <ol class="divide-base-300 flex flex-col divide-y">
        {edits.map((edit) => (
          <OneEdit key={edit.writtenAt} edit={edit} />
        ))}
        <li class="flex flex-col gap-2 py-4">
          <p class="text-base-content/80 text-sm">
            {moderationText.edits.first} · <When of={first.writtenAt} />
          </p>
          {first.title !== undefined && (
            <p dir="auto" class="font-semibold break-words">
              {first.title}
            </p>
          )}
          <EventLine of={first} />
          <p dir="auto" class="break-words whitespace-pre-line">
            {first.content}
          </p>
        </li>
      </ol>
    </>
  )
}

const When = ({ of: time }: { of: string }) => <time datetime={time}>{exactly(time, language.value)}</time>

const OneEdit = ({ edit: { writtenAt, changes } }: { edit: Edit }) => (
  <li class="flex flex-col gap-2 py-4 first:pt-0">
    <p class="text-base-content/80 text-sm">
      <When of={writtenAt} />
    </p>
    {changes.map(({ part, pieces }) => (
      <div key={part}>
        <h3 class="text-sm font-semibold">{moderationText.edits.parts[part]}</h3>
        <p dir="auto" class="relative break-words whitespace-pre-line">
          {pieces.map((piece) => (
            <OnePiece part={part} piece={piece} />
          ))}
        </p>
      </div>
    ))}
  </li>
)

function OnePiece({ part, piece: { kind, text } }: { part: Part; piece: Piece }) {
  if (kind === 'same') return <>{shortened(text)}</>
  const shown = part === 'startsAt' ? startOf(text, Date.now(), language.value) : text
  const marked = (
    <>
      <span class="sr-only"> {moderationText.edits[kind]} </span>
      {shown}
      <span class="sr-only"> {moderationText.edits.end} </span>
    </>
  )
  return kind === 'removed' ? (
    <del class="bg-error/15 me-1 rounded px-0.5 line-through">{marked}</del>
  ) : (
    <ins class="bg-success/15 rounded px-0.5 font-semibold underline">{marked}</ins>
  )
}
