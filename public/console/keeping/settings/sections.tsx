import type { ComponentChildren } from 'preact'
import { settingsText } from '../../texts/settings'
import {
  either,
  type FieldSection,
  inDigits,
  inLines,
  inWords,
  limit,
  oneOf,
  type Path,
  type Props,
  type Words,
} from './field-settings'
import { ListSettings } from './list-settings'
import { RemovalReasonsSetting } from './removal-reasons'
import type { ListSetting, Settings } from './settings'
import { maySet } from './settings-form'
import { ThresholdSettings } from './thresholds'
import { AddressTrialSection, MailTestSection } from './trials'

/** A section that is more than fields. */
type OwnSection = { name: string; words: { title: string }; show: (props: Props) => ComponentChildren }

/** In the order of the page: who gets in, what may be written, what is decided, what the campus says. */
export function settingSections(): readonly (FieldSection | OwnSection)[] {
  const words = settingsText
  return [
    signUp(),
    ...(maySet() ? [{ name: 'addresses', words: words.addresses, show: () => <AddressTrialSection /> }] : []),
    oneSwitch('readers', words.readers, 'members', 'public'),
    oneSwitch('collegeDomains', words.collegeDomains, 'superadmin', 'admin'),
    oneSwitch('administratorPasskeys', words.passkeys),
    list('topics'),
    newAccounts(),
    aliases(),
    pictures(),
    switches('contentPatterns', words.patterns),
    linkDomains(),
    { name: 'toxicityThresholds', words: words.thresholds, show: (props) => <ThresholdSettings {...props} /> },
    holding(),
    list('reportReasons'),
    { name: 'removalReasons', words: words.removalReasons, show: (props) => <RemovalReasonsSetting {...props} /> },
    helpLines(),
    ...PAGES.map(page),
    oneSwitch('transparency', words.transparency),
    oneSwitch('notifications', words.notifications),
    ...(maySet() ? [{ name: 'mailTest', words: words.mailTest, show: () => <MailTestSection /> }] : []),
    switches('mails', words.mails),
    list('feedbackTypes'),
    ...(maySet() ? [checklist()] : []),
  ]
}

const list = (name: ListSetting): OwnSection => ({
  name,
  words: { title: settingsText.lists.titles[name] },
  show: (props) => <ListSettings name={name} {...props} />,
})

type Labelled = Words & { label: string; hint: string }

const oneSwitch = (name: keyof Settings & Path, words: Labelled, on?: string, off?: string): FieldSection => ({
  name,
  words,
  parts: [either(name, words.label, words.hint, on, off)],
})

type Switches = Words & { switches: Record<string, readonly [string, string]> }

const switches = (name: 'contentPatterns' | 'mails', words: Switches): FieldSection => ({
  name,
  words,
  parts: Object.entries(words.switches).map(([each, [label, hint]]) => either(`${name}.${each}` as Path, label, hint)),
})

function helpLines(): FieldSection {
  const { hint, ...words } = settingsText.helpLines
  return { name: 'helpLines', words, parts: [inLines('helpLines', { label: words.title, hint, rows: 4 })] }
}

const PAGES = ['rulesPage', 'privacyPage', 'contactPage', 'moderationPage'] as const
const LANGUAGES = ['en', 'hi'] as const

/** What the campus writes on a page of the place, in Markdown. */
function page(name: (typeof PAGES)[number]): FieldSection {
  const { pages } = settingsText
  const lead = (
    <>
      {pages.leads[name]} {pages.lead}{' '}
      <a class="link" href={`/about/${name.replace('Page', '')}`}>
        {pages.show}
      </a>
    </>
  )
  const parts = LANGUAGES.map((language) =>
    inWords(`${name}.${language}`, { label: pages.languages[language], rows: 6, maxLength: 5000 }),
  )
  return { name, words: { title: pages.titles[name], lead }, parts }
}

const MODES = ['open', 'request', 'closed'] as const

