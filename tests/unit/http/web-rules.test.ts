import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { codeIn, pastedCode } from '../../../public/app/campus/auth/code-field'
import { currentStep, NO_PASSWORD as SENT_FOR_NONE } from '../../../public/app/campus/auth/joining'
import { branchOptions } from '../../../public/app/campus/colleges/colleges'
import { picturePath } from '../../../public/app/campus/colleges/picture'
import type { Comment } from '../../../public/app/forum/comments/requests'
import { afterDeletion, isPlaceholder, withReplies } from '../../../public/app/forum/comments/tree'
import { feedFilter, feedPath, isFiltered, readSort, readSource } from '../../../public/app/forum/posts/posts'
import { type Votable, type VoteType, withVote } from '../../../public/app/forum/votes/votes'
import { joinedById, Listing } from '../../../public/app/lib/listing'
import { latest } from '../../../public/app/lib/loading'
import type { Me } from '../../../public/app/lib/me'
import { safeNext } from '../../../public/app/lib/navigation'
import { NO_PASSWORD } from '../../../src/campus/auth/password-policy'
import { resolveAlias } from '../../../src/http/deprecations'
import { CLIENT_PATHS } from '../../../src/pages/client-paths'

describe('a vote that shows before it is counted', () => {
  const item: Votable = { id: '1', userVote: null, upvoteCount: 3, downvoteCount: 1 }
  test('cast, switched and withdrawn', () => {
    const up = withVote(item, 'upvote')
    expect([up.upvoteCount, up.downvoteCount, up.userVote]).toEqual([4, 1, 'upvote'])
    const down = withVote(up, 'downvote')
    expect([down.upvoteCount, down.downvoteCount, down.userVote]).toEqual([3, 2, 'downvote'])
    expect(withVote(down, null)).toEqual(item)
  })
  test('however often one changes one’s mind, it counts once', () => {
    const votes = fc.array(fc.constantFrom<VoteType | null>('upvote', 'downvote', null), { maxLength: 12 })
    fc.assert(
      fc.property(votes, (wanted) => {
        const end = wanted.reduce((each, vote) => withVote(each, vote), item)
        expect(end).toEqual(withVote(item, wanted.at(-1) ?? null))
      }),
    )
  })
})

describe('a thread', () => {
  const comment = {
    id: 'c1',
    content: 'words',
    postId: 'p',
    parentCommentId: null,
    isBanned: false,
    isDeleted: false,
    isBlocked: false,
    createdAt: '',
    updatedAt: '',
    commentedBy: { id: 'u' },
    upvoteCount: 0,
    downvoteCount: 0,
    userVote: null,
    repliesCount: 0,
  } as unknown as Comment
  test('a deleted comment goes, and stays as a placeholder while there are replies', () => {
    expect(afterDeletion(comment)).toBeNull()
    const placeholder = afterDeletion({ ...comment, repliesCount: 2 })
    expect(placeholder).toMatchObject({ isDeleted: true, content: '', commentedBy: null, repliesCount: 2 })
    expect([isPlaceholder(placeholder!), isPlaceholder(comment)]).toEqual([true, false])
  })
  test('a banned comment is a placeholder to all but those who still see who wrote it', () => {
    expect(isPlaceholder({ ...comment, isBanned: true, commentedBy: null })).toBe(true)
    expect(isPlaceholder({ ...comment, isBanned: true })).toBe(false)
  })
  test('replies are never fewer than none', () => {
    expect(withReplies(comment, -1)?.repliesCount).toBe(0)
    expect(withReplies(comment, 2)?.repliesCount).toBe(2)
    expect(withReplies(null, 1)).toBeNull()
  })
})

