import { computed, signal } from '@preact/signals'
import { api, type DataOf, envelope } from '../api'

export const askMe = () => envelope(api.auth.me.get())

export type Me = DataOf<ReturnType<typeof askMe>>['user']

/** Who is signed in; null for a stranger, undefined until that is known. */
export const me = signal<Me | null | undefined>(undefined)

/** Whether joining is finished: the branch chosen, the terms accepted. */
export const joined = computed(() => me.value?.status === 'ACTIVE' && me.value.isAcceptedTerms)
