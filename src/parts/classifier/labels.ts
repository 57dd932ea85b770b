import { words } from '../../lib/text/words'

/** What a text may be; it may be several of them, and most texts are none. */
export const LABELS = words('harassment threat hate sexual self-harm spam doxxing')
export type Label = (typeof LABELS)[number]

/** Its place. It never holds or punishes: who speaks of it is helped. */
export const SELF_HARM = LABELS.indexOf('self-harm')
