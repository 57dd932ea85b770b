import { expect, test } from 'bun:test'
import { affectedTests } from '../../support/affected'

const sources = Object.entries({
  'src/app.ts': "import './forum/votes/routes'",
  'src/forum/votes/routes.ts': "import { castVote } from './cast'",
  'src/forum/votes/cast.ts': "import { minute } from '../../lib/minute'",
  'src/lib/minute.ts': '',
  'public/app/pages/votes/page.tsx': "export const page = <p>{import('../../lib/score')}</p>",
  'public/app/lib/score.ts': '',
  'tests/support/kit.ts': "import '../../src/app'; import '../../src/lib/minute'",
  'tests/unit/lib/minute.test.ts': "import '../../../src/lib/minute'",
  'tests/unit/ground/rules.test.ts': "import '../../../src/forum/votes/cast'",
  'tests/unit/forum/score.test.ts': "import '../../../public/app/pages/votes/page'",
  'tests/unit/conventions/documents.test.ts': '',
  'tests/api/ground/authorization.test.ts': "import '../../support/kit'",
  'tests/api/forum/posts.test.ts': "import '../../support/kit'",
  'tests/api/forum/vote-limits.test.ts': "import '../../support/kit'",
}).map(([path, text]) => ({ path, text }))

test.each([
  [['src/lib/minute.ts'], ['unit/lib/minute', 'unit/ground/rules']],
  [['src/forum/votes/cast.ts'], ['unit/ground/rules', 'api/forum/vote-limits']],
  [['src/forum/votes/routes.ts'], ['api/ground/authorization', 'api/forum/vote-limits']],
  [['public/app/lib/score.ts'], ['unit/forum/score']],
  [['public/app/pages/votes/page.tsx'], ['unit/forum/score', 'api/forum/vote-limits']],
  [['tests/support/kit.ts'], ['api/ground/authorization', 'api/forum/posts', 'api/forum/vote-limits']],
  [
    ['tests/unit/lib/minute.test.ts', 'README.md'],
    ['unit/lib/minute', 'unit/conventions/documents'],
  ],
  [[], []],
])('a change of %p may break %p', (changed, tests) => {
  expect(affectedTests(changed, sources)).toEqual(tests.map((name) => `tests/${name}.test.ts`))
})

test('of what imports a file through others, the nearest are chosen as long as they are quick', () => {
  const changed = (ms: number) =>
    affectedTests(['src/lib/minute.ts'], sources, { 'tests/unit/ground/rules.test.ts': ms })
  expect(changed(10_000)).toEqual(['tests/unit/lib/minute.test.ts', 'tests/unit/ground/rules.test.ts'])
  expect(changed(30_000)).toEqual(['tests/unit/lib/minute.test.ts'])
})
