import { catalogue } from '../../app/texts/catalogue'
import { deskContent as english } from './en/desk-content'

export const deskContent = catalogue(english, () => import('./hi/desk-content').then((hindi) => hindi.deskContent))
