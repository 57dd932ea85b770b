import { Elysia } from 'elysia'
import { deleteNote, listNotes, writeNote } from '../../core/notes/service'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { NewNote, NotedParams, NoteParams, Notes, OneNote } from './schemas'

export const notes = new Elysia({ name: 'notes', prefix: '/api/v1/moderation/notes', detail: { tags: ['moderation'] } })
  .use(access)
  .get('/:resource/:resourceId', async ({ user, params }) => ok('Notes', await listNotes(user, params)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: NotedParams,
    response: envelope(Notes),
    detail: {
      operationId: 'listModerationNotes',
      summary: 'List what moderators noted about a post, a comment or an account, newest first',
      description: 'Never about what is one’s own.',
    },
  })
  .post(
    '/:resource/:resourceId',
    async ({ user, params, body }) => created('Noted', { note: await writeNote(user, params, body.content) }),
    {
      admin: true,
      creates: 'viewer',
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: NotedParams,
      body: NewNote,
      response: createdResponse(envelope(OneNote)),
      detail: {
        operationId: 'createModerationNote',
        summary: 'Write a note about a post, a comment or an account for other moderators',
      },
    },
  )
  .delete(
    '/:resource/:resourceId/:noteId',
    async ({ user, params }) => {
      await deleteNote(user, params, params.noteId)
      return okMessage('Note deleted')
    },
    {
      admin: true,
      fails: ['NOT_FOUND', 'NOT_OWNER'],
      params: NoteParams,
      response: emptyEnvelope,
      detail: { operationId: 'deleteModerationNote', summary: 'Delete the own note' },
    },
  )
