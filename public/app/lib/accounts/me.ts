import { computed, signal } from '@preact/signals'
import { api, envelope, type ResponseData } from '../api'

export const fetchMe = () => envelope(api.auth.me.get())

export type Me = ResponseData<ReturnType<typeof fetchMe>>['user']

/** Who is signed in; null for a stranger, undefined until that is known. */
export const me = signal<Me | null | undefined>(undefined)

/** Whether joining is finished: the branch chosen, the terms accepted. */
export const joined = computed(() => me.value?.status === 'ACTIVE' && me.value.isAcceptedTerms)
