import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../db/storage'
import { buildClient } from '../../public/build'
import { app } from '../../src/app'
import { updateCollege } from '../../src/campus/colleges/colleges'
import { collegeByDomain } from '../../src/campus/colleges/directory'
import { systemActor } from '../../src/ground/audit/audit'
import { addBannedWord } from '../../src/ground/policy/banned-words'
import { comment, newWords, publish } from './content'
import { CAMPUS, collegeId, student, useQuad } from './kit'

/** That of the file before in this process: so the browser still has the files that never change. */
let port = 0

/**
 * A fresh Quad for the test file that awaits this, with its web client, on a free port; builds the client unless that
 * is done.
 */
export async function useClient(): Promise<{ origin: string }> {
  if (!existsSync(join(import.meta.dir, '../../dist/web/index.html'))) await buildClient()
  await useQuad()
  app.listen({ port, hostname: '127.0.0.1' })
  port = app.server!.port!
  return { origin: `http://127.0.0.1:${port}` }
}

const TOPICS = ['Ask Campus', 'Showcase', 'Help / Support']
const TEXTS = [
  'Is the reading room on the **second floor** open at night? I need somewhere quiet before the exams.\n\n- the map says yes\n- the door says no',
  'Who else finds the new borrowing rules hard to follow?',
  'I wrote down what I learned about renewing books.\n\n> Ask at the desk before noon.\n\nThe rest is at https://library.example/renewals, and `renew all` is the button that you want. '.repeat(
    2,
  ),
]

/**
 * A campus that talks about its library, served with the web client: Ada has asked everything, the last question
 * newest, every fifth time among her own.
 */
export async function useLibrary(posts: number) {
  const server = await useClient()
  const ada = await student({ branch: 'Mathematics' })
  await storage.write((tx) => addBannedWord(tx, { word: 'loathsome', strictMode: false, severity: 'severe' }))
  const ids: string[] = []
  for (let each = 1; each <= posts; each++) {
    const post = {
      title: `Question ${each} about the library`,
      content: `${TEXTS[each % TEXTS.length]}\n\n${newWords()} ${newWords()}`,
      topic: TOPICS[each % 3]!,
    }
    ids.push((await publish(ada, { ...post, isPrivate: each % 5 === 0 })).id)
  }
  return { ...server, ada, ids }
}

const BRANCHES = [
  { code: 'CSE', name: 'Computer Science and Engineering' },
  { code: 'ME', name: 'Mechanical Engineering' },
  { code: 'PHY', name: 'Physics' },
]

/** More than a page of a list holds. */
const MACHINES = 22

const words = () => ({
  content: `What do you think of it, and where does one begin? ${newWords()}`,
  topic: 'Ask Campus',
})

/**
 * Two colleges, served with the web client: the one offers three branches: Ada studies computers, and Bob,
 * who posts about so many machines, engineering. Eve of the other comments too loudly on his latest post.
 */
export async function useWorkshop(machines = MACHINES) {
  const server = await useClient()
  const campus = await collegeByDomain(CAMPUS)
  await storage.write((tx) => updateCollege(tx, systemActor('system'), campus!.id, { branches: BRANCHES }))
  const river = await collegeId('river.edu')
  const ada = await student({ branch: 'CSE' })
  const bob = await student({ branch: 'ME' })
  const eve = await student({ branch: 'PHY', domain: 'river.edu' })
  for (let each = 1; each <= machines; each++) await publish(bob, { ...words(), title: `Machine ${each}` })
  const { id: question } = await publish(bob, { ...words(), title: 'Which lathe is the best?' })
  await publish(eve, { ...words(), title: 'News from the river' })
  await publish(ada, { ...words(), title: 'Sorting, once and for all' })
  await comment(bob, question, { content: 'I mean the old one in the hall.' })
  await comment(eve, question, { content: 'Buy mine, it is the cheapest in town.' })
  return { ...server, ada, bob, eve, river, question }
}
