import { defineCommand } from 'citty'
import { CommandFailed } from './run'

const add = defineCommand({
  meta: { name: 'add', description: 'Adds a college' },
  args: {
    name: { type: 'string', required: true, description: 'Its name' },
    domain: { type: 'string', required: true, description: 'The domain of its e-mail addresses, such as campus.edu' },
    city: { type: 'string', required: true, description: 'Its city' },
    state: { type: 'string', required: true, description: 'Its state' },
    branches: { type: 'string', valueHint: 'CODE:Name,CODE:Name', description: 'What its students choose from' },
  },
  async run({ args: { name, domain, city, state, branches } }) {
    const named = namedBranches(branches)
    const { withStorage } = await import('./with-storage')
    const { addCollege } = await import('./colleges')
    const college = await withStorage(() => addCollege({ name, emailDomain: domain, city, state, branches: named }))
    console.log(`Added ${college.name} (${college.emailDomain})${named ? ` with ${named.length} branches` : ''}.`)
  },
})

/** `CSE:Computer Science,ME:Mechanical Engineering` */
function namedBranches(given: string | undefined): { code: string; name: string }[] | undefined {
  return given?.split(',').map((each) => {
    const [code = '', name = ''] = each.split(/:(.*)/s, 2).map((part) => part.trim())
    if (code === '' || name === '') throw new CommandFailed(`--branches: "${each}" is not CODE:Name.`, 2)
    return { code, name }
  })
}

export const college = defineCommand({
  meta: { name: 'college', description: 'Adds colleges' },
  subCommands: { add },
})
