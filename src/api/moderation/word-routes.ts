import { Elysia } from 'elysia'
import { banWord, changeWord, listWords, testText, unbanWord } from '../../core/moderation/words'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { bannedWord, ChangeWord, NewWord, TestText, TextTested, WordParams, WordQuery, Words } from './word-schemas'

export const wordRoutes = new Elysia({ name: 'moderation:words', prefix: '/words' })
  .use(access)
  .get('', async ({ query }) => ok('Banned words', await listWords(query)), {
    admin: true,
    query: WordQuery,
    response: envelope(Words),
    detail: { operationId: 'listBannedWords', summary: 'List the banned words, in the order of the alphabet' },
  })
  .post('', async ({ user, body }) => created('Word banned', await banWord(user, body)), {
    admin: true,
    creates: 'viewer',
    fails: ['CONFLICT'],
    body: NewWord,
    response: createdResponse(envelope(bannedWord)),
    detail: { operationId: 'banWord', summary: 'Ban a word from the next post or comment on' },
  })
  .post('/test', async ({ body }) => ok('Text tested', await testText(body.text)), {
    admin: true,
    body: TestText,
    response: envelope(TextTested),
    detail: { operationId: 'testText', summary: 'Tell what of a text would be refused' },
  })
  .patch('/:id', async ({ user, params, body }) => ok('Word changed', await changeWord(user, params.id, body)), {
    admin: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    params: WordParams,
    body: ChangeWord,
    response: envelope(bannedWord),
    detail: {
      operationId: 'updateBannedWord',
      summary: 'Change a banned word, its severity or where it is looked for',
    },
  })
  .delete(
    '/:id',
    async ({ user, params }) => {
      await unbanWord(user, params.id)
      return okMessage('Word removed from the list')
    },
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: WordParams,
      response: emptyEnvelope,
      detail: { operationId: 'unbanWord', summary: 'Let a banned word pass again' },
    },
  )
