import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { confirms, done, makes, returns, routes } from '../../http/route'
import { namedObject, text, uuid } from '../../lib/text/schema'
import { deleteNote, listNotes, MOST_NOTES, noted, noteRecord, writeNote } from './service'

const about = { resource: noted, resourceId: uuid() }
const NotedParams = t.Object(about)

export const notes = routes('moderation', '/api/v1/moderation/notes')
  .get('/:resource/:resourceId', async ({ user, params }) => ok('Notes', listNotes(user, params)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: NotedParams,
    ...returns(
      t.Object({ notes: t.Array(noteRecord, { maxItems: MOST_NOTES }) }),
      'listModerationNotes',
      'List what moderators noted about a post, a comment or an account, newest first',
      'Never about what is one’s own.',
    ),
  })
  .post(
    '/:resource/:resourceId',
    async ({ user, params, body }) => created('Noted', { note: await writeNote(user, params, body.content) }),
    {
      admin: true,
      creates: 'viewer',
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: NotedParams,
      body: namedObject('NewModerationNote', { content: text(1, 1000) }),
      ...makes(
        t.Object({ note: noteRecord }),
        'createModerationNote',
        'Write a note about a post, a comment or an account for other moderators',
      ),
    },
  )
  .delete(
    '/:resource/:resourceId/:noteId',
    async ({ user, params }) => done('Note deleted', deleteNote(user, params, params.noteId)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'NOT_OWNER'],
      params: t.Object({ ...about, noteId: uuid() }),
      ...confirms('deleteModerationNote', 'Delete the own note'),
    },
  )
