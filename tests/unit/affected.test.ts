import { expect, test } from 'bun:test'
import { affectedTests } from '../support/affected'

const sources = Object.entries({
  'src/app.ts': "import './forum/votes/routes'",
  'src/forum/votes/routes.ts': "import { castVote } from './cast'",
  'src/forum/votes/cast.ts': "import { minute } from '../../lib/minute'",
  'src/lib/minute.ts': '',
  'public/app/pages/votes/page.tsx': "export const page = <p>{import('../../lib/score')}</p>",
  'public/app/lib/score.ts': '',
  'tests/support/kit.ts': "import '../../src/app'; import '../../src/lib/minute'",
  'tests/unit/minute.test.ts': "import '../../src/lib/minute'",
  'tests/unit/rules.test.ts': "import '../../src/forum/votes/cast'",
  'tests/unit/score.test.ts': "import '../../public/app/pages/votes/page'",
  'tests/unit/documents.test.ts': '',
  'tests/api/authorization.test.ts': "import '../support/kit'",
  'tests/api/posts.test.ts': "import '../support/kit'",
  'tests/api/vote-limits.test.ts': "import '../support/kit'",
}).map(([path, text]) => ({ path, text }))

test.each([
  [['src/lib/minute.ts'], ['unit/minute', 'unit/rules']],
  [['src/forum/votes/cast.ts'], ['unit/rules', 'api/vote-limits']],
  [['src/forum/votes/routes.ts'], ['api/authorization', 'api/vote-limits']],
  [['public/app/lib/score.ts'], ['unit/score']],
  [['public/app/pages/votes/page.tsx'], ['unit/score', 'api/vote-limits']],
  [['tests/support/kit.ts'], ['api/authorization', 'api/posts', 'api/vote-limits']],
  [
    ['tests/unit/minute.test.ts', 'README.md'],
    ['unit/minute', 'unit/documents'],
  ],
  [[], []],
])('a change of %p may break %p', (changed, tests) => {
  expect(affectedTests(changed, sources)).toEqual(tests.map((name) => `tests/${name}.test.ts`))
})

test('of what imports a file through others, the nearest are chosen as long as they are quick', () => {
  const changed = (ms: number) => affectedTests(['src/lib/minute.ts'], sources, { 'tests/unit/rules.test.ts': ms })
  expect(changed(10_000)).toEqual(['tests/unit/minute.test.ts', 'tests/unit/rules.test.ts'])
  expect(changed(30_000)).toEqual(['tests/unit/minute.test.ts'])
})