function signUp(): FieldSection {
  const { label, modes, hint, ...words } = settingsText.signUp
  const options = MODES.map((mode) => [mode, modes[mode]] as const)
  return { name: 'signUp', words, parts: [oneOf('signUp', { label, hint, options })] }
}

/** Whether the first page has the list of what a new Quad lacks; nobody but superadmins has it. */
function checklist(): FieldSection {
  const { lead, poster, ...words } = settingsText.checklist
  const whole = (
    <>
      {lead}{' '}
      <a class="link" href="/console/poster">
        {poster}
      </a>
    </>
  )
  return oneSwitch('checklist', { ...words, lead: whole })
}

const HOLDS = ['uncertain', 'scorerDown', 'newAccountLinks'] as const

/** What becomes of texts that nobody can be sure about. */
function holding(): FieldSection {
  const { switches, certainty: label, certaintyHint: hint, ...words } = settingsText.holding
  const parts = [
    ...HOLDS.map((name) => either(`holding.${name}`, switches[name][0], switches[name][1], 'hold', 'refuse')),
    inDigits('holding.certainty', { label, hint, required: true, maxLength: 5 }),
  ]
  return { name: 'holding', words, parts }
}

const LISTS = ['allow', 'hold', 'refuse'] as const

function linkDomains(): FieldSection {
  const { lists, hints, ...words } = settingsText.linkDomains
  const parts = LISTS.map((list) => inLines(`linkDomains.${list}`, { label: lists[list], hint: hints[list], rows: 4 }))
  return { name: 'linkDomains', words, parts }
}

const BURSTS = ['texts', 'sameText', 'sameLink'] as const
const NUMERIC = { inputMode: 'numeric' } as const

function newAccounts(): FieldSection {
  const { hours, karma, label, comments, links, noLimit, burstsLead, never, ...words } = settingsText.youngAccounts
  const parts = [
    inDigits('newAccounts.hours', { label: hours, ...NUMERIC, required: true, maxLength: 3 }),
    // Karma can be negative, and some keyboards for numbers have no sign.
    limit('newAccounts.karma', { label: karma, hint: noLimit, maxLength: 5 }),
    inDigits('youngAccountPosts', { label, ...NUMERIC, required: true, maxLength: 4 }),
    limit('newAccounts.comments', { label: comments, hint: noLimit, ...NUMERIC, maxLength: 5 }),
    limit('newAccounts.links', { label: links, hint: noLimit, ...NUMERIC, maxLength: 5 }),
    burstsLead,
    ...BURSTS.map((name) => limit(`bursts.${name}`, { label: words[name], hint: never, ...NUMERIC, maxLength: 4 })),
  ]
  return { name: 'youngAccountPosts', words, parts }
}

function aliases(): FieldSection {
  const { label, hint, ageHint, perDay, perWeek, accountDays, ...words } = settingsText.aliases
  const number = { ...NUMERIC, required: true, maxLength: 3 }
  const parts = [
    either('aliases.on', label, hint),
    inDigits('aliases.perDay', { label: perDay, ...number }),
    inDigits('aliases.perWeek', { label: perWeek, ...number }),
    inDigits('aliases.accountDays', { label: accountDays, hint: ageHint, ...number }),
  ]
  return { name: 'aliases', words, parts }
}

function pictures(): FieldSection {
  const { accountDays, ageHint, accountMegabytes, campusMegabytes, noneHint, ...words } = settingsText.pictures
  const number = { ...NUMERIC, required: true }
  const parts = [
    inDigits('pictures.accountDays', { label: accountDays, hint: ageHint, ...number, maxLength: 3 }),
    inDigits('pictures.accountMegabytes', { label: accountMegabytes, ...number, maxLength: 5 }),
    inDigits('pictures.campusMegabytes', { label: campusMegabytes, hint: noneHint, ...number, maxLength: 7 }),
  ]
  return { name: 'pictures', words, parts }
}
