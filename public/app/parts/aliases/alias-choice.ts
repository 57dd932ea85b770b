import { useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { api, envelope, type ResponseData } from '../../lib/api'

const fetchOffer = (postId: string | undefined) => envelope(api.users.me['next-alias'].get({ query: { postId } }))

/** The name that one has in a thread or would have, and whether one may have another. */
export type AliasOffer = ResponseData<ReturnType<typeof fetchOffer>>['nextAlias']

/** What the page itself knows of one's names in the thread. */
type Known = { name?: string | undefined; isWaiting?: boolean }

export type AliasChoice = ReturnType<typeof useAliasChoice>

/** Under which name somebody is about to write. `kept` is what a draft says: empty while nobody has chosen. */
export function useAliasChoice(postId: string | undefined, kept = '', known: () => Known = () => ({})) {
  const chosen = useSignal(kept)
  /** Else it appears later, so that the moment gives nobody away. */
  const isAtOnce = useSignal(false)
  /** The name that one has in the thread, or would have. */
  const offer = useSignal<AliasOffer | undefined>(undefined)
  const loading = useRef<Promise<void> | undefined>(undefined)
  /** Whether one has such a name here, or something under one waits: then it is on unless the own name is chosen. */
  const isUsual = useComputed(() => {
    const { name, isWaiting = false } = known()
    return isWaiting || name !== undefined || offer.value?.isPresent === true
  })
  const isOn = useComputed(() => (chosen.value === '' ? isUsual.value : chosen.value === 'yes'))
  const name = useComputed(() => (isOn.value ? (offer.value?.username ?? known().name) : undefined))
  const read = async () => {
    const answer = await fetchOffer(postId)
    if (answer.success) offer.value = answer.data.nextAlias
    else loading.current = undefined
  }
  return {
    isOn,
    isUsual,
    isAtOnce,
    offer,
    name,
    choose: (on: boolean) => {
      chosen.value = on ? 'yes' : 'no'
    },
    /** Asks once; a text that is sent waits for it. */
    load: () => {
      loading.current ??= read()
      return loading.current
    },
    kept: () => chosen.peek(),
    /** For the next text, whose name may be another one. */
    reset: () => {
      chosen.value = ''
      isAtOnce.value = false
      loading.current = undefined
    },
  }
}
