import { account } from '../../public/app/texts/en/account'
import { core } from '../../public/app/texts/en/core'
import { inbox } from '../../public/app/texts/en/inbox'
import { people } from '../../public/app/texts/en/people'
import { post } from '../../public/app/texts/en/post'
import { report } from '../../public/app/texts/en/report'
import { settings } from '../../public/app/texts/en/settings'
import { setup } from '../../public/app/texts/en/setup'
import { core as hindiCore } from '../../public/app/texts/hi/core'
import { inbox as hindiInbox } from '../../public/app/texts/hi/inbox'
import { post as hindiPost } from '../../public/app/texts/hi/post'
import { settings as hindiSettings } from '../../public/app/texts/hi/settings'
import { campus } from '../../public/console/texts/en/campus'
import { console } from '../../public/console/texts/en/console'
import { dashboard } from '../../public/console/texts/en/dashboard'
import { deskContent } from '../../public/console/texts/en/desk-content'
import { deskPeople } from '../../public/console/texts/en/desk-people'
import { logActions } from '../../public/console/texts/en/log-actions'
import { policy } from '../../public/console/texts/en/policy'
import { queue } from '../../public/console/texts/en/queue'
import { records } from '../../public/console/texts/en/records'
import { words } from '../../public/console/texts/en/words'
import { console as hindiConsole } from '../../public/console/texts/hi/console'
import { deskPeople as hindiDeskPeople } from '../../public/console/texts/hi/desk-people'
import { policy as hindiPolicy } from '../../public/console/texts/hi/policy'
import { queue as hindiQueue } from '../../public/console/texts/hi/queue'
import { words as hindiWords } from '../../public/console/texts/hi/words'

/** What the pages say, by the keys with which they say it. */
export const en = {
  account,
  campus,
  console,
  core,
  dashboard,
  deskContent,
  deskPeople,
  inbox,
  logActions,
  people,
  policy,
  post,
  queue,
  records,
  report,
  settings,
  setup,
  words,
}

/** The part of it that is looked for in Hindi. */
export const hi = {
  console: hindiConsole,
  core: hindiCore,
  deskPeople: hindiDeskPeople,
  inbox: hindiInbox,
  policy: hindiPolicy,
  post: hindiPost,
  queue: hindiQueue,
  settings: hindiSettings,
  words: hindiWords,
}

const HOLE = '\ue000'

/** In place of a parameter that may be anything. */
export const ANY = HOLE as never

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches the text, with anything where it has `ANY`. */
export const like = (text: string): RegExp => new RegExp(escaped(text).replaceAll(/\ue000|NaN/g, '.+'))

/** Matches what starts with one of these. */
export const starting = (...texts: string[]): RegExp => new RegExp(`^(?:${texts.map(escaped).join('|')})`)
