import type { Severity } from './finding'
import type { Reach, Sought } from './word-tree'

export type WordLabel = { reason: 'banned_word' | 'slur' | 'swearing'; severity: Severity }

/**
 * What a forum refuses on its first day, until moderators make a list of their own. Whole words only, but for one:
 * names such as Harshit, Wankhede and Shitole contain others. No words of health, law, love or the body, nor names of
 * groups that are insults only by tone: whether those are meant badly is for people to judge.
 */
const SLURS =
  'nigger niggers nigga niggas kike kikes spic spics gook gooks wetback wetbacks raghead ragheads towelhead towelheads faggot faggots tranny trannies retard retards chingchong'

const SWEARING =
  'shit shits shitty shitting shithead shithole bullshit horseshit dipshit bitch bitches bitching bitchy cunt cunts slut sluts slutty whore whores wanker wankers twat twats asshole assholes arsehole arseholes dickhead dickheads cocksucker cocksuckers'

const HINGLISH =
  'madarchod maderchod behenchod behnchod bhenchod bhosdike bhosadike bhosdiwale chutiya chutiye chutiyapa chutiyo gandu gaandu lavde lawde मादरचोद बहनचोद भोसड़ीके चूतिया गांडू'

const INSIDE_OF_ANY = 'fuck'

const listed = (words: string, reach: Reach, label: WordLabel): Sought<WordLabel>[] =>
  words.split(' ').map((word) => ({ word, reach, label }))

export const slurs = listed(SLURS, 'whole', { reason: 'slur', severity: 'severe' })

export const swearing = [
  ...listed(`${SWEARING} ${HINGLISH}`, 'whole', { reason: 'swearing', severity: 'moderate' }),
  ...listed(INSIDE_OF_ANY, 'anywhere', { reason: 'swearing', severity: 'moderate' }),
]
