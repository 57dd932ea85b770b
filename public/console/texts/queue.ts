import { catalogue } from '../../app/texts/catalogue'
import { queue } from './en/queue'

export const queueText = catalogue(queue, () => import('./hi/queue').then((hindi) => hindi.queue))
