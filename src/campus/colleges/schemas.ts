import { FormatRegistry, type StaticDecode, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Static, t } from 'elysia'
import { refuse } from '../../errors'
import { uploadName } from '../../lib/files/uploads'
import {
  choice,
  documented,
  emailText,
  faultMessage,
  integer,
  named,
  namedObject,
  notEmpty,
  nullable,
  recordId,
  text,
  timestamp,
  uuid,
  validationMessage,
  webAddress,
} from '../../lib/text/schema'
import { message } from '../../messages/message'

/** A host name with at least one dot (RFC 1123 §2.1), as after the @ of an email address. */
const EMAIL_DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

FormatRegistry.Set('email-domain', (text) => {
  const domain = text.trim().toLowerCase()
  return domain.length <= 253 && EMAIL_DOMAIN.test(domain)
})
FormatRegistry.Set('picture-url', (text) => {
  const url = URL.parse(text)
  return uploadName(text) !== undefined || url?.protocol === 'https:' || url?.protocol === 'http:'
})

const emailDomain = t
  .Transform(
    t.String({
      format: 'email-domain',
      maxLength: 253,
      ...documented({ type: 'string', minLength: 4, maxLength: 253, description: 'The part of an email after the @' }),
      ...faultMessage('colleges.domain'),
    }),
  )
  .Decode((text) => text.trim().toLowerCase())
  .Encode((domain) => domain)

const pictureUrl = t.String({
  format: 'picture-url',
  maxLength: 2000,
  ...documented({ type: 'string', format: 'uri', maxLength: 2000 }),
  ...faultMessage('fields.url'),
})

const fields = { name: text(2, 200), emailDomain, city: text(2, 100), state: text(2, 100) }

const ACCENT_HUE = 'The hue of the college, in degrees of oklch, from which every colour of its pages derives'

const accentHue = Type.Integer({
  minimum: 0,
  maximum: 359,
  description: ACCENT_HUE,
  ...faultMessage(message('fields.range', { min: 0, max: 359 })),
})

/** The fields of a college without its branches. */
export const CollegeFields = t.Object({
  ...fields,
  profile: t.Optional(nullable(pictureUrl)),
  accentHue: t.Optional(nullable(accentHue)),
  coverLine: t.Optional(nullable(text(1, 120))),
})

const branchList = t.Array(t.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 500,
  ...faultMessage('colleges.branchList'),
})

export const CreateCollege = namedObject('CreateCollege', {
  ...CollegeFields.properties,
  branches: t.Optional(branchList),
})
export const UpdateCollege = named('UpdateCollege', notEmpty(t.Partial(CreateCollege)))

/** How the pages of a college look, beside its picture. */
const look = { accentHue: nullable(integer(ACCENT_HUE)), coverLine: nullable(t.String()) }

const shown = { id: recordId, name: t.String(), emailDomain: t.String(), city: t.String(), state: t.String() }
const times = { createdAt: timestamp, updatedAt: timestamp }

/** `branches` holds ids: clients can send back what they read, and an id survives a changed code. */
export const college = namedObject('College', {
  ...shown,
  profile: nullable(webAddress),
  ...look,
  branches: t.Array(recordId),
  ...times,
})
export type College = Static<typeof college>

export const CreateBranch = namedObject('CreateBranch', { name: text(2, 100), code: text(2, 20) })
export const UpdateBranch = named(
  'UpdateBranch',
  notEmpty(
    t.Partial(
      t.Object({
        ...CreateBranch.properties,
        isClosed: t.Boolean({ description: 'Whoever has a closed branch keeps it, and nobody else can choose it' }),
      }),
    ),
  ),
)
export type NewBranch = Static<typeof CreateBranch>
export type BranchChanges = Static<typeof UpdateBranch>

export const branch = namedObject('Branch', {
  id: recordId,
  name: t.String(),
  code: t.String(),
  closedAt: nullable(timestamp),
  ...times,
})
export type Branch = Static<typeof branch>

export const MergeBranch = namedObject('MergeBranch', { into: uuid() })

export const branchUse = namedObject('BranchUse', {
  people: integer('How many have it, rounded down to a multiple of `MIN_GROUP`'),
  posts: integer('How many posts show it'),
})
export type BranchUse = Static<typeof branchUse>

export const RequestCollege = namedObject('RequestCollege', {
  ...fields,
  requestedByEmail: emailText(254, { description: 'An address of that domain' }),
})
export type RequestCollege = Static<typeof RequestCollege>

const requestStatus = named('CollegeRequestStatus', choice(['pending', 'approved', 'rejected']))
export const DecideRequest = namedObject('DecideRequest', {
  status: requestStatus,
  resolvedCollegeId: t.Optional(nullable(uuid())),
  /** Mailed to the requester. */
  reason: t.Optional(text(1, 500)),
})
export type DecideRequest = Static<typeof DecideRequest>

export const collegeRequest = namedObject('CollegeRequest', {
  ...shown,
  requestedByEmail: t.String({
    description: 'Masked for administrators; empty once the account of that address has been deleted',
  }),
  status: requestStatus,
  resolvedCollegeId: nullable(recordId),
  ...times,
})
export type CollegeRequest = Static<typeof collegeRequest>

/** Decodes input that no route has checked (CLI, set-up). 400 with every invalid field. */
export function decodeInput<Schema extends TSchema>(schema: Schema, fields: object): StaticDecode<Schema> {
  const input = Value.Clean(schema, { ...fields })
  const errors = [...Value.Errors(schema, input)].map((fault) => ({
    field: fault.path.slice(1).replaceAll('/', '.'),
    message: validationMessage(fault),
  }))
  if (errors.length > 0) refuse('VALIDATION_FAILED', undefined, { errors })
  return Value.Decode(schema, input)
}

export const collegeSummary = namedObject('CollegeSummary', {
  id: recordId,
  name: t.String(),
  profile: nullable(webAddress),
})

/** One's own college. */
export const ownCollege = namedObject('OwnCollege', { ...collegeSummary.properties, ...look })

/** What the campus as a whole shows. */
export const campusLook = t.Object({ ...look, logo: nullable(webAddress) })
export type CampusLook = Static<typeof campusLook>
