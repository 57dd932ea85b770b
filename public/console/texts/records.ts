import { catalogue } from '../../app/texts/catalogue'
import { records } from './en/records'

export const recordsText = catalogue(records, () => import('./hi/records').then((hindi) => hindi.records))
