import { catalogue } from './catalogue'
import { setup } from './en/setup'

export const setupText = catalogue(setup, () => import('./hi/setup').then((hindi) => hindi.setup))
