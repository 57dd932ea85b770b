import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from '../../../app/lib/announcements'
import { wrongAt } from '../../../app/lib/conflict'
import { readDraft, saveDraft } from '../../../app/lib/drafts'
import { changeSettings, type Settings } from '../../lib/settings/settings'
import { type ListSetting, MOST_ITEMS, moved, repeatedAt } from '../../lib/settings/settings-rules'
import { settingsText } from '../../texts/settings'
import { ListItem } from './list-item'
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
  // After each render, because any item may have changed.
  useEffect(() => saveDraft(about, { texts: isChanged ? texts.join('\n') : '' }))
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
      onDiscard={() => {
        items.value = settings[name].map(newItem)
      }}
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
                  onType={(typed) => {
                    items.value = items.value.map((each) => (each.key === key ? { key, text: typed } : each))
                  }}
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
