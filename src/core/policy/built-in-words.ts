import type { Severity } from './finding'
import type { Reach, WordToFind } from './word-tree'

export type WordLabel = { reason: 'banned_word' | 'slur' | 'swearing'; severity: Severity }

/**
 * A start until moderators have their list. All but one match whole words only, because names such as Harshit, Wankhede
 * and Shitole contain others. No words of health, law, love or the body, and no names of groups that are insults only
 * by tone: people have to judge those.
 */
const SLURS =
  'nigger niggers nigga niggas kike kikes spic spics gook gooks wetback wetbacks raghead ragheads towelhead towelheads faggot faggots tranny trannies retard retards chingchong'

const SWEARING =
  'shit shits shitty shitting shithead shithole bullshit horseshit dipshit bitch bitches bitching bitchy cunt cunts slut sluts slutty whore whores wanker wankers twat twats asshole assholes arsehole arseholes dickhead dickheads cocksucker cocksuckers'

const HINGLISH =
  'madarchod maderchod behenchod behnchod bhenchod bhosdike bhosadike bhosdiwale chutiya chutiye chutiyapa chutiyo gandu gaandu lavde lawde मादरचोद बहनचोद भोसड़ीके चूतिया गांडू'

const ANYWHERE = 'fuck'

const listed = (words: string, reach: Reach, label: WordLabel): WordToFind<WordLabel>[] =>
  words.split(' ').map((word) => ({ word, reach, label }))

export const slurs = listed(SLURS, 'whole', { reason: 'slur', severity: 'severe' })

export const swearing = [
  ...listed(`${SWEARING} ${HINGLISH}`, 'whole', { reason: 'swearing', severity: 'moderate' }),
  ...listed(ANYWHERE, 'anywhere', { reason: 'swearing', severity: 'moderate' }),
]
