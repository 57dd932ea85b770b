import { storage } from '../../db/storage'
import { addBannedWord } from '../../src/core/policy/banned-words'
import { publish } from './content'
import { student } from './kit'
import { useClient } from './web-client'

const TOPICS = ['Ask Campus', 'Showcase', 'Help / Support']
const TEXTS = [
  'Is the reading room on the **second floor** open at night? I need somewhere quiet before the exams.\n\n- the map says yes\n- the door says no',
  'Who else finds the new borrowing rules hard to follow?',
  'I wrote down what I learned about renewing books.\n\n> Ask at the desk before noon.\n\nThe rest is at https://library.example/renewals, and `renew all` is the button that you want. '.repeat(
    2,
  ),
]

/**
 * A campus that talks about its library, served with the web client: Ada has asked everything, the last question newest,
 * every fifth time among her own.
 */
export async function useLibrary(posts: number) {
  const server = await useClient()
  const ada = await student({ branch: 'Mathematics' })
  await storage.write((tx) => addBannedWord(tx, { word: 'loathsome', strictMode: false, severity: 'severe' }))
  const ids: string[] = []
  for (let each = 1; each <= posts; each++) {
    const post = {
      title: `Question ${each} about the library`,
      content: TEXTS[each % TEXTS.length]!,
      topic: TOPICS[each % 3]!,
    }
    ids.push((await publish(ada, { ...post, isPrivate: each % 5 === 0 })).id)
  }
  return { ...server, ada, ids }
}
