import { expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { systemActor } from '../../src/core/audit/audit'
import { createCollege } from '../../src/core/colleges/colleges'
import { execute } from '../support/content'
import { type Data, expectData, fails, useCampus, Visitor } from '../support/kit'
import { rows } from '../support/steps'

const { root, admin } = await useCampus()

let count = 0
const college = (more: object = {}): Data => {
  count++
  return { name: `Northern School ${count}`, emailDomain: `north${count}.edu`, city: 'Pune', state: 'Iowa', ...more }
}
const stored = () => rows('SELECT name, email_domain, city, state FROM colleges ORDER BY id')

test.each([
  ['name', 'Nоrthern School'],
  ['city', 'Рune'],
  ['state', 'Mahaराष्ट्र'],
  ['emailDomain', 'xn--ampus-0ye.edu'],
])(
  'a %s of %j is 400: for moderators, for a stranger who asks for a college, and for the operator',
  async (field, text) => {
    const input = () => college({ [field]: text })
    const made = (await root.post('colleges', college())).college
    const before = stored()
    for (const { visitor } of [root, admin]) {
      await fails(visitor.post('colleges', input()), 'VALIDATION_FAILED', field)
      await fails(visitor.patch(`colleges/${made.id}`, { [field]: text }), 'VALIDATION_FAILED', field)
    }
    const wish = input()
    const asked = { ...wish, requestedByEmail: `1@${wish.emailDomain}` }
    await fails(new Visitor().post('colleges/requests', asked), 'VALIDATION_FAILED', field)
    const create = storage.write((tx) => createCollege(tx, systemActor('cli'), input()))
    await expect(create).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(stored()).toEqual(before)
  },
)

test('scripts may differ between words, in any field', async () => {
  const bilingual = college({ name: 'IIT दिल्ली', city: 'नई Delhi', state: 'दिल्ली' })
  expect((await admin.post('colleges', bilingual)).college).toMatchObject(bilingual)
  const own = college({ emailDomain: 'xn--h2brj9c.xn--h2brj9c' })
  expect((await admin.post('colleges', own)).college.emailDomain).toBe(own.emailDomain)
})

test('a name or domain that looks like another college’s is 400, and says which; its own is not', async () => {
  const nit = await root.post('colleges', college({ name: 'NIT Goa', emailDomain: 'nit1.edu' }))
  const twin = await root.visitor.post('colleges', college({ name: 'NlT Goa', emailDomain: 'nitl.edu' }))
  await fails(Promise.resolve(twin), 'VALIDATION_FAILED', 'name', 'emailDomain')
  expect(twin.body.errors[1].message).toBe('It looks just like “nit1.edu”, which is already here')
  await root.patch(`colleges/${nit.college.id}`, { name: 'NlT Goa', emailDomain: 'nitl.edu' })
  await root.post('colleges', college({ name: 'N1T Gob' }))
})

test('what was stored before stays until it is changed', async () => {
  const { id } = (await root.post('colleges', college())).college
  await execute("UPDATE colleges SET name = 'Cаmpus' WHERE id = ?", id)
  await root.patch(`colleges/${id}`, { city: 'Nashik' })
  await root.patch(`colleges/${id}`, { name: 'Cаmpus', city: 'Pune' })
  await fails(root.visitor.patch(`colleges/${id}`, { name: 'Cаmpus 2' }), 400)
})

test('branches are held to it as well', async () => {
  const create = (name: string, code: string) => admin.visitor.post('admin/branches/create', { name, code })
  await fails(create('Bоtany', 'BOT'), 'VALIDATION_FAILED', 'name')
  await fails(create('Botany', 'BОT'), 'VALIDATION_FAILED', 'code')
  const { id } = expectData(await create('Botany वनस्पति', 'BOT'))
  await fails(admin.visitor.patch(`admin/branches/update/${id}`, { name: 'B\u202eotany' }), 400)
})
