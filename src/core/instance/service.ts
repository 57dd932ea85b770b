import type { Static } from 'elysia'
import packageJson from '../../../package.json'
import { config } from '../../config'
import { PASSWORD_LENGTH } from '../auth/password-policy'
import { allColleges, campusName, readCampusLook } from '../colleges/directory'
import { allSettings, feedbackTypes, helpLines, notificationsOn, reportReasons, topics } from '../settings/settings'
import { PAGE_PATHS } from './pages'
import type { Instance } from './record'

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
  imageBytes: config.profileImageMaxBytes,
}

/** The public configuration: what a client needs before sign-in. */
export async function describeInstance(): Promise<Static<typeof Instance>> {
  const all = await allColleges()
  const colleges = all.length
  const idp = config.idp !== undefined
  const { readers, signUp, transparency } = await allSettings()
  return {
    name: await campusName(),
    version: packageJson.version,
    ...(await readCampusLook()),
    colleges,
    topics: await topics(),
    feedbackTypes: await feedbackTypes(),
    reportReasons: await reportReasons(),
    limits: LIMITS,
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
    helpLines: await helpLines(),
    pages: PAGE_PATHS,
    enrollmentPattern: config.enrollmentPattern.source,
    enrollmentExample: config.enrollmentExample ?? null,
    emailDomain: colleges === 1 ? (all[0]?.emailDomain ?? null) : null,
  }
}
