import { expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { DESK, hasBrowser } from '../support/browser'
import { fillQueue, type Student, type Target } from '../support/desk/fill'
import { compare } from '../support/desk/ledger'
import { Moderator } from '../support/desk/moderator'
import { workShift } from '../support/desk/shift'
import { administrator, expectData, type Person, student } from '../support/kit'
import { usePages } from '../support/pages'

const { enter } = await usePages()

const toStudent = ({ id, visitor }: Person): Student => ({
  id,
  async send(path, body) {
    const { post, comment, report } = expectData(await visitor.post(path, body))
    return post ?? comment ?? report
  },
})

const countOpen = (): number =>
  storage.reader.sqlite
    .query<{ count: number }, []>("SELECT count(*) AS count FROM reports WHERE status = 'pending'")
    .get()?.count ?? 0

async function atDesk(moderator: Person, targets: readonly Target[]): Promise<Moderator> {
  const page = await enter(moderator, '/console/reports', { ...DESK, apart: true })
  return new Moderator(page, moderator.id, targets)
}

test.skipIf(!hasBrowser)(
  'of two moderators at one queue the second is told, each decision stands',
  async () => {
    const [ann, ben] = [await administrator(), await administrator()]
    const people = (await Promise.all(Array.from({ length: 6 }, () => student()))).map(toStudent)
    const [authors, reporters] = [people.slice(0, 3), people.slice(3)]
    const targets = await fillQueue({ authors, reporters, reasons: ['Spam', 'Harassment', 'Violence'] }, 12)
    const [first, second] = [await atDesk(ann, targets), await atDesk(ben, targets)]
    const contested = targets.slice(4, 5).map(({ code }) => code)
    const met = await workShift([first, second], {
      acquitted: new Set([authors[0]!.id]),
      contested: new Set(contested),
      countOpen,
    })
    const acts = [first, second].flatMap((moderator) => moderator.acts)
    expect(compare(storage.reader.sqlite, targets, acts)).toMatchObject({ open: 0, faults: [], overwritten: [] })
    expect(met).toEqual(contested)
    // Of the two who decided about the same, one was refused, or saw in time what the other had done.
    expect(first.seen.late + first.seen.gone + second.seen.late + second.seen.gone).toBeGreaterThan(0)
    for (const { astray, effort } of [first, second]) expect([astray, effort.pages]).toEqual([[], 0])
  },
  240_000,
)
