import type { ComponentProps } from 'preact'
import { FieldError } from '../../../app/components/field'
import { Icon } from '../../../app/components/icon'
import type { Form } from '../../../app/lib/form'
import { type ListSetting, LONGEST } from '../../lib/settings/settings-rules'
import { settingsText } from '../../texts/settings'
import { maySet } from './settings-form'

type Props = {
  form: Form
  id: string
  list: ListSetting
  at: number
  text: string
  count: number
  onType: (text: string) => void
  onUp: () => void
  onDown: () => void
  onRemove: () => void
}

/** An item of a list, with buttons to move and remove it. */
export function ListItem({ form, id, list, at, text, count, onType, onUp, onDown, onRemove }: Props) {
  const { lists } = settingsText
  const name = `${list}.${at}`
  const isWrong = form.errors.value[name] !== undefined
  const label = text.trim() || String(at + 1)
  if (!maySet()) return <li>{text}</li>
  return (
    <li class="flex flex-col gap-1">
      <div class="flex items-center gap-1">
        <input
          id={id}
          name={name}
          class="input input-sm w-full min-w-0 text-base"
          aria-label={lists.item(at + 1)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          required
          maxLength={LONGEST[list]}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
        <Press id={`${id}-up`} icon="up" label={lists.up(label)} isIdle={at === 0} onClick={onUp} />
        <Press id={`${id}-down`} icon="down" label={lists.down(label)} isIdle={at === count - 1} onClick={onDown} />
        <Press id={`${id}-remove`} icon="bin" label={lists.remove(label)} isIdle={count === 1} onClick={onRemove} />
      </div>
      <FieldError form={form} name={name} id={id} />
    </li>
  )
}

type PressProps = {
  id: string
  icon: ComponentProps<typeof Icon>['name']
  label: string
  /** Pressing has no effect, but the button keeps the focus. */
  isIdle: boolean
  onClick: () => void
}

const Press = ({ id, icon, label, isIdle, onClick }: PressProps) => (
  <button
    id={id}
    type="button"
    class={`btn btn-sm btn-ghost px-1.5 ${isIdle ? 'opacity-40' : ''}`}
    aria-label={label}
    title={label}
    aria-disabled={isIdle}
    onClick={isIdle ? undefined : onClick}
  >
    <Icon name={icon} class="size-4.5" />
  </button>
)
