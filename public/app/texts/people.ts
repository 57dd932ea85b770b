import { catalogue } from './catalogue'
import { people } from './en/people'

export const peopleText = catalogue(people, () => import('./hi/people').then((hindi) => hindi.people))
