import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { GROUP, inGroups, inParts, numberGroups } from '../../../public/app/forum/comments/groups'
import type { Comment, TreeResponse } from '../../../public/app/forum/comments/requests'
import { addressSortedBy, linkedComment, sortInAddress, THREAD_SORTS } from '../../../public/app/forum/comments/thread'
import {
  addToTree,
  type CommentNode,
  isVisible,
  newNode,
  newTree,
  noteAuthors,
  type Tree,
} from '../../../public/app/forum/comments/tree'

type Branch = { id: string; parent: string | null; replies: Branch[] }

/** A thread in which comment n replies to the comment that the number names, or stands at the top. */
function threadOf(parents: readonly number[]): Branch[] {
  const all: Branch[] = []
  const top: Branch[] = []
  for (const [at, parent] of parents.entries()) {
    const above = parent % 3 === 0 || at === 0 ? undefined : all[parent % at]
    const branch = { id: `c${String(at).padStart(3, '0')}`, parent: above?.id ?? null, replies: [] }
    all.push(branch)
    ;(above?.replies ?? top).push(branch)
  }
  return top
}

const flat = (level: readonly Branch[]): Branch[] => level.flatMap((each) => [each, ...flat(each.replies)])
const find = (top: readonly Branch[], id: string) => flat(top).find((each) => each.id === id)

type Asked = { parent?: string | undefined; cursor?: string | null; limit: number; comment?: string | undefined }

/** What the server returns, said simply: the first of each level within a share, and the path to a comment. */
function serve(top: readonly Branch[], { parent, cursor, limit, comment }: Asked): TreeResponse {
  const start = parent === undefined ? top : (find(top, parent)?.replies ?? [])
  const from = cursor ? start.findIndex(({ id }) => id === cursor) + 1 : 0
  const path = new Set<string>()
  if (comment !== undefined)
    for (let at = find(top, comment); at; at = at.parent === null ? undefined : find(top, at.parent)) path.add(at.id)
  const apart: string[] = []
  const comments: TreeResponse['comments'] = []
  const list = (level: readonly Branch[], depth: number, share: number) => {
    const inPlace = level.slice(0, share)
    const beyond = level.slice(share).filter(({ id }) => path.has(id))
    apart.push(...beyond.map(({ id }) => id))
    for (const { id, parent, replies } of [...inPlace, ...beyond]) {
      const own = share - 1
      const left = replies.filter((each, at) => at >= own && !path.has(each.id)).length
      const last = replies[own - 1]
      comments.push({
        ...({ id, parentCommentId: parent, repliesCount: replies.length } as Comment),
        depth,
        repliesLeft: left,
        repliesCursor: left > 0 && last ? last.id : null,
      })
      list(replies, depth + 1, own)
    }
  }
  const level = start.slice(from)
  list(level, 0, limit)
  const left = level.filter((each, at) => at >= limit && !path.has(each.id)).length
  return { comments, meta: { total: start.length, left, nextCursor: left > 0 ? level[limit - 1]!.id : null, apart } }
}

const shown = (level: readonly CommentNode[]): Branch[] =>
  level.map(({ id, parent, replies }) => ({ id, parent: parent?.id ?? null, replies: shown(replies.items.value) }))

/** Presses every button that offers more, in the order of the numbers, until there is none. */
function readOn(tree: Tree, top: readonly Branch[], limit: number, choices: readonly number[]): void {
  for (let step = 0; ; step++) {
    const cuts = [undefined, ...tree.nodes.values()].filter((node) => (node?.replies ?? tree.top).left.value > 0)
    if (cuts.length === 0) return
    expect(step).toBeLessThan(1000)
    const under = cuts[(choices[step % choices.length] ?? 0) % cuts.length]
    const { cursor } = under?.replies ?? tree.top
    const before = idsOnLevels(tree)
    addToTree(tree, serve(top, { parent: under?.id, cursor, limit }), under)
    const after = idsOnLevels(tree)
    for (const [id, ids] of before) expect(after.get(id)?.slice(0, ids.length)).toEqual(ids)
  }
}

/** What stands on each level, by what it replies to. */
const idsOnLevels = (tree: Tree) =>
  new Map(
    [undefined, ...tree.nodes.values()].map((node) => [
      node?.id,
      (node?.replies ?? tree.top).items.value.map(({ id }) => id),
    ]),
  )

/** The level in the server's order, which numbers the comments. */
const inOrder = (level: readonly Branch[]): Branch[] =>
  [...level].sort((a, b) => a.id.localeCompare(b.id)).map((each) => ({ ...each, replies: inOrder(each.replies) }))

const parents = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 })
const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 })

