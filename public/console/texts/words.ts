import { catalogue } from '../../app/texts/catalogue'
import { words } from './en/words'

export const wordsText = catalogue(words, () => import('./hi/words').then((hindi) => hindi.words))
