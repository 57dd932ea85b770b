import { expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { storeSetting } from '../../src/core/settings/settings'
import { DESK, describePages, PHONE } from '../support/browser'
import { administrator, expectData, student, Visitor } from '../support/kit'
import { walkTo } from '../support/page-walk'
import { usePages } from '../support/pages'
import { expectNoFaults, expectNone, gone, heading, said, sees } from '../support/seen'
import { pointing } from '../support/steps'
import { en } from '../support/words'

const { enter } = await usePages()
const [root, admin] = [await administrator('superadmin'), await administrator()]
await student()

const college = (name: string, emailDomain: string) => ({ name, emailDomain, city: 'Pune', state: 'Goa' })
const openAlerts = async () => (await root.get('admin/dashboard/overview')).collegeAlerts

describePages('domains of colleges', () => {
  test('are on the overview until a superadmin acknowledges them, and a superadmin’s alone by the setting', async () => {
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

    const wish = { ...college('Lake School', 'lake.edu'), requestedByEmail: '1@lake.edu' }
    expectData(await new Visitor().post('colleges/requests', wish))
    await walkTo(desk, '/console/settings')
    const form = desk.getByRole('form', { name: en.policy.collegeDomains.title })
    await form.getByLabel(en.policy.collegeDomains.label).check()
    await pointing(desk).within(form).press(en.core.common.save)
    await said(desk, en.policy.page.saved(en.policy.collegeDomains.title))

    await walkTo(page, '/console/colleges')
    const hands = pointing(page)
    await sees(page, en.campus.colleges.superadminsOnly)
    await expectNone(page.getByRole('button', { name: en.campus.colleges.add }))
    await hands.press(`${en.campus.colleges.edit} Hill School`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(en.campus.colleges.city).fill('Nashik')
    await expectNone(dialog.getByLabel(en.campus.colleges.domain))
    await hands.within(dialog).press(en.core.common.save)
    await said(page, en.campus.colleges.saved('Hill School'))
    await walkTo(page, '/console/requests')
    await heading(page, 'Lake School', 2)
    await sees(page, en.campus.colleges.superadminsOnly)
    await expectNone(page.getByRole('button', { name: `${en.campus.requests.approve} Lake School` }))

    await walkTo(desk, '/console/requests')
    await desk.getByRole('button', { name: `${en.campus.requests.approve} Lake School` }).waitFor()
    await storage.write((tx) => storeSetting(tx, 'collegeDomains', 'admin'))
    for (const each of [page, desk]) expectNoFaults(each)
  })
})
