import type { Device, Edit } from './ablation'

const CACHE = 'src/lib/cache.ts'
const WATCHED = '    watchCache(name,'

/** The caches of these names store nothing. */
const emptyCache = (...names: string[]): Edit[] => [
  {
    file: CACHE,
    from: WATCHED,
    to: `    if (${JSON.stringify(names)}.includes(name)) this.entries.set = () => this.entries\n${WATCHED}`,
  },
]

const COUNTS = 'src/core/posts/counts.ts'
const countedAnew = (when: string): Edit => ({
  file: COUNTS,
  from: 'export const totalText = (facet: Facet, audience: Audience): string => `',
  to: `export const totalText = (facet: Facet, audience: Audience): string => ${when} ? \`
    SELECT count(*) AS total FROM posts WHERE \${AUDIENCES[audience]}\${FACETS[facet].map((name) => \` AND \${COLUMNS[name]} = $\${name}\`).join('')}\`
    : \``,
})

/** Every device that makes Quad faster or smaller, and how to switch it off. */
export const DEVICES = {
  'response cache': {
    does: 'sends strangers finished bytes, past Elysia',
    edits: [
      {
        file: 'src/api/http/response-cache.ts',
        from: 'if (entry === undefined || !isAnonymous(request)',
        to: 'if (true || !isAnonymous(request)',
      },
    ],
    rows: ['strangersFeed', 'strangersHotPost', 'anonymousPost'],
  },
  'finished bytes': {
    does: 'keeps the bytes of such an answer until a post changes, rather than composing them from the caches of posts',
    edits: [
      {
        file: 'src/api/posts/response-cache.ts',
        from: 'last !== undefined && version === postsVersion() ? last : renew()',
        to: 'renew()',
      },
    ],
    rows: ['strangersFeed', 'strangersHotPost', 'anonymousPost'],
  },
  'first answer': {
    does: 'composes what the document of the feed brings along before anybody asked for it',
    edits: [
      { file: 'src/api/http/response-cache.ts', from: 'void entries.set(address, entry)', to: 'void [address, entry]' },
    ],
    rows: ['document'],
  },
  'shared documents': {
    does: "keeps a page's document with its compressed forms",
    edits: [
      {
        file: 'src/api/pages/routes.ts',
        from: 'if (cached?.shell === shell()) return cached.document',
        to: 'void cached',
      },
      {
        file: 'src/api/pages/routes.ts',
        from: 'if (strangersFeed?.shell === shell() && strangersFeed.posts === posts) return strangersFeed.document',
        to: 'void strangersFeed',
      },
    ],
    rows: ['document', 'searchDocument'],
  },
  'post cache': {
    does: 'keeps posts, each by itself',
    edits: emptyCache('posts'),
    rows: ['feed', 'post', 'anonymousPost'],
  },
  'page cache': {
    does: 'keeps the ids of the pages of a list',
    edits: emptyCache('pages'),
    rows: ['feed', 'byTwo', 'pageThousand'],
  },
  'hot page cache': {
    does: 'keeps the ids of the pages by hot, until a vote or a comment',
    edits: emptyCache('hot pages'),
    rows: ['byHot', 'byHotBesideWrites'],
  },
  'window totals': {
    does: 'keeps how many posts of a list are newer than the beginning of a window',
    edits: emptyCache('totals'),
    rows: ['byTopOfMonth'],
  },
  'viewer overrides': {
    does: "keeps a viewer's block relations, and whether one of their posts is shadow-banned",
    edits: emptyCache('viewer overrides'),
    rows: ['feed'],
  },
  'sessions and accounts': {
    does: 'keeps who has a token, and what decisions need to know of them',
    edits: emptyCache('sessions', 'accounts'),
    rows: ['post', 'feed', 'vote'],
  },
  settings: { does: 'keeps the settings', edits: emptyCache('settings'), rows: ['comment', 'byTopic'] },
  colleges: {
    does: 'keeps all colleges and their branches',
    edits: emptyCache('colleges'),
    rows: ['comment', 'document'],
  },
  'banned words': {
    does: "keeps the moderators' words, compiled",
    edits: emptyCache('banned words'),
    rows: ['comment'],
  },
  characters: {
    does: 'keeps what each counts as, once it was seen',
    edits: [
      {
        file: 'src/core/policy/confusables.ts',
        from: 'const cached = cache.get(code)',
        to: 'const cached = undefined',
      },
    ],
    rows: ['commentInHindi'],
  },
  'prepared statements': {
    does: 'prepares a statement once for each connection',
    edits: [{ file: 'db/statement.ts', from: 'if (existing !== undefined) return existing', to: 'void existing' }],
    rows: ['feed', 'comments', 'vote'],
  },
  'statements by their text': {
    does: 'keeps prepared statements whose text depends on the request',
    edits: [
      {
        file: 'db/statement.ts',
        from: 'if (cached !== undefined) return cached as SqlStatement<Returned, Params>',
        to: 'void cached',
      },
    ],
    rows: ['comments', 'byViews'],
  },
  'stable query plans': {
    does: 'keeps SQLite from planning a statement anew with each binding',
    edits: [
      {
        file: 'db/connection.ts',
        from: 'database.prepare = ((text, params) => prepare(plusBeforeParameters(text), params))',
        to: 'database.prepare = ((text, params) => prepare(text, params))',
      },
    ],
    rows: ['comments', 'post', 'comment', 'byViews'],
  },
  "writer's temp_store": {
    does: 'keeps copies of pages for savepoints in memory',
    edits: [{ file: 'db/open-storage.ts', from: "writer.sqlite.run('PRAGMA temp_store = MEMORY')", to: '' }],
    rows: ['vote', 'comment'],
  },
  "reader's temp_store": {
    does: 'sorts in memory',
    edits: [
      {
        file: 'db/connection.ts',
        from: "\n  sqlite.run('PRAGMA temp_store = MEMORY')\n  sqlite.run('PRAGMA query_only = 1')",
        to: "\n  sqlite.run('PRAGMA query_only = 1')",
      },
    ],
    rows: ['byViews', 'byTopOfMonth'],
  },
  journal_size_limit: {
    does: 'cuts the log to 64 MB when it begins anew',
    edits: [{ file: 'db/connection.ts', from: 'journal_size_limit = $', to: 'journal_size_limit = -1 -- $' }],
    rows: ['comment'],
  },
  'group commit': {
    does: 'commits the writes that wait together',
    edits: [{ file: 'db/write-queue.ts', from: 'const batchLimit = 256', to: 'const batchLimit = 1' }],
    rows: ['vote', 'comment'],
  },
  'log sync off the loop': {
    does: 'syncs the log beside the event loop',
    edits: [
      { file: 'db/open-storage.ts', from: "openWriter(file, 'normal', true)", to: "openWriter(file, 'full', true)" },
      {
        file: 'db/open-storage.ts',
        from: "log: synchronous === 'full' ? openLog(file, disk) : undefined",
        to: 'log: (void openLog, undefined)',
      },
    ],
    rows: ['vote', 'feedBesideWrites'],
  },
  'checkpointer thread': {
    does: 'moves the log into the database in a thread',
    edits: [
      {
        file: 'db/open-storage.ts',
        from: 'checkpointer: checkpointer ? startCheckpointer(file, report) : undefined',
        to: 'checkpointer: (void startCheckpointer, undefined)',
      },
    ],
    rows: ['vote', 'feedBesideWrites'],
  },
  'headers past the hooks': {
    does: 'sets headers after Elysia, which would copy the answer',
    edits: [
      { file: 'src/api/http/headers.ts', from: 'Object.entries(SECURITY_HEADERS)', to: '[] as [string, string][]' },
      {
        file: 'src/app.ts',
        from: '  .use(ownHost)',
        to: "  .onAfterHandle({ as: 'global' }, ({ set }) => void Object.assign(set.headers, SECURITY_HEADERS))\n  .use(ownHost)",
      },
      {
        file: 'src/app.ts',
        from: "import { health } from './api/health/routes'",
        to: "import { SECURITY_HEADERS } from './api/http/headers'\nimport { health } from './api/health/routes'",
      },
    ],
    rows: ['health', 'feed', 'post'],
  },
  'ETag of answers': {
    does: 'lets strangers ask whether an answer has changed',
    edits: [
      {
        file: 'src/api/http/pipeline.ts',
        from: 'isSharedResponse(incoming, response, context) ? withEtag(incoming, response) : response',
        to: '(void isSharedResponse, void withEtag, response)',
      },
    ],
    rows: ['strangersComments'],
  },
  'stored totals': {
    does: 'keeps the totals of all lists, for none or one filter',
    edits: [countedAnew('FACETS[facet].length < 2')],
    rows: ['feed', 'byTopic'],
    beside: ['page cache'],
  },
  'stored totals of several filters': {
    does: 'keeps the totals of lists with two or three filters',
    edits: [countedAnew('FACETS[facet].length >= 2')],
    rows: ['byTwo'],
    beside: ['page cache'],
  },
  'rarest filter first': {
    does: 'lets the filter with the fewest posts choose the index',
    edits: [
      {
        file: 'src/core/posts/lists.ts',
        from: 'if (filters.length < 2) return filters',
        to: 'if (filters) return filters',
      },
    ],
    rows: ['byTwo'],
    beside: ['page cache'],
  },
  'blocked authors left out first': {
    does: 'collects the posts of blocked authors before a deep page is walked to',
    edits: [
      {
        file: 'src/core/posts/lists.ts',
        from: 'const DEEP_OFFSET = 100',
        to: 'const DEEP_OFFSET = Number.POSITIVE_INFINITY',
      },
    ],
    rows: ['pageThousand'],
    beside: ['page cache'],
  },
} as const satisfies Record<string, Device>

export type DeviceName = keyof typeof DEVICES
