import { type Static, t } from 'elysia'
import packageJson from '../../../package.json'
import { config } from '../../config'
import type { Settings } from '../../ground/settings/schemas'
import { allSettings, notificationsOn, reportReasons, topics } from '../../ground/settings/settings'
import { integer, namedObject, nullable } from '../../lib/text/schema'
import { resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import { PASSWORD_LENGTH } from '../auth/password-policy'
import { allColleges, campusName, readCampusLook } from '../colleges/directory'
import { campusLook } from '../colleges/schemas'

// The pages of the place: its rules, privacy, contact and moderation. A superadmin writes them in the settings; until
// then, and where what was written is taken back, they say what is true of every Quad.

export const PLACE_PAGES = ['rules', 'privacy', 'contact', 'moderation'] as const

export type PlacePage = (typeof PLACE_PAGES)[number]

/** Where the web client shows them. */
export const PAGE_PATHS = {
  rules: '/about/rules',
  privacy: '/about/privacy',
  contact: '/about/contact',
  moderation: '/about/moderation',
} as const

const SETTING = {
  rules: 'rulesPage',
  privacy: 'privacyPage',
  contact: 'contactPage',
  moderation: 'moderationPage',
} as const satisfies Record<PlacePage, keyof Settings>

/** The Markdown of a page. What the campus wrote in one language only stands for both. */
export function readPlacePage(page: PlacePage, language: Language) {
  const written = allSettings()[SETTING[page]]
  const content = written[language] || written.en || written.hi
  return { page, content: content || resolveMessage(`pages.${page}`, language), isStandard: content === '' }
}

const atMost = integer()
const path = t.String({ description: 'Its path in the web client' })
const between = t.Object({ min: integer(), max: integer() })

export const Instance = namedObject('Instance', {
  name: t.String(),
  version: t.String(),
  colleges: integer('Their number'),
  ...campusLook.properties,
  topics: t.Array(t.String()),
  feedbackTypes: t.Array(t.String()),
  reportReasons: t.Array(t.String(), { description: 'Suggestions: any text is accepted' }),
  limits: t.Object({
    title: between,
    content: between,
    comment: between,
    branch: between,
    password: between,
    feedbackTitle: between,
    feedbackContent: between,
    reportReason: between,
    reportMessage: between,
    bodyBytes: integer('Of a request; more where the document says so, for the longest fields of a route'),
    imageBytes: atMost,
  }),
  features: t.Object({
    registration: t.Boolean({
      description: 'There is a college whose students can sign up, and sign-up is not closed',
    }),
    notifications: t.Boolean(),
    toxicity: t.Boolean(),
    idp: t.Boolean(),
    indexing: t.Boolean(),
    transparency: t.Boolean({ description: '`GET /transparency` answers' }),
  }),
  signUp: t.UnionEnum(['open', 'request', 'closed'], {
    description:
      'Who makes an account: whoever verifies a college email, whom a moderator approves then, or nobody new',
  }),
  readers: t.UnionEnum(['public', 'members'], {
    description: 'Who reads what people wrote: anybody, or whoever is signed in',
  }),
  signIn: t.Array(t.UnionEnum(['password', 'otp', 'idp'])),
  helpLines: t.Array(t.String(), {
    description:
      'Lines for somebody in distress: a name, and a number or an address; of the country until a superadmin names others',
  }),
  pages: t.Object({ rules: path, privacy: path, contact: path, moderation: path }),
  enrollmentPattern: t.String({ description: 'A pattern for the part of a college email before the @' }),
  enrollmentExample: nullable(
    t.String({ description: 'What such a part looks like, which is nobody’s; null where the operator gave none' }),
  ),
  emailDomain: nullable(
    t.String({ description: 'What follows the @; null where there are several colleges, or none' }),
  ),
})

export const PlacePageShown = namedObject('PlacePage', {
  page: t.UnionEnum([...PLACE_PAGES]),
  content: t.String({ description: 'Markdown' }),
  isStandard: t.Boolean({ description: 'The campus has not written its own' }),
})

// What `GET /instance` says of this Quad: its name, its lists of words, its limits and features.

/** The interface prescribes most of these; the others are Quad's own. */
const LIMITS = {
  title: { min: 1, max: 300 },
  content: { min: 1, max: 10_000 },
  comment: { min: 1, max: 1000 },
  branch: { min: 1, max: 100 },
  password: PASSWORD_LENGTH,
  feedbackTitle: { min: 1, max: 200 },
  feedbackContent: { min: 1, max: 2000 },
  reportReason: { min: 1, max: 100 },
  reportMessage: { min: 1, max: 1000 },
  bodyBytes: 16_384,
}

/** The public configuration: what a client needs before sign-in. */
export function describeInstance(): Static<typeof Instance> {
  const all = allColleges()
  const colleges = all.length
  const idp = config.idp !== undefined
  const { readers, signUp, transparency } = allSettings()
  return {
    name: campusName(),
    version: packageJson.version,
    ...readCampusLook(),
    colleges,
    topics: topics(),
    feedbackTypes: allSettings().feedbackTypes,
    reportReasons: reportReasons(),
    limits: { ...LIMITS, imageBytes: config.profileImageMaxBytes },
    features: {
      registration: colleges > 0 && signUp !== 'closed',
      notifications: notificationsOn(),
      toxicity: config.toxicity.provider !== 'off',
      idp,
      indexing: config.indexing,
      transparency,
    },
    signUp,
    readers,
    signIn: idp ? ['password', 'otp', 'idp'] : ['password', 'otp'],
    helpLines: allSettings().helpLines,
    pages: PAGE_PATHS,
    enrollmentPattern: config.enrollmentPattern.source,
    enrollmentExample: config.enrollmentExample ?? null,
    emailDomain: colleges === 1 ? (all[0]?.emailDomain ?? null) : null,
  }
}
