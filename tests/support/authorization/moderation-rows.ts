import { randomUUID } from 'node:crypto'
import { storage } from '../../../db/storage'
import { addBannedWord } from '../../../src/core/policy/banned-words'
import { commentOf, postOf } from './forum-rows'
import type { Rows } from './matrix'

/** Letters alone, so that no word is another one in disguise. */
const someWord = (): string =>
  randomUUID().replace(/\d|-/g, (sign) => (sign === '-' ? '' : 'ghijklmnop'.charAt(Number(sign))))

const bannedWord = async (): Promise<string> => {
  const added = await storage.write((tx) =>
    addBannedWord(tx, { word: someWord(), strictMode: false, severity: 'mild' }),
  )
  if (added === undefined) throw new Error('the word is banned already')
  return added.id
}

/** What moderators do: posts, comments, users, words. */
export const moderationRows: Rows = {
  'PUT /moderation/posts/:postId/moderation-state': {
    level: 'admin',
    ask: async ({ author }) => ({
      path: `moderation/posts/${await postOf(author)}/moderation-state`,
      body: { state: 'banned' },
    }),
  },
  'PUT /moderation/comments/:commentId/moderation-state': {
    level: 'admin',
    ask: async ({ author }) => ({
      path: `moderation/comments/${await commentOf(author, await postOf(author))}/moderation-state`,
      body: { state: 'banned' },
    }),
  },
  'PATCH /moderation/comments/:commentId/moderation-state': {
    level: 'admin',
    ask: async ({ author }) => ({
      path: `moderation/comments/${await commentOf(author, await postOf(author))}/moderation-state`,
      body: { state: 'banned' },
    }),
  },
  'GET /moderation/history/:resourceId': {
    level: 'admin',
    ask: ({ author }) => `moderation/history/${author.id}`,
  },
  'GET /moderation/users': { level: 'admin', ask: () => 'moderation/users' },
  'GET /moderation/users/search': { level: 'admin', ask: () => 'moderation/users/search?role=admin' },
  'PUT /moderation/users/:userId/moderation-state': {
    level: 'admin',
    ask: ({ author }) => ({
      path: `moderation/users/${author.id}/moderation-state`,
      body: { blocked: false, suspension: null },
    }),
  },
  'GET /moderation/users/:userId/suspension': {
    level: 'admin',
    ask: ({ author }) => `moderation/users/${author.id}/suspension`,
  },
  'GET /moderation/words': { level: 'admin', ask: () => 'moderation/words' },
  'POST /moderation/words': {
    level: 'admin',
    answers: 201,
    ask: () => ({ path: 'moderation/words', body: { word: someWord(), severity: 'mild' } }),
  },
  'POST /moderation/words/test': {
    level: 'admin',
    ask: () => ({ path: 'moderation/words/test', body: { text: 'A bench in the library' } }),
  },
  'PATCH /moderation/words/:id': {
    level: 'admin',
    ask: async () => ({ path: `moderation/words/${await bannedWord()}`, body: { severity: 'severe' } }),
  },
  'DELETE /moderation/words/:id': { level: 'admin', ask: async () => `moderation/words/${await bannedWord()}` },
}
