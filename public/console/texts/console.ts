import { catalogue } from '../../app/texts/catalogue'
import { console } from './en/console'

export const consoleText = catalogue(console, () => import('./hi/console').then((hindi) => hindi.console))
