import { expect, test } from 'bun:test'
import { violations } from '../../support/accessibility'
import { describePages, PHONE, scrollsSideways, stubApi } from '../../support/browser'
import { useEveryPage } from '../../support/every-page'
import { misfits, smallTargets } from '../../support/page-walk'
import { visitAs } from '../../support/steps'
import { ok } from '../../support/stubbed-pages'
import { en } from '../../support/words'

const { openPage, server, root, walks, MODERATORS } = await useEveryPage()

describePages('every page of the console fits the narrowest phone and the largest letters:', () => {
  walks('for a superadmin', root, MODERATORS)

  test('tables are cards on a phone, each number with its name, and rows to a screen reader still', async () => {
    const page = await openPage(PHONE)
    const college = { id: '1', name: 'Government College of Engineering and Technology' }
    const groups = [{ college, joined: '2022-07', ending: 120, members: 12_340 }]
    const preview = { months: 12, by: '2026-12-01', leastCount: 10, members: 12_340, ending: 120, groups }
    await stubApi(page, 'GET', '/admin/memberships/preview', 200, ok(preview))
    await visitAs(page, root, `${server.origin}/console/memberships`)
    for (const [path, rows] of [
      ['/console/memberships', 2],
      ['/console', 31],
    ] as const) {
      await page.goto(server.origin + path)
      if (path === '/console') await page.getByRole('button', { name: en.dashboard.chart.asTable }).click()
      await page.getByRole('table').waitFor()
      expect(await page.getByRole('row').count()).toBe(rows)
      expect(await page.getByRole('columnheader').count()).toBe(4)
      const faults = [...(await misfits(page)), ...(await smallTargets(page)), ...(await violations(page, 'table'))]
      expect([path, faults, await scrollsSideways(page)]).toEqual([path, [], false])
      const name = await page
        .locator('td')
        .first()
        .evaluate((cell) => getComputedStyle(cell, '::before').content)
      expect(name).toBe(`"${path === '/console' ? en.dashboard.chart.users : en.deskPeople.person.joined}"`)
    }
  })
})
