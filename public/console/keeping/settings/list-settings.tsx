import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from '../../../app/lib/announcements'
import { readDraft, saveDraft } from '../../../app/lib/draft-forms'
import { FormContext, useFormAround, wrongAt } from '../../../app/lib/form'
import { FieldError } from '../../../app/ui/field'
import { Icon } from '../../../app/ui/icon'
import { settingsText } from '../../texts/settings'
import { changeSettings, type ListSetting, LONGEST, MOST_ITEMS, moved, repeatedAt, type Settings } from './settings'
import { maySet, SettingsForm } from './settings-form'

type Item = { key: number; text: string }
/** An item holds no line break. */
type Draft = { texts: string }

type Props = { name: ListSetting; settings: Settings; onSaved: (settings: Settings) => void }

let keys = 0
const newItem = (text: string): Item => ({ key: ++keys, text })

export function ListSettings({ name, settings, onSaved }: Props) {
  const { lists } = settingsText
  const about = `settings ${name}`
  const items = useSignal((readDraft<Draft>(about).texts?.split('\n') ?? settings[name]).map(newItem))
  const focusNext = useNextFocus()
  const texts = items.value.map(({ text }) => text)
  const isChanged = texts.join('\n') !== settings[name].join('\n')
  // With each render, because any item may have changed; after the paint the page may be gone.
  useLayoutEffect(() => saveDraft(about, { texts: isChanged ? texts.join('\n') : '' }))
  const move = (from: number, to: number, button: string) => {
    focusNext(`${name}-${items.value[from]!.key}-${button}`)
    items.value = moved(items.value, from, to)
    announce(lists.moved(texts[from]!, to + 1))
  }
  const remove = (at: number) => {
    const neighbour = items.value[at + 1] ?? items.value[at - 1]
    focusNext(`${name}-${neighbour?.key}-remove`)
    items.value = items.value.filter((_, index) => index !== at)
  }
  const add = () => {
    const added = newItem('')
    focusNext(`${name}-${added.key}`)
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
      <FormContext.Consumer>
        {(form) => {
          // The errors were about positions that other items have now.
          const changing =
            <Given extends unknown[]>(change: (...given: Given) => void) =>
            (...given: Given) => {
              form!.errors.value = {}
              change(...given)
            }
          return (
            <>
              <ol class={`flex flex-col ${maySet() ? 'gap-2' : 'list-decimal gap-1 ps-6'}`}>
                {items.value.map(({ key, text }, at) => (
                  <ListItem
                    key={key}
                    id={`${name}-${key}`}
                    list={name}
                    at={at}
                    text={text}
                    count={items.value.length}
                    onType={(typed) =>
                      (items.value = items.value.map((each) => (each.key === key ? { key, text: typed } : each)))
                    }
                    onMove={changing((to, button) => move(at, to, button))}
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
      </FormContext.Consumer>
    </SettingsForm>
  )
}

type ListItemProps = Pick<MoveButtonsProps, 'id' | 'at' | 'count' | 'onMove' | 'onRemove'> & {
  list: ListSetting
  text: string
  onType: (text: string) => void
}

function ListItem({ list, text, onType, ...moves }: ListItemProps) {
  const { id, at, count } = moves
  const name = `${list}.${at}`
  const form = useFormAround()
  const isWrong = form.errors.value[name] !== undefined
  if (!maySet()) return <li>{text}</li>
  return (
    <li class="flex flex-col gap-1">
      <div class="flex items-center gap-1">
        <input
          id={id}
          name={name}
          class="input input-sm w-full min-w-0 text-base"
          aria-label={settingsText.lists.item(at + 1)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          required
          maxLength={LONGEST[list]}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
        <MoveButtons {...moves} label={text.trim() || String(at + 1)} isKept={count === 1} />
      </div>
      <FieldError name={name} id={id} />
    </li>
  )
}

/** Focuses what has this id after the next change of a list, because the pressed button may be gone. */
export function useNextFocus(): (id: string) => void {
  const next = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (next.current !== undefined) document.getElementById(next.current)?.focus()
    next.current = undefined
  })
  return (id) => {
    next.current = id
  }
}

type MoveButtonsProps = {
  /** That of the item, from which those of the buttons are made. */
  id: string
  label: string
  at: number
  count: number
  isKept?: boolean
  onMove: (to: number, button: 'up' | 'down') => void
  onRemove: () => void
}

/** Where pressing has no effect, the button keeps the focus. */
export function MoveButtons({ id, label, at, count, isKept = false, onMove, onRemove }: MoveButtonsProps) {
  const { lists } = settingsText
  const button = (name: 'up' | 'down' | 'remove', isIdle: boolean, press: () => void) => (
    <button
      id={`${id}-${name}`}
      type="button"
      class={`btn btn-sm btn-ghost px-1.5 ${isIdle ? 'opacity-40' : ''}`}
      aria-label={lists[name](label)}
      title={lists[name](label)}
      aria-disabled={isIdle}
      onClick={isIdle ? undefined : press}
    >
      <Icon name={name === 'remove' ? 'bin' : name} class="size-4.5" />
    </button>
  )
  return (
    <>
      {button('up', at === 0, () => onMove(at - 1, 'up'))}
      {button('down', at === count - 1, () => onMove(at + 1, 'down'))}
      {button('remove', isKept, onRemove)}
    </>
  )
}