describe('a list that is read page by page', () => {
  const items = (...ids: string[]) => ids.map((id) => ({ id }))
  const idOf = ({ id }: { id: string }) => id
  test('shows each item once, where it stood first', () => {
    expect(joinedById(items('a', 'b'), items('b', 'c'), idOf).map(idOf)).toEqual(['a', 'b', 'c'])
  })
  test('goes on by the cursor, keeps what it has when a page fails, and ends', async () => {
    const asked: (string | undefined)[] = []
    const failure = { success: false as const, code: 'UNREACHABLE' as const, message: '' }
    let failing = false
    const list = new Listing(async (cursor) => {
      asked.push(cursor)
      await Bun.sleep(0)
      if (failing) return failure
      return cursor === undefined ? { items: items('a'), next: 'x' } : { items: items('a', 'b'), next: null }
    }, idOf)
    list.more()
    // Whoever asks meanwhile goes on once it is there.
    await list.more()
    expect([asked, list.items.value.map(idOf), list.ended.value]).toEqual([[undefined], ['a'], false])
    failing = true
    await list.more()
    expect([list.failure.value?.code, list.items.value.length, list.ended.value]).toEqual(['UNREACHABLE', 1, false])
    failing = false
    await list.more()
    await list.more()
    expect([asked, list.items.value.map(idOf), list.failure.value]).toEqual([[undefined, 'x', 'x'], ['a', 'b'], null])
    expect(list.ended.value).toBe(true)
  })
})

describe('the address of the feed', () => {
  const me = { collegeId: 'college' } as Me
  test('says what is not as usual, and nothing else', () => {
    expect(feedPath({}, {})).toBe('/')
    expect(feedPath({ topic: 'Rant / Vent' }, { sort: 'viewed', from: 'mine' })).toBe(
      '/?topic=Rant+%2F+Vent&from=mine&sort=viewed',
    )
    expect(feedPath({ topic: 'x', from: 'mine', sort: 'viewed' }, { topic: '', from: 'everyone', sort: 'hot' })).toBe(
      '/',
    )
    expect(feedPath({ sort: 'top', window: 'day' }, {})).toBe('/?sort=top&window=day')
    expect(feedPath({ sort: 'top', window: 'day' }, { window: 'week' })).toBe('/?sort=top')
    expect(feedPath({ sort: 'top', window: 'day' }, { sort: 'newest' })).toBe('/?sort=newest')
  })
  test('becomes what the API is asked for; a stranger has no college', () => {
    expect(feedFilter({ from: 'mine', sort: 'oldest' }, me)).toEqual({
      collegeId: 'college',
      sortBy: 'createdAt',
      sortOrder: 'asc',
    })
    expect(feedFilter({ from: 'mine', topic: 'x', sort: 'nonsense' }, null)).toEqual({ sortBy: 'hot', topic: 'x' })
    expect(feedFilter({ sort: 'top', window: 'all' }, null)).toEqual({ sortBy: 'top', window: 'all' })
    expect(feedFilter({ sort: 'top', window: 'x' }, null)).toEqual({ sortBy: 'top', window: 'week' })
    expect(feedFilter({ sort: 'newest', window: 'all' }, null)).toEqual({})
    const found = [readSort({ sort: 'toString' }), isFiltered({ sort: 'viewed' }), isFiltered({ topic: 'x' })]
    expect(found).toEqual(['hot', false, true])
  })
})

describe('whose posts the feed shows', () => {
  const COLLEGE = '0197c9a4-0000-7000-8000-000000000001'
  const me = { collegeId: COLLEGE } as Me
  const other = COLLEGE.replace(/1$/, '2')
  test('those of another college, of a branch, and both', () => {
    expect(feedPath({ topic: 'x' }, { branch: 'CSE', from: other })).toBe(`/?topic=x&branch=CSE&from=${other}`)
    expect(feedPath({ branch: 'CSE', from: other }, { branch: '', from: 'everyone' })).toBe('/')
    expect(feedFilter({ branch: 'CSE', from: other, topic: 'x' }, null)).toEqual({
      sortBy: 'hot',
      topic: 'x',
      branch: 'CSE',
      collegeId: other,
    })
    const seen = [isFiltered({ branch: 'CSE' }), isFiltered({ from: other }), isFiltered({ from: 'x' })]
    expect(seen).toEqual([true, true, false])
  })
  test('one’s own college is the same by its name and by its id; what is no id is everyone', () => {
    expect([COLLEGE, 'mine', other].map((from) => readSource({ from }, me))).toEqual(['mine', 'mine', other])
    for (const nobody of [
      readSource({ from: 'mine' }, null),
      readSource({ from: "x' OR 1" }, me),
      readSource({}, undefined),
    ])
      expect(nobody).toBe('everyone')
    expect(feedFilter({ from: '../x' }, me)).toEqual({ sortBy: 'hot' })
  })
})

