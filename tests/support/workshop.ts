import { storage } from '../../db/storage'
import { unattended } from '../../src/core/audit/audit'
import { collegeByDomain, updateCollege } from '../../src/core/colleges/colleges'
import { comment, publish } from './content'
import { CAMPUS, collegeId, student } from './kit'
import { useClient } from './web-client'

const BRANCHES = [
  { code: 'CSE', name: 'Computer Science and Engineering' },
  { code: 'ME', name: 'Mechanical Engineering' },
  { code: 'PHY', name: 'Physics' },
]

/** More than a page of a list holds. */
const MACHINES = 22

const CONTENT = 'What do you think of it, and where does one begin?'

/**
 * Two colleges, served with the web client: at the one, which offers three branches, Ada studies computers and Bob, who
 * asks about so many machines, machines; Eve of the other is too loud beneath his latest question.
 */
export async function useWorkshop(machines = MACHINES) {
  const server = await useClient()
  const campus = await collegeByDomain(CAMPUS)
  await storage.write((tx) => updateCollege(tx, unattended('system'), campus!.id, { branches: BRANCHES }))
  const river = await collegeId('river.edu')
  const ada = await student({ branch: 'CSE' })
  const bob = await student({ branch: 'ME' })
  const eve = await student({ branch: 'PHY', domain: 'river.edu' })
  for (let each = 1; each <= machines; each++)
    await publish(bob, { title: `Machine ${each}`, content: CONTENT, topic: 'Ask Campus' })
  const { id: question } = await publish(bob, {
    title: 'Which lathe is the best?',
    content: CONTENT,
    topic: 'Ask Campus',
  })
  await publish(eve, { title: 'News from the river', content: CONTENT, topic: 'Ask Campus' })
  await publish(ada, { title: 'Sorting, once and for all', content: CONTENT, topic: 'Ask Campus' })
  await comment(bob, question, { content: 'I mean the old one in the hall.' })
  await comment(eve, question, { content: 'Buy mine, it is the cheapest in town.' })
  return { ...server, ada, bob, eve, river, question }
}
