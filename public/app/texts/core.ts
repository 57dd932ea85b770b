import { catalogue } from './catalogue'
import { core } from './en/core'

export const text = catalogue(core, () => import('./hi/core').then((hindi) => hindi.core))
