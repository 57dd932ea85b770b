import { useSignal } from '@preact/signals'
import type { ComponentProps } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { FieldError } from '../../../app/components/field'
import { Icon } from '../../../app/components/icon'
import { announce } from '../../../app/lib/announcements'
import { readDraft, saveDraft } from '../../../app/lib/draft-forms'
import { type Form, wrongAt } from '../../../app/lib/form'
import { settingsText } from '../../texts/settings'
import { changeSettings, type ListSetting, LONGEST, MOST_ITEMS, moved, repeatedAt, type Settings } from './settings'
import { maySet, SettingsForm } from './settings-form'

type Item = { key: number; text: string }
/** An item holds no line break. */
type Draft = { texts: string }

type Props = { name: ListSetting; settings: Settings; onSaved: (settings: Settings) => void }

let keys = 0
const newItem = (text: string): Item => ({ key: ++keys, text })

/** A section of the settings that is an ordered list. */
export function ListSettings({ name, settings, onSaved }: Props) {
  const { lists } = settingsText
  const about = `settings ${name}`
  const items = useSignal((readDraft<Draft>(about).texts?.split('\n') ?? settings[name]).map(newItem))
  const next = useRef<string | undefined>(undefined)
  // After an item has moved, come or gone, because the pressed button may be gone, too.
  useLayoutEffect(() => {
    if (next.current !== undefined) document.getElementById(next.current)?.focus()
    next.current = undefined
  })
  const texts = items.value.map(({ text }) => text)
  const isChanged = texts.join('\n') !== settings[name].join('\n')
  // With each render, because any item may have changed; after the paint the page may be gone.
  useLayoutEffect(() => saveDraft(about, { texts: isChanged ? texts.join('\n') : '' }))
  const move = (from: number, to: number, button: string) => {
    if (to < 0 || to >= items.value.length) return
    next.current = `${name}-${items.value[from]!.key}-${button}`
    items.value = moved(items.value, from, to)
    announce(lists.moved(texts[from]!, to + 1))
  }
  const remove = (at: number) => {
    const [left, neighbour] = [
      items.value.filter((_, index) => index !== at),
      items.value[at + 1] ?? items.value[at - 1],
    ]
    if (neighbour === undefined) return
    next.current = `${name}-${neighbour.key}-remove`
    items.value = left
  }
  const add = () => {
    const added = newItem('')
    next.current = `${name}-${added.key}`
    items.value = [...items.value, added]
  }
  const send = async () => {
    const twice = repeatedAt(texts)
    return twice === undefined ? changeSettings({ [name]: texts }) : wrongAt(`${name}.${twice}`, lists.twice)
  }
  return (
    <SettingsForm
      name={name}
      title={lists.titles[name]}
      lead={lists.leads[name]}
      isChanged={isChanged}
      onDiscard={() => (items.value = settings[name].map(newItem))}
      send={send}
      onSaved={(saved) => {
        items.value = saved[name].map((text, index) => ({ key: items.value[index]?.key ?? ++keys, text }))
        onSaved(saved)
      }}
    >
      {(form) => {
        // The errors were about positions that other items have now.
        const changing = (change: () => void) => () => {
          form.errors.value = {}
          change()
        }
        return (
          <>
            <ol class={`flex flex-col ${maySet() ? 'gap-2' : 'list-decimal gap-1 ps-6'}`}>
              {items.value.map(({ key, text }, at) => (
                <ListItem
                  key={key}
                  form={form}
                  id={`${name}-${key}`}
                  list={name}
                  at={at}
                  text={text}
                  count={items.value.length}
                  onType={(typed) =>
                    (items.value = items.value.map((each) => (each.key === key ? { key, text: typed } : each)))
                  }
                  onUp={changing(() => move(at, at - 1, 'up'))}
                  onDown={changing(() => move(at, at + 1, 'down'))}
                  onRemove={changing(() => remove(at))}
                />
              ))}
            </ol>
            {maySet() && items.value.length < MOST_ITEMS && (
              <button type="button" class="btn btn-sm btn-outline self-start" onClick={add}>
                {lists.add[name]}
              </button>
            )}
          </>
        )
      }}
    </SettingsForm>
  )
}

type ListItemProps = {
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
function ListItem({ form, id, list, at, text, count, onType, onUp, onDown, onRemove }: ListItemProps) {
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

export const Press = ({ id, icon, label, isIdle, onClick }: PressProps) => (
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
