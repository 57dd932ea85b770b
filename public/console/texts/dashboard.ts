import { catalogue } from '../../app/texts/catalogue'
import { dashboard } from './en/dashboard'

export const dashboardText = catalogue(dashboard, () => import('./hi/dashboard').then((hindi) => hindi.dashboard))
