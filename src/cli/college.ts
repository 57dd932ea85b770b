import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { systemActor } from '../core/audit/audit'
import { createCollege } from '../core/colleges/colleges'
import { allColleges, offeredBranches } from '../core/colleges/directory'
import type { College } from '../core/colleges/schemas'
import { QUAD } from '../packaged'
import { type Answer, CommandFailed } from './run'
import { withStorage } from './with-storage'

const add = defineCommand({
  meta: { name: 'add', description: 'Adds a college' },
  args: {
    name: { type: 'string', required: true, description: 'Its name' },
    domain: { type: 'string', required: true, description: 'The domain of its email addresses, such as campus.edu' },
    city: { type: 'string', required: true, description: 'Its city' },
    state: { type: 'string', required: true, description: 'Its state' },
    branches: { type: 'string', valueHint: 'CODE:Name,CODE:Name', description: 'What its students choose from' },
  },
  async run({ args: { name, domain, city, state, branches } }): Promise<Answer> {
    const parsedBranches = parseBranches(branches)
    const newCollege = { name, emailDomain: domain, city, state, branches: parsedBranches }
    const college = await withStorage(() => storage.write((tx) => createCollege(tx, systemActor('cli'), newCollege)))
    const withBranches = parsedBranches ? ` with ${parsedBranches.length} branches` : ''
    const { id, emailDomain } = college
    const text = `Added ${college.name} (${emailDomain})${withBranches}.`
    return { data: { id, name: college.name, emailDomain, branches: parsedBranches ?? [] }, text }
  },
})

const list = defineCommand({
  meta: { name: 'list', description: 'Lists the colleges' },
  async run(): Promise<Answer> {
    const colleges = await withStorage(async () => Promise.all((await allColleges()).map(collegeWithBranches)))
    const text = colleges.map(
      ({ name, emailDomain, city, state, branches }) =>
        `${name}  ${emailDomain}  ${city}, ${state}  ${branches.length} ${branches.length === 1 ? 'branch' : 'branches'}`,
    )
    return { data: { colleges }, text: colleges.length > 0 ? text : `There are none yet: ${QUAD} college add` }
  },
})

async function collegeWithBranches({ id, name, emailDomain, city, state }: College) {
  const branches = (await offeredBranches(id)).map(({ code, name }) => ({ code, name }))
  return { id, name, emailDomain, city, state, branches }
}

/** `CSE:Computer Science,ME:Mechanical Engineering` */
function parseBranches(list: string | undefined): { code: string; name: string }[] | undefined {
  return list?.split(',').map((each) => {
    const [code = '', name = ''] = each.split(/:(.*)/s, 2).map((part) => part.trim())
    if (code === '' || name === '') throw new CommandFailed(`--branches: "${each}" is not CODE:Name.`, 2)
    return { code, name }
  })
}

export const college = defineCommand({
  subCommands: { list, add },
})
