import { type Signal, useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { Field } from '../../../app/components/field'
import { type College, changeCollege } from '../../lib/colleges/colleges'
import { collegesText } from '../../texts/colleges'

/** Of Quad, as in the style sheet: where the slider begins. */
const DEFAULT_HUE = 285

type Props = { open: Signal<boolean>; college: College; onDone: () => void }

/** Colour and cover line of a college, with a preview of the colour in both themes. */
export function LookDialog({ open, college, onDone }: Props) {
  const { look } = collegesText
  const send = (values: FormData) =>
    changeCollege(college.id, {
      accentHue: values.has('hasHue') ? Number(values.get('accentHue')) : null,
      coverLine: String(values.get('coverLine')).trim() || null,
    })
  return (
    <FormDialog
      open={open}
      title={look.title(college.name)}
      lead={look.lead}
      confirm={look.save}
      send={send}
      done={look.saved(college.name)}
      onDone={onDone}
    >
      {(form) => (
        <>
          <Hue initial={college.accentHue} />
          <Field
            form={form}
            name="coverLine"
            label={look.cover}
            hint={look.coverHint}
            maxLength={120}
            initial={college.coverLine ?? ''}
          />
        </>
      )}
    </FormDialog>
  )
}

function Hue({ initial }: { initial: number | null }) {
  const { look } = collegesText
  const isOwn = useSignal(initial !== null)
  const hue = useSignal(initial ?? DEFAULT_HUE)
  return (
    <fieldset class="flex flex-col gap-3">
      <label class="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="hasHue"
          class="toggle"
          checked={isOwn.value}
          onChange={({ currentTarget }) => (isOwn.value = currentTarget.checked)}
        />
        <span class="font-medium">{look.own}</span>
      </label>
      {isOwn.value && (
        <>
          <label class="flex flex-col gap-1">
            <span class="font-medium">{look.hue}</span>
            <input
              type="range"
              name="accentHue"
              min={0}
              max={359}
              value={hue.value}
              class="accent-primary h-11 w-full"
              onInput={({ currentTarget }) => (hue.value = Number(currentTarget.value))}
            />
          </label>
          <div class="flex gap-2 font-medium" aria-hidden="true">
            <span
              class="rounded-field grow px-4 py-2"
              style={`color:oklch(99% 0.01 ${hue.value});background:oklch(45% 0.13 ${hue.value})`}
            >
              {look.light}
            </span>
            <span
              class="rounded-field grow px-4 py-2"
              style={`color:oklch(20% 0.05 ${hue.value});background:oklch(80% 0.1 ${hue.value})`}
            >
              {look.dark}
            </span>
          </div>
        </>
      )}
    </fieldset>
  )
}
