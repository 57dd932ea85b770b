import { catalogue } from '../../app/texts/catalogue'
import { deskPeople as english } from './en/desk-people'

export const deskPeople = catalogue(english, () => import('./hi/desk-people').then((hindi) => hindi.deskPeople))
