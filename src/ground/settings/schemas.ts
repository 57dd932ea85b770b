import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { words } from '../../lib/text/words'
import { removalReasons } from './removal-reasons'

const list = (maxLength: number) => Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems: 100 })

const orNone = (minimum: number, maximum: number) => Type.Union([Type.Integer({ minimum, maximum }), Type.Null()])
const domains = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200 })
const isOn = Type.Boolean()
const refuseOrHold = Type.Union([Type.Literal('refuse'), Type.Literal('hold')])

const thresholds = Type.Record(Type.String({ pattern: '^[ -~]{1,100}$' }), Type.Number({ minimum: 0, maximum: 1 }), {
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 50,
})

/** In Markdown, in each language; empty where the standard text stands. */
const page = Type.Object({ en: Type.String({ maxLength: 5000 }), hi: Type.String({ maxLength: 5000 }) })

/** What a text may be; it may be several of them, and most texts are none. The part has the same. */
const CLASSIFIED = words('harassment threat hate sexual self-harm spam doxxing')

const score = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()])
/** From which score on; null where the default of the model applies. */
const scores = <Label extends string>(labels: readonly Label[]) =>
  Type.Object(Object.fromEntries(labels.map((label) => [label, score])) as Record<Label, typeof score>)

/** The schema of each setting, stored and shown. */
export const SETTING_SCHEMAS = {
  topics: list(100),
  /** Where somebody in distress finds help, one a line: a name, and a number or an address. */
  helpLines: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 10 }),
  rulesPage: page,
  privacyPage: page,
  contactPage: page,
  moderationPage: page,
  feedbackTypes: list(50),
  reportReasons: list(100),
  removalReasons,
  contentPatterns: Type.Object({
    ...{ slurs: isOn, swearing: isOn, selfHarm: isOn, governmentIds: isOn },
    ...{ linkSpam: isOn, repeatedCharacters: isOn, phoneNumbers: isOn, emailAddresses: isOn },
  }),
  toxicityThresholds: Type.Object({ openai: thresholds, perspective: thresholds }),
  /** What happens to a new text that nobody can be sure about: it is refused, or waits for a moderator. */
  holding: Type.Object({
    /** A score from its threshold on, but below `certainty`. */
    uncertain: refuseOrHold,
    certainty: Type.Number({ minimum: 0, maximum: 1 }),
    /** The provider of scores does not answer. */
    scorerDown: refuseOrHold,
    /** A new account posts more links than `newAccounts` says. */
    newAccountLinks: refuseOrHold,
  }),
  /** What Quad's own classifier does: nothing; it predicts, and only helps; or it holds texts and tells moderators of them. */
  classifier: Type.Object({
    mode: Type.Union([Type.Literal('off'), Type.Literal('shadow'), Type.Literal('on')]),
    /** Whoever speaks of harming themselves needs help, and is not made to wait. */
    hold: scores(CLASSIFIED.filter((label) => label !== 'self-harm')),
    notice: scores(CLASSIFIED),
  }),
  /** Who adds colleges, approves requests and changes email domains. */
  collegeDomains: Type.Union([Type.Literal('admin'), Type.Literal('superadmin')]),
  youngAccountPosts: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** Which accounts are new, and what they may write in a day; null is no limit. */
  newAccounts: Type.Object({
    hours: Type.Integer({ minimum: 1, maximum: 720 }),
    /** With less karma an account stays new. */
    karma: orNone(-1000, 1000),
    comments: orNone(1, 1000),
    /** In one text. */
    links: orNone(0, 1000),
  }),
  /** Names for one thread: who may take how many. */
  aliases: Type.Object({
    on: Type.Boolean(),
    perDay: Type.Integer({ minimum: 1, maximum: 100 }),
    perWeek: Type.Integer({ minimum: 1, maximum: 500 }),
    /** Accounts younger than so many days take none. */
    accountDays: Type.Integer({ minimum: 0, maximum: 365 }),
  }),
  /** Megabytes of pictures that an account and all together may have; accounts younger than so many days have theirs held. */
  pictures: Type.Object({
    accountDays: Type.Integer({ minimum: 0, maximum: 365 }),
    accountMegabytes: Type.Integer({ minimum: 0, maximum: 10_000 }),
    campusMegabytes: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  }),
  /** From how many on, within ten minutes, moderators are told; null for never. */
  bursts: Type.Object({
    /** Posts and comments of one account. */
    texts: orNone(2, 1000),
    /** Accounts that write the same. */
    sameText: orNone(2, 1000),
    /** Accounts that link to one site. */
    sameLink: orNone(2, 1000),
  }),
  /** Domains, with all below them; the nearest entry of a link decides, and `*` stands for every other domain. */
  linkDomains: Type.Object({ allow: domains, hold: domains, refuse: domains }),
  /** Administrators without a passkey can only add one. */
  administratorPasskeys: Type.Boolean(),
  /** Whether there are notifications and live updates, where `NOTIFICATIONS` does not say. */
  notifications: Type.Boolean(),
  /** Who makes an account: whoever verifies a college email, whom a moderator approves then, or nobody new. */
  signUp: Type.Union([Type.Literal('open'), Type.Literal('request'), Type.Literal('closed')]),
  /** Who reads what people wrote: anybody, or whoever is signed in. */
  readers: Type.Union([Type.Literal('public'), Type.Literal('members')]),
  /** Whether anybody may read what moderators did, in coarse numbers. */
  transparency: Type.Boolean(),
  /** Whether superadmins see what a new Quad lacks, until everything is done. */
  checklist: Type.Boolean(),
  mails: Type.Object({ contentRemoved: Type.Boolean(), suspended: Type.Boolean(), collegeAvailable: Type.Boolean() }),
} satisfies Record<string, TSchema>

export type Settings = { [Name in keyof typeof SETTING_SCHEMAS]: Static<(typeof SETTING_SCHEMAS)[Name]> }
