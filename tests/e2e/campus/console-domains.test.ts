import { expect, test } from 'bun:test'
import { DESK, describePages, PHONE } from '../../support/browser'
import { administrator, student } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, gone, said, sees } from '../../support/seen'
import { en } from '../../support/words'

const { enter } = await usePages()
const [root, admin] = [await administrator('superadmin'), await administrator()]
await student()

const college = (name: string, emailDomain: string) => ({ name, emailDomain, city: 'Pune', state: 'Goa' })
const openAlerts = async () => (await root.get('admin/dashboard/overview')).collegeAlerts

describePages('domains of colleges', () => {
  test('are on the overview until a superadmin acknowledges them', async () => {
    const made = await admin.post('admin/colleges/create', college('Hill School', 'hill.edu'))
    const change = { emailDomain: 'valley.edu' }
    await admin.patch(`admin/colleges/update/${made.id}`, change)
    const { kinds, acknowledge, acknowledged, title } = en.dashboard.alerts
    const page = await enter(admin, '/console', PHONE)
    const changed = kinds.domain_changed('Hill School', 'valley.edu', 'hill.edu')
    await sees(page, changed)
    await expectNone(page.getByRole('button', { name: acknowledge }))

    const desk = await enter(root, '/console', DESK)
    await sees(desk, changed)
    await desk.getByText(en.dashboard.alerts.by(admin.user.username)).first().waitFor()
    await desk.getByRole('button', { name: acknowledge }).first().click()
    await said(desk, acknowledged)
    await gone(desk.getByText(changed))
    await sees(desk, kinds.created('Hill School', 'hill.edu'))
    await desk.getByRole('button', { name: acknowledge }).first().click()
    await gone(desk.getByText(title))
    expect(await openAlerts()).toEqual([])

    for (const each of [page, desk]) expectNoFaults(each)
  })
})
