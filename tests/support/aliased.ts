import { comment, publish } from './content'
import type { Person } from './kit'

type By = Pick<Person, 'visitor'>
export type Aliased = { id: string; alias: { id: string; username: string } }

const nameOf = ({ id, username }: { id: string; username: string }) => ({ id, username })

/** A post under an alias of the person. */
export async function publishAliased(by: By, post: Parameters<typeof publish>[1] = {}): Promise<Aliased> {
  const { id, postedBy } = await publish(by, { ...post, alias: true })
  if (postedBy === null) throw new Error('it has no author')
  return { id, alias: nameOf(postedBy) }
}

/** A comment under the alias of the person in that thread. */
export async function commentAliased(
  by: By,
  postId: string,
  words: Parameters<typeof comment>[2] = {},
): Promise<Aliased> {
  const { id, commentedBy } = await comment(by, postId, { ...words, alias: true })
  if (commentedBy === null) throw new Error('it has no author')
  return { id, alias: nameOf(commentedBy) }
}
