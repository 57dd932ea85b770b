import { aboutText } from '../../public/app/texts/about'
import { accountsText } from '../../public/app/texts/accounts'
import { aliasesText } from '../../public/app/texts/aliases'
import { appealsText } from '../../public/app/texts/appeals'
import { authText } from '../../public/app/texts/auth'
import { hindiOf } from '../../public/app/texts/catalogue'
import { choicesText } from '../../public/app/texts/choices'
import { text } from '../../public/app/texts/core'
import { coursesText } from '../../public/app/texts/courses'
import { draftsText } from '../../public/app/texts/drafts'
import { eventsText } from '../../public/app/texts/events'
import { explanationText } from '../../public/app/texts/explanation'
import { feedText } from '../../public/app/texts/feed'
import { firstWeekText } from '../../public/app/texts/first-week'
import { followingText } from '../../public/app/texts/following'
import { heldText } from '../../public/app/texts/held'
import { invitationText } from '../../public/app/texts/invitation'
import { membershipText } from '../../public/app/texts/membership'
import { noticesText } from '../../public/app/texts/notices'
import { notificationsText } from '../../public/app/texts/notifications'
import { outboxText } from '../../public/app/texts/outbox'
import { ownWordsText } from '../../public/app/texts/own-words'
import { picturesText } from '../../public/app/texts/pictures'
import { pinsText } from '../../public/app/texts/pins'
import { pollsText } from '../../public/app/texts/polls'
import { postsText } from '../../public/app/texts/posts'
import { reportsText } from '../../public/app/texts/reports'
import { searchText } from '../../public/app/texts/search'
import { settingsText } from '../../public/app/texts/settings'
import { setupText } from '../../public/app/texts/setup'
import { similarText } from '../../public/app/texts/similar'
import { transparencyText } from '../../public/app/texts/transparency'
import { youText } from '../../public/app/texts/you'
import { accountsText as deskPeople } from '../../public/console/texts/accounts'
import { appealsText as appealsQueue } from '../../public/console/texts/appeals'
import { auditText } from '../../public/console/texts/audit'
import { checklistText } from '../../public/console/texts/checklist'
import { classifierText } from '../../public/console/texts/classifier'
import { collegesText } from '../../public/console/texts/colleges'
import { consoleText } from '../../public/console/texts/console'
import { courseWords } from '../../public/console/texts/courses'
import { dashboardText } from '../../public/console/texts/dashboard'
import { feedbackText } from '../../public/console/texts/feedback'
import { heldText as heldQueue } from '../../public/console/texts/held'
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
  similar: similarText.similar,
  filters: feedText.filters,
  audit: auditText,
  bursts: moderationText.alert,
  campus: collegesText,
  classifier: classifierText,
  checklist: checklistText,
  choices: choicesText.choices,
  courses: coursesText,
  courseDesk: courseWords.courses,
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
  week: firstWeekText,
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
  pictures: picturesText,
  pins: pinsText.pins,
  poster: checklistText,
  notes: moderationText.notes,
  policy,
  polls: pollsText,
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
  account: await hindiOf(authText),
  aliases: await hindiOf(aliasesText),
  checklist: await hindiOf(checklistText),
  console: await hindiOf(consoleText),
  core: await hindiOf(text),
  courses: await hindiOf(coursesText),
  dashboard: await hindiOf(dashboardText),
  deskPeople: await hindiOf(deskPeople),
  inbox: await hindiOf(notificationsText),
  invitations: await hindiOf(invitationsText),
  policy: await hindiOf(policy),
  poster: await hindiOf(checklistText),
  polls: await hindiOf(pollsText),
  post: await hindiOf(postsText),
  queue: await hindiOf(queue),
  settings: await hindiOf(settingsText),
  words: await hindiOf(policyText),
  you: (await hindiOf(youText)).you,
}

const HOLE = '\ue000'

/** In place of a parameter that may be anything. */
export const ANY = HOLE as never

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches the text, with anything where it has `ANY`. */
export const like = (text: string): RegExp => new RegExp(escaped(text).replaceAll(/\ue000|NaN/g, '.+'))

/** Matches what starts with one of these. */
export const starting = (...texts: string[]): RegExp => new RegExp(`^(?:${texts.map(escaped).join('|')})`)
