import { catalogue } from './catalogue'
import { settings } from './en/settings'

export const settingsText = catalogue(settings, () => import('./hi/settings').then((hindi) => hindi.settings))