describe('the branches to choose from', () => {
  const list = [
    { code: 'CSE', name: 'Computer Science' },
    { code: 'ME', name: 'Mechanical' },
  ]
  const offered: [string, string][] = [
    ['CSE', 'Computer Science'],
    ['ME', 'Mechanical'],
  ]
  test.each([
    ['', 'CSE', '', []],
    ['cse', 'CSE', 'CSE', []],
    ['computer science', 'ME', 'CSE', []],
    ['Physics', 'cse', 'Physics', ['Physics']],
    ['', 'Physics', '', ['Physics']],
    ['physics', 'Physics', 'Physics', ['Physics']],
  ])('chosen %p by somebody of %p: %p', (chosen, own, value, others) => {
    const more = others.map((each): [string, string] => [each, each])
    expect(branchOptions(list, chosen, own)).toEqual({ value, options: [...offered, ...more] })
  })
  test('one’s own stands there before the list has come', () => {
    expect(branchOptions([], '', 'CSE')).toEqual({ value: '', options: [['CSE', 'CSE']] })
  })
})

test('of answers that overtake each other that to the latest question counts, whichever answer comes first', async () => {
  const newest = latest()
  const { promise: slow, resolve } = Promise.withResolvers<string>()
  const [first, second] = [newest(slow), newest(Promise.resolve('second'))]
  expect(await second).toBe('second')
  resolve('first')
  expect(await first).toBeUndefined()
  expect(await newest(Promise.resolve('third'))).toBe('third')
})

test.each([
  ['https://quad.example/uploads/a.webp', '/uploads/a.webp'],
  ['/uploads/a.webp', '/uploads/a.webp'],
  ['https://elsewhere.example/a.png', undefined],
  ['javascript:alert(1)', undefined],
  [null, undefined],
])('a picture of a college: %p is shown as %p', (url, path) => {
  expect(picturePath(url, 'https://quad.example')).toBe(path)
})

const ORIGIN = 'https://quad.example'
test.each([
  ['/post/1?a=b', '/post/1?a=b'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['', '/'],
  ['/.//evil.example', '/'],
  ['/post/..//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/./\\evil.example', '/'],
  ['//', '/'],
  ['//[', '/'],
  ['/post/1?to=//evil.example', '/post/1?to=//evil.example'],
  [undefined, '/'],
])('where a sign-in leads back to: %p: %s', (next, path) => {
  expect(safeNext(next, ORIGIN)).toBe(path)
})

describe('joining', () => {
  test('the account’s own state counts before what the browser remembers', () => {
    const progress = { step: 'code' as const, email: 'a@b.example', sentAt: 0 }
    expect(currentStep(null, progress)).toBe('code')
    expect(currentStep({ status: 'ONBOARDING' } as Me, progress)).toBe('branch')
    expect(currentStep({ status: 'ACTIVE' } as Me, progress)).toBe('terms')
  })
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['१२३ ४५६', '123456'],
    ['12-34 5', '12345'],
    ['soon', ''],
  ])('%j typed is the code %j', (typed, code) => expect(codeIn(typed)).toBe(code))
  test.each([
    ['Your Quad code is 123 456. It is valid for 15 minutes.', '123456'],
    ['1234 5678 9012 34', '12345678901234'],
    ['१२३४५६', '123456'],
    ['15 minutes', undefined],
    ['', undefined],
  ])('%j pasted holds the code %j', (pasted, code) => expect(pastedCode(pasted)).toBe(code!))
  test('what stands in for the password is what the server takes for that', () => {
    expect(SENT_FOR_NONE).toBe(NO_PASSWORD)
  })
})

test('no page begins like an alias of the API', () => {
  for (const path of CLIENT_PATHS) expect([path, resolveAlias(path.replace(':id', '1'))]).toEqual([path, undefined])
})
