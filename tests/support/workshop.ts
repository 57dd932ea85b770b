import { storage } from '../../db/storage'
import { unattended } from '../../src/core/audit/audit'
import { collegeByDomain, updateCollege } from '../../src/core/colleges/colleges'
import { CAMPUS, collegeId, expectData, type Person, student } from './kit'
import { serveClient } from './web-client'

const BRANCHES = [
  { code: 'CSE', name: 'Computer Science and Engineering' },
  { code: 'ME', name: 'Mechanical Engineering' },
  { code: 'PHY', name: 'Physics' },
]

/** More than a page of a list holds. */
const MACHINES = 22

async function publish({ visitor }: Person, title: string): Promise<string> {
  const post = { title, content: 'What do you think of it, and where does one begin?', topic: 'Ask Campus' }
  return expectData(await visitor.post('posts', post), 201).post.id
}

async function say({ visitor }: Person, postId: string, content: string): Promise<void> {
  expectData(await visitor.post(`comments/post/${postId}`, { content, parentCommentId: null }), 201)
}

/**
 * Two colleges, served with the web client: at the one, which offers three branches, Ada studies computers and Bob, who
 * asks about so many machines, machines; Eve of the other is too loud beneath his latest question.
 */
export async function serveWorkshop(machines = MACHINES) {
  const server = await serveClient()
  const campus = await collegeByDomain(CAMPUS)
  await storage.write((tx) => updateCollege(tx, unattended('system'), campus!.id, { branches: BRANCHES }))
  const river = await collegeId('river.edu')
  const ada = await student({ branch: 'CSE' })
  const bob = await student({ branch: 'ME' })
  const eve = await student({ branch: 'PHY', domain: 'river.edu' })
  for (let each = 1; each <= machines; each++) await publish(bob, `Machine ${each}`)
  const question = await publish(bob, 'Which lathe is the best?')
  await publish(eve, 'News from the river')
  await publish(ada, 'Sorting, once and for all')
  await say(bob, question, 'I mean the old one in the hall.')
  await say(eve, question, 'Buy mine, it is the cheapest in town.')
  return { ...server, ada, bob, eve, river, question }
}
