import { type Static, t } from 'elysia'
import { moderationNotes } from '../../../db/schema/moderation'
import { choice, named, nullable, recordId, timestamp } from '../../lib/schema'

const NOTED = moderationNotes.resource.enumValues
export const noted = choice(NOTED)
export type Noted = Static<typeof noted>

/** For moderators alone. */
export const noteRecord = named(
  'ModerationNote',
  t.Object({
    id: recordId,
    resource: noted,
    resourceId: recordId,
    content: t.String(),
    writtenBy: nullable(t.Object({ id: recordId, username: t.String() })),
    createdAt: timestamp,
  }),
)
export type NoteRecord = Static<typeof noteRecord>
