import { catalogue } from '../../app/texts/catalogue'
import { logActions } from './en/log-actions'

export const logActionsText = catalogue(logActions, () => import('./hi/log-actions').then((hindi) => hindi.logActions))
