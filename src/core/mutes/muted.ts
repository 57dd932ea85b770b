import type { Connection } from '../../../db/storage'
import { holdsWord } from '../../lib/muted-words'
import { hasMutes, mutesOf } from './queries'

export type Mutable = { postId: string; topic: string; texts: readonly string[] }

/** What a user muted, as a decision about one post or comment after another. */
export function readMuted(db: Connection, userId: string): (news: Mutable) => boolean {
  if (!hasMutes(db, userId)) return () => false
  const rows = mutesOf(db, userId)
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
  const [posts, topics, words] = [new Set(ofKind('post')), new Set(ofKind('topic')), ofKind('word')]
  return ({ postId, topic, texts }) =>
    posts.has(postId) || topics.has(topic) || words.some((word) => texts.some((text) => holdsWord(text, word)))
}
