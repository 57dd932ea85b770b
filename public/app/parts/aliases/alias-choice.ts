import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type AliasOffer, readOffer } from './aliases'

/** Under which name somebody is about to write. */
export type AliasChoice = {
  isOn: ReadonlySignal<boolean>
  /** Whether one has such a name here, or something under one waits: then it is on unless the own name is chosen. */
  isUsual: ReadonlySignal<boolean>
  /** Else it appears later, so that the moment gives nobody away. */
  isAtOnce: Signal<boolean>
  /** The name that one has in the thread, or would have; undefined until it is loaded. */
  offer: ReadonlySignal<AliasOffer | undefined>
  /** The name for the thread, where it was chosen and is known. */
  name: ReadonlySignal<string | undefined>
  choose: (isOn: boolean) => void
  /** Asks once; a text that is sent waits for it. */
  load: () => Promise<void>
  /** For the draft: empty while nobody has chosen. */
  kept: () => string
  /** For the next text. */
  reset: () => void
}

/** What the page itself knows of one's names in the thread. */
type Known = { name?: string | undefined; isWaiting?: boolean }

/** `kept` is what a draft says. */
export function useAliasChoice(postId: string | undefined, kept = '', known: () => Known = () => ({})): AliasChoice {
  const chosen = useSignal(kept)
  const isAtOnce = useSignal(false)
  const offer = useSignal<AliasOffer | undefined>(undefined)
  const loading = useRef<Promise<void> | undefined>(undefined)
  const isUsual = useComputed(() => {
    const { name, isWaiting = false } = known()
    return isWaiting || name !== undefined || offer.value?.isPresent === true
  })
  const isOn = useComputed(() => (chosen.value === '' ? isUsual.value : chosen.value === 'yes'))
  const name = useComputed(() => (isOn.value ? (offer.value?.username ?? known().name) : undefined))
  const read = async () => {
    const answer = await readOffer(postId)
    if ('code' in answer) loading.current = undefined
    else offer.value = answer
  }
  return {
    isOn,
    isUsual,
    isAtOnce,
    offer,
    name,
    choose: (on) => {
      chosen.value = on ? 'yes' : 'no'
    },
    load: () => {
      loading.current ??= read()
      return loading.current
    },
    kept: () => chosen.peek(),
    reset: () => {
      chosen.value = ''
      isAtOnce.value = false
      // The next name may be another one.
      loading.current = undefined
    },
  }
}
