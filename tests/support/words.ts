import { aboutText } from '../../public/app/texts/about'
import { accountsText } from '../../public/app/texts/accounts'
import { aliasesText } from '../../public/app/texts/aliases'
import { appealsText } from '../../public/app/texts/appeals'
import { authText } from '../../public/app/texts/auth'
import { choicesText } from '../../public/app/texts/choices'
import { text } from '../../public/app/texts/core'
import { draftsText } from '../../public/app/texts/drafts'
import { eventsText } from '../../public/app/texts/events'
import { explanationText } from '../../public/app/texts/explanation'
import { followingText } from '../../public/app/texts/following'
import { heldText } from '../../public/app/texts/held'
import { hindi as hindiAliases } from '../../public/app/texts/hi/aliases'
import { hindi as hindiAccount } from '../../public/app/texts/hi/auth'
import { hindi as hindiCore } from '../../public/app/texts/hi/core'
import { hindi as hindiInbox } from '../../public/app/texts/hi/notifications'
import { hindi as hindiPost } from '../../public/app/texts/hi/posts'
import { hindi as hindiSettings } from '../../public/app/texts/hi/settings'
import { hindi as hindiYou } from '../../public/app/texts/hi/you'
import { invitationText } from '../../public/app/texts/invitation'
import { membershipText } from '../../public/app/texts/membership'
import { noticesText } from '../../public/app/texts/notices'
import { notificationsText } from '../../public/app/texts/notifications'
import { outboxText } from '../../public/app/texts/outbox'
import { ownWordsText } from '../../public/app/texts/own-words'
import { pinsText } from '../../public/app/texts/pins'
import { postsText } from '../../public/app/texts/posts'
import { reportsText } from '../../public/app/texts/reports'
import { searchText } from '../../public/app/texts/search'
import { settingsText } from '../../public/app/texts/settings'
import { setupText } from '../../public/app/texts/setup'
import { transparencyText } from '../../public/app/texts/transparency'
import { youText } from '../../public/app/texts/you'
import { accountsText as deskPeople } from '../../public/console/texts/accounts'
import { appealsText as appealsQueue } from '../../public/console/texts/appeals'
import { auditText } from '../../public/console/texts/audit'
import { checklistText } from '../../public/console/texts/checklist'
import { collegesText } from '../../public/console/texts/colleges'
import { consoleText } from '../../public/console/texts/console'
import { dashboardText } from '../../public/console/texts/dashboard'
import { feedbackText } from '../../public/console/texts/feedback'
import { heldText as heldQueue } from '../../public/console/texts/held'
import { hindi as hindiDeskPeople } from '../../public/console/texts/hi/accounts'
import { hindi as hindiChecklist } from '../../public/console/texts/hi/checklist'
import { hindi as hindiConsole } from '../../public/console/texts/hi/console'
import { hindi as hindiDashboard } from '../../public/console/texts/hi/dashboard'
import { hindi as hindiInvitations } from '../../public/console/texts/hi/invitations'
import { hindi as hindiWords } from '../../public/console/texts/hi/policy'
import { hindi as hindiQueue } from '../../public/console/texts/hi/reports'
import { hindi as hindiPolicy } from '../../public/console/texts/hi/settings'
import { invitationsText } from '../../public/console/texts/invitations'
import { moderationText } from '../../public/console/texts/moderation'
import { policyText } from '../../public/console/texts/policy'
import { reportsText as queue } from '../../public/console/texts/reports'
import { settingsText as policy } from '../../public/console/texts/settings'
import { signUpsText } from '../../public/console/texts/sign-ups'
import { webhooksText } from '../../public/console/texts/webhooks'

/** What the pages say, by the keys with which they say it. */
export const en = {
  about: aboutText,
  aliases: aliasesText,
  account: authText,
  search: searchText,
  audit: auditText,
  bursts: moderationText.alert,
  campus: collegesText,
  checklist: checklistText,
  choices: choicesText.choices,
  drafts: draftsText.drafts,
  outbox: outboxText.outbox,
  escalation: moderationText.escalation,
  events: eventsText,
  explanation: explanationText.why,
  console: consoleText,
  core: text,
  dashboard: dashboardText,
  deskContent: moderationText,
  edits: moderationText.edits,
  deskPeople,
  feedback: feedbackText,
  following: followingText,
  held: heldText.held,
  heldQueue,
  appealsQueue,
  appeals: appealsText,
  inbox: notificationsText,
  invitation: invitationText.offer,
  invitations: invitationsText,
  notices: noticesText,
  ownWords: ownWordsText,
  people: accountsText,
  pins: pinsText.pins,
  poster: checklistText,
  notes: moderationText.notes,
  policy,
  post: postsText,
  queue,
  report: reportsText,
  settings: settingsText,
  setup: setupText,
  signUps: signUpsText,
  transparency: transparencyText,
  webhooks: webhooksText,
  memberships: deskPeople,
  membership: membershipText,
  words: policyText,
  you: youText.you,
}

/** The part of it that is looked for in Hindi. */
export const hi = {
  account: hindiAccount,
  aliases: hindiAliases,
  checklist: hindiChecklist,
  console: hindiConsole,
  core: hindiCore,
  dashboard: hindiDashboard,
  deskPeople: hindiDeskPeople,
  inbox: hindiInbox,
  invitations: hindiInvitations,
  policy: hindiPolicy,
  poster: hindiChecklist,
  post: hindiPost,
  queue: hindiQueue,
  settings: hindiSettings,
  words: hindiWords,
  you: hindiYou.you,
}

const HOLE = '\ue000'

/** In place of a parameter that may be anything. */
export const ANY = HOLE as never

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches the text, with anything where it has `ANY`. */
export const like = (text: string): RegExp => new RegExp(escaped(text).replaceAll(/\ue000|NaN/g, '.+'))

/** Matches what starts with one of these. */
export const starting = (...texts: string[]): RegExp => new RegExp(`^(?:${texts.map(escaped).join('|')})`)
