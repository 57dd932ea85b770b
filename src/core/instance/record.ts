import { t } from 'elysia'
import { integer, named, nullable } from '../../lib/schema'
import { campusLook } from '../colleges/schemas'
import { PLACE_PAGES } from './pages'

const atMost = integer()
const path = t.String({ description: 'Its path in the web client' })
const between = t.Object({ min: integer(), max: integer() })

export const Instance = named(
  'Instance',
  t.Object({
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
      description: 'Lines for somebody in distress: a name, and a number or an address; empty where none was named',
    }),
    pages: t.Object({ rules: path, privacy: path, contact: path, moderation: path }),
    enrollmentPattern: t.String({ description: 'A pattern for the part of a college email before the @' }),
    enrollmentExample: nullable(
      t.String({ description: 'What such a part looks like, which is nobody’s; null where the operator gave none' }),
    ),
    emailDomain: nullable(
      t.String({ description: 'What follows the @; null where there are several colleges, or none' }),
    ),
  }),
)

export const PlacePageShown = named(
  'PlacePage',
  t.Object({
    page: t.UnionEnum([...PLACE_PAGES]),
    content: t.String({ description: 'Markdown' }),
    isStandard: t.Boolean({ description: 'The campus has not written its own' }),
  }),
)
