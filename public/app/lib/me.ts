import { computed, signal } from '@preact/signals'
import { api, envelope, type ResponseData } from './api'

export const fetchMe = () => envelope(api.auth.me.get())

export type Me = ResponseData<ReturnType<typeof fetchMe>>['user']

/** Who is signed in; null for an anonymous visitor, undefined until the server has said. */
export const me = signal<Me | null | undefined>(undefined)

/** The server of some campuses cannot read addresses, and shows `…@campus.edu`: then people type theirs. */
export const isUnreadable = (): boolean => me.value?.email.startsWith('…') ?? false

/** Whether the viewer is that author, under the own name or one for a thread. */
export const isMine = (author: { id: string; alias?: 'own' | 'other' | undefined } | null): boolean =>
  author !== null && (author.alias === 'own' || author.id === me.value?.id)

/** Whether sign-up is complete: the branch is chosen and the terms are accepted. */
export const joined = computed(() => me.value?.status === 'ACTIVE' && me.value.isAcceptedTerms)

/** The mail goes out a month before; so does the line above the pages. */
const SOON_MS = 31 * 86_400_000

/** Whether the membership has ended or ends within a month. */
export const isToRenew = ({ hasEnded, endsAt }: Me['membership'], now = Date.now()): boolean =>
  hasEnded || (endsAt !== null && Date.parse(endsAt) - now < SOON_MS)

/** Whether the viewer may post and comment: has joined, is a member still, and not suspended or banned. */
export const mayWrite = computed(
  () => me.value != null && joined.value && !me.value.blocked && !me.value.membership?.hasEnded,
)
