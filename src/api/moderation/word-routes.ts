import { Elysia } from 'elysia'
import { banWord, changeWord, listWords, testText, unbanWord } from '../../core/moderation/words'
import { access } from '../http/access'
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns } from '../http/route'
import { bannedWord, ChangeWord, NewWord, TestText, TextTested, WordParams, WordQuery, Words } from './word-schemas'

export const wordRoutes = new Elysia({ name: 'moderation:words', prefix: '/words' })
  .use(access)
  .get('', async ({ query }) => ok('Banned words', await listWords(query)), {
    admin: true,
    query: WordQuery,
    ...returns(Words, 'listBannedWords', 'List the banned words, in the order of the alphabet'),
  })
  .post('', async ({ user, body }) => created('Word banned', await banWord(user, body)), {
    admin: true,
    creates: 'viewer',
    fails: ['CONFLICT'],
    body: NewWord,
    ...makes(bannedWord, 'banWord', 'Ban a word from the next post or comment on'),
  })
  .post('/test', async ({ body }) => ok('Text tested', await testText(body.text)), {
    admin: true,
    body: TestText,
    ...returns(TextTested, 'testText', 'Tell what of a text would be refused'),
  })
  .patch('/:id', async ({ user, params, body }) => ok('Word changed', await changeWord(user, params.id, body)), {
    admin: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    params: WordParams,
    body: ChangeWord,
    ...returns(bannedWord, 'updateBannedWord', 'Change a banned word, its severity or where it is looked for'),
  })
  .delete('/:id', async ({ user, params }) => done('Word removed from the list', unbanWord(user, params.id)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: WordParams,
    ...confirms('unbanWord', 'Let a banned word pass again'),
  })
