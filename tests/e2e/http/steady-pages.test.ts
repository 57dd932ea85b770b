import { expect, test } from 'bun:test'
import { DESK, describePages, PHONE, type WatchedPage } from '../../support/browser'
import { comment, newWords, publish } from '../../support/content'
import { administrator, expectData, student, times, useNotifications } from '../../support/kit'
import { usePages } from '../../support/pages'
import { shiftOf } from '../../support/seen'

const { enter } = await usePages()
useNotifications()
const [asker, helper] = (await times(2, () => student())) as [Student, Student]
const moderator = await administrator()
type Student = Awaited<ReturnType<typeof student>>

const sentences = (count: number) => Array.from({ length: count }, newWords).join('. ')
const { course } = expectData(
  await moderator.visitor.post('admin/courses', {
    collegeId: asker.user.collegeId,
    code: 'CS 201',
    name: 'Algorithms',
  }),
)
for (const length of [1, 9, 3, 6])
  await publish(asker, { title: newWords(), content: sentences(length), course: course.id })
const { id } = await publish(asker, { question: true })
for (let at = 0; at < 30; at++) {
  const { id: above } = await comment(helper, id, { content: sentences((at * 5) % 12) + newWords() })
  if (at % 4 === 0) await comment(asker, id, { content: sentences(4), parentCommentId: above })
  if (at === 29) await asker.visitor.put(`posts/${id}/answer`, { commentId: above })
}

/** Of a slow network, where what a page needs comes bit by bit. */
async function slowly(page: WatchedPage): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const speed = { latency: 60, downloadThroughput: 400_000, uploadThroughput: 400_000 }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...speed })
}

describePages('nothing moves by itself', () => {
  test.each([
    [
      'a student’s phone',
      asker,
      PHONE,
      ['/', '/?question=open', `/post/${id}`, '/you', '/new', '/settings', '/search?q=a'],
    ],
    ['a student’s desk', asker, DESK, ['/', `/post/${id}`, '/new', `/course/${course.id}`]],
    ['a moderator’s phone', moderator, PHONE, ['/console', '/console/reports', '/console/courses']],
  ] as const)('on %s', async (_, who, size, paths) => {
    const page = await enter(who, '/no/page', size)
    await slowly(page)
    const shifts: [string, number][] = []
    for (const path of paths) {
      await page.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })
      for (let screen = 0; screen < 6; screen++) {
        await page.mouse.wheel(0, 500)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      }
      // A thousandth is what nobody sees.
      shifts.push([path, Number((await shiftOf(page)).toFixed(3))])
    }
    expect(shifts).toEqual(paths.map((path) => [path, 0]))
  })
})
