import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { systemActor } from '../core/audit/audit'
import { createCollege } from '../core/colleges/colleges'
import { CommandFailed } from './run'
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
  async run({ args: { name, domain, city, state, branches } }) {
    const parsedBranches = parseBranches(branches)
    const newCollege = { name, emailDomain: domain, city, state, branches: parsedBranches }
    const college = await withStorage(() => storage.write((tx) => createCollege(tx, systemActor('cli'), newCollege)))
    const withBranches = parsedBranches ? ` with ${parsedBranches.length} branches` : ''
    console.log(`Added ${college.name} (${college.emailDomain})${withBranches}.`)
  },
})

/** `CSE:Computer Science,ME:Mechanical Engineering` */
function parseBranches(list: string | undefined): { code: string; name: string }[] | undefined {
  return list?.split(',').map((each) => {
    const [code = '', name = ''] = each.split(/:(.*)/s, 2).map((part) => part.trim())
    if (code === '' || name === '') throw new CommandFailed(`--branches: "${each}" is not CODE:Name.`, 2)
    return { code, name }
  })
}

export const college = defineCommand({
  meta: { name: 'college', description: 'Adds colleges' },
  subCommands: { add },
})
