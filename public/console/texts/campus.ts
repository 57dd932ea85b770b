import { catalogue } from '../../app/texts/catalogue'
import { campus } from './en/campus'

export const campusText = catalogue(campus, () => import('./hi/campus').then((hindi) => hindi.campus))
