import { computed, signal } from '@preact/signals'
import { api, envelope, type ResponseData } from '../api'

export const fetchMe = () => envelope(api.auth.me.get())

export type Me = ResponseData<ReturnType<typeof fetchMe>>['user']

/** Who is signed in; null for an anonymous visitor, undefined until the server has said. */
export const me = signal<Me | null | undefined>(undefined)

/** Whether sign-up is complete: the branch is chosen and the terms are accepted. */
export const joined = computed(() => me.value?.status === 'ACTIVE' && me.value.isAcceptedTerms)
