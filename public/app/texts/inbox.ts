import { catalogue } from './catalogue'
import { inbox } from './en/inbox'

export const inboxText = catalogue(inbox, () => import('./hi/inbox').then((hindi) => hindi.inbox))
