import { words } from '../../lib/text/words'

/** What a text may be; it may be several of them, and most texts are none. */
export const LABELS = words('harassment threat hate sexual self-harm spam doxxing')
export type Label = (typeof LABELS)[number]