describe('a thread that is loaded in parts', () => {
  test('is whole and in the server’s order once every cut was followed, in whatever order', () => {
    fc.assert(
      fc.property(parents, fc.integer({ min: 1, max: 5 }), choices, (made, limit, chosen) => {
        const top = threadOf(made)
        const tree = newTree()
        addToTree(tree, serve(top, { limit }), undefined)
        readOn(tree, top, limit, chosen)
        expect(shown(tree.top.items.value)).toEqual(top)
      }),
    )
  })

  test('holds the comment of a link from the first, never moves it, and has all others in order', () => {
    fc.assert(
      fc.property(parents, fc.integer({ min: 1, max: 4 }), choices, fc.nat(1000), (made, limit, chosen, which) => {
        const top = threadOf(made)
        const all = flat(top)
        const { id } = all[which % all.length]!
        const tree = newTree()
        addToTree(tree, serve(top, { limit, comment: id }), undefined)
        expect(find(shown(tree.top.items.value), id)).toBeDefined()
        readOn(tree, top, limit, chosen)
        expect(inOrder(shown(tree.top.items.value))).toEqual(top)
        const path = new Set<string | null>()
        for (let at: string | null = id; at !== null; at = find(top, at)?.parent ?? null) path.add(at)
        const others = idsOnLevels(tree)
          .values()
          .map((ids) => ids.filter((each) => !path.has(each)))
        for (const ids of others) expect(ids).toEqual(ids.toSorted())
      }),
    )
  })

  test('takes what comes meanwhile with all above it, once, and changes nothing else', () => {
    fc.assert(
      fc.property(parents, fc.nat(1000), fc.constantFrom('first', 'last'), (made, which, place) => {
        const top = threadOf(made)
        const all = flat(top)
        const { id } = all[which % all.length]!
        const tree = newTree()
        addToTree(tree, serve(top, { limit: 2 }), undefined)
        const before = flat(shown(tree.top.items.value)).map((each) => each.id)
        const news = serve(top, { limit: 1, comment: id })
        for (let twice = 0; twice < 2; twice++) addToTree(tree, news, undefined, place)
        const after = flat(shown(tree.top.items.value)).map((each) => each.id)
        expect(new Set(after).size).toBe(after.length)
        expect(after).toContain(id)
        expect(after.filter((each) => before.includes(each))).toEqual(before)
        for (const { id, parent } of flat(shown(tree.top.items.value))) expect(parent).toBe(find(top, id)!.parent)
      }),
    )
  })
})

describe('the groups of a level', () => {
  const added = (count: number) => Array.from({ length: count }, () => ({ group: 0 }))
  test('are of a size, and stay the same arrays while nothing in them changes', () => {
    const level = added(GROUP + 5)
    numberGroups([], level)
    const before = inGroups(level, [])
    expect(before.map(({ length }) => length)).toEqual([GROUP, 5])
    const page = added(2)
    numberGroups(level, page)
    const after = inGroups([...level, ...page], before)
    expect(after.map(({ length }) => length)).toEqual([GROUP, 5, 2])
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, true])
    const own = { group: 0 }
    const later = inGroups([own, ...level, ...page], after)
    expect(later.map((each) => after.includes(each))).toEqual([false, true, true])
  })
  test('are in parts that stay apart from groups that come before or after them', () => {
    const numbers = (parts: { group: number }[][][]) => parts.map((part) => part.map(([item]) => item?.group))
    const groups = (...all: number[]) => all.map((group) => [{ group }])
    expect(numbers(inParts(groups(0, 1, 15, 16, 17)))).toEqual([
      [0, 1, 15],
      [16, 17],
    ])
    expect(numbers(inParts(groups(18, 0, 1, 15, 16, 17, 32)))).toEqual([[18], [0, 1, 15], [16, 17], [32]])
    expect(inParts([])).toEqual([])
  })
})

test('a comment is visible while everything above it is open', () => {
  const comment = { id: 'c' } as Comment
  const top = newNode(comment, undefined, false)
  const below = newNode(comment, newNode(comment, top, false), false)
  expect(isVisible(below)).toBe(true)
  top.isOpen.value = false
  expect([isVisible(below), isVisible(top)]).toEqual([false, true])
})

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
test.each([
  [`?comment=${ID}`, '', ID],
  ['', `#comment-${ID}`, ID],
  [`?comment=${ID.toUpperCase()}&from=x`, '', ID.toUpperCase()],
  ['?comment=x', '', undefined],
  ['', '#comments', undefined],
  ['', '', undefined],
])('the address %s%s names %s', (search, hash, id) => {
  expect(linkedComment({ search, hash })).toEqual(id)
})

describe('the order in the address', () => {
  const at = (search: string) => ({ pathname: '/post/1', search, hash: '#comments' }) as Location

  test('is read as it was written, and Best needs no word', () => {
    for (const sort of THREAD_SORTS) {
      const address = addressSortedBy(sort, at('?comment=1&sort=old'))
      expect(sortInAddress(new URL(address, 'https://quad.test').search)).toBe(sort)
      expect(address).toBe(`/post/1?comment=1${sort === 'best' ? '' : `&sort=${sort}`}#comments`)
    }
    expect(addressSortedBy('best', at('?sort=new'))).toBe('/post/1#comments')
  })

  test.each(['', '?sort=', '?sort=made-up', '?sort=createdAt'])('is Best where the address is "%s"', (search) => {
    expect(sortInAddress(search)).toBe('best')
  })
})

test('those who wrote the loaded comments are one map by their names, until somebody else joins in: no mention renders again', () => {
  const by = (id: string, username: string) => ({ commentedBy: { id, username } }) as Comment
  const tree = newTree()
  noteAuthors(tree, [by('1', 'calm-otter'), { commentedBy: null }])
  const { value } = tree.people
  noteAuthors(tree, [by('1', 'calm-otter'), { commentedBy: null }])
  expect(tree.people.value).toBe(value)
  noteAuthors(tree, [by('2', 'brisk-heron')])
  expect([...tree.people.value]).toEqual([
    ['calm-otter', '1'],
    ['brisk-heron', '2'],
  ])
})
