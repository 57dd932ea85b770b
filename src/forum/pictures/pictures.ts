import { type Static, t } from 'elysia'
import { posts } from '../../../db/schema/posts'
import { pictures, removedPictures } from '../../../db/schema/waiting'
import { hasRow, type Query, raw, sql } from '../../../db/sql'
import { INTEGER, orNull, pick, type Raw, selectList, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { idsOfNames } from '../../ground/names/own-names'
import { type Doubt, refusePicture } from '../../ground/policy/check-texts'
import { isNewAccount } from '../../ground/policy/new-accounts'
import { allSettings } from '../../ground/settings/settings'
import { areAlike } from '../../lib/files/images'
import { picturesBefore, removePicture } from '../../lib/files/pictures'
import { integer, recordId, untrimmed, uuid } from '../../lib/text/schema'

// Pictures: uploaded (upload.ts), then attached to one post, of which they have the permission. A picture's row names what
// it belongs to; by a foreign key it is loose when that goes, wherever that is deleted, and its files follow.

const MAX_ALT = 300

/** Of a post: its picture, and what that shows. */
export const pictureSent = t.Object({ id: uuid(), alt: untrimmed(0, MAX_ALT) })
export type PictureSent = Static<typeof pictureSent>

const size = {
  width: integer('In pixels, of the largest that is served'),
  height: integer(),
  placeholder: t.String({
    description: 'What to show until it is there: nine colours, three rows of three, each three bytes (RGB), in base64',
  }),
}
export const pictureRecord = t.Object({ id: recordId, ...size })
export const pictureShown = t.Object(
  { id: recordId, alt: t.String({ description: 'What it shows, for those who do not see it' }), ...size },
  {
    description:
      '`/pictures/{id}/{width}` serves it as WebP, to whoever may read the post: 480, 960 or 1600 pixels wide, or less. Its id changes with who may.',
  },
)

const SHOWN = pick(pictures, 'id', 'width', 'height', 'placeholder')
const PICTURE = {
  ...SHOWN,
  ...pick(pictures, 'file', 'likeness', 'ownerId', 'postId', 'heldId', 'delayedId'),
}
export type PictureRow = Raw<typeof PICTURE>
const COLUMNS = raw(selectList(PICTURE))

export const pictureById = (db: Connection, id: string): PictureRow | undefined =>
  sql(PICTURE)`SELECT ${COLUMNS} FROM pictures WHERE id = ${id}`.get(db)

export const toPicture = ({ id, width, height, placeholder }: Raw<typeof SHOWN>): Static<typeof pictureRecord> => ({
  ...{ id, width, height, placeholder },
})

/** The picture of a text, in its record. */
export function shownPicture(
  { pictureId, pictureAlt }: { pictureId: string | null; pictureAlt: string | null },
  db: Connection = storage.reader,
): { picture?: Static<typeof pictureShown> } {
  const row = pictureId === null ? undefined : pictureById(db, pictureId)
  if (row === undefined) return {}
  const { id, ...rest } = toPicture(row)
  return { picture: { id, alt: pictureAlt ?? '', ...rest } }
}

/** The picture that a post has now, where its text is told from a copy. */
export function pictureOfPost(db: Connection, postId: string) {
  const row = sql(pick(posts, 'pictureId', 'pictureAlt'))`
    SELECT picture_id AS pictureId, picture_alt AS pictureAlt FROM posts WHERE id = ${postId}`.get(db)
  return row === undefined ? {} : shownPicture(row, db)
}

// Attached.

/**
 * Takes the uploader's name from a picture that a text is about to have, and says why a moderator has to decide first, or
 * refuses where that cannot be. 404 unless it is the user's own; 409 for one that a text of the user has. The caller
 * attaches it in the same transaction.
 */
export function claimPicture(tx: Tx, user: Viewer, id: string | null, mayHold: boolean): Doubt[] {
  if (id === null) return []
  const row = pictureById(tx, id)
  if (row === undefined || (row.ownerId !== user.id && !isAttachedBy(tx, user, row)))
    refuse('NOT_FOUND', 'pictures.missing')
  if (row.ownerId === null) refuse('CONFLICT', 'pictures.inUse')
  sql`UPDATE pictures SET owner_id = NULL, uploaded_at = NULL WHERE id = ${id}`.run(tx)
  const { pictures, newAccounts } = allSettings()
  const isYoung =
    !isAdministrator(user) && isNewAccount(user, { ...newAccounts, hours: pictures.accountDays * 24, karma: null })
  const doubts = [
    ...(isKnown(tx, row) ? ['known_picture' as const] : []),
    ...(isYoung ? ['new_account_picture' as const] : []),
  ]
  if (doubts[0] !== undefined && !mayHold) refusePicture(doubts[0])
  return doubts
}

/** Whose text has the picture. */
const authorOf = (db: Connection, { postId, heldId, delayedId }: PictureRow): string | null =>
  sql({ authorId: orNull(TEXT) })`
    SELECT author_id AS authorId FROM posts WHERE id = ${postId}
    UNION ALL SELECT author_id FROM held_texts WHERE id = ${heldId}
    UNION ALL SELECT author_id FROM delayed_posts WHERE id = ${delayedId}`.get(db)?.authorId ?? null

export const isAttachedBy = (db: Connection, user: Viewer, row: PictureRow): boolean => isSelf(user, authorOf(db, row))

/** Call once the text is there. What it belonged to before is gone by then, or loses it. */
export function attachPicture(tx: Tx, pictureId: string | null, by: 'post' | 'held' | 'delayed', id: string): void {
  const isBy = (holder: typeof by) => (holder === by ? id : null)
  sql`UPDATE pictures SET post_id = ${isBy('post')}, held_id = ${isBy('held')}, delayed_id = ${isBy('delayed')}
    WHERE id = ${pictureId}`.run(tx)
}

/** Takes the picture from the post; the caller stores that the post has none, or another. */
export const detachPicture = (tx: Tx, postId: string) =>
  sql`UPDATE pictures SET post_id = NULL WHERE post_id = ${postId}`.run(tx)

/** Where other people may see the post from now on, nobody finds the picture by the name that it had before. */
export function renamePicture(tx: Tx, postId: string): void {
  const id = crypto.randomUUID()
  if (sql`UPDATE pictures SET id = ${id} WHERE post_id = ${postId}`.run(tx).changes > 0)
    sql`UPDATE posts SET picture_id = ${id} WHERE id = ${postId}`.run(tx)
}

// Removed by a moderator: the same, or nearly the same, waits for one.

const likenesses = (db: Connection): string[] =>
  sql(pick(removedPictures, 'likeness'))`SELECT likeness FROM removed_pictures`.all(db).map(({ likeness }) => likeness)

const isKnown = (db: Connection, { likeness }: PictureRow): boolean =>
  likenesses(db).some((removed) => areAlike(removed, likeness))

/** `id`: of the post, or of the held text. */
export function rememberPicture(tx: Tx, id: string, isRemoved: boolean): void {
  const likeness = sql`SELECT likeness FROM pictures WHERE post_id = ${id} OR held_id = ${id}`
  if (isRemoved) sql`INSERT OR IGNORE INTO removed_pictures (likeness) ${likeness}`.run(tx)
  else sql`DELETE FROM removed_pictures WHERE likeness = (${likeness})`.run(tx)
}

// Budgets, in bytes of files; pictures that have the same count each.

/** What an account uploaded, and what its texts have, under all of its names. */
export const ofAccount = (userId: string): Query<never> => sql`owner_id = ${userId} OR id IN (
  SELECT picture_id FROM posts WHERE author_id IN ${idsOfNames(userId)}
  UNION ALL SELECT picture_id FROM held_texts WHERE author_id IN ${idsOfNames(userId)}
  UNION ALL SELECT picture_id FROM delayed_posts WHERE author_id = ${userId})`

/** Of all pictures, or of those of an account. */
export const bytesOf = (db: Connection, which = sql`true`): number =>
  sql({ bytes: INTEGER })`SELECT coalesce(sum(bytes), 0) AS bytes FROM pictures WHERE ${which}`.get(db)!.bytes

// What nobody has any more.

const DAY_MS = 86_400_000
const FILE = pick(pictures, 'file')

const LOOSE = raw(`FROM pictures INDEXED BY pictures_loose
  WHERE owner_id IS NULL AND post_id IS NULL AND held_id IS NULL AND delayed_id IS NULL`)

/** Deletes the rows of loose pictures, and then the files that no other row names. */
export async function removeLoosePictures(): Promise<void> {
  if (!hasRow(storage.reader, sql`${LOOSE}`)) return
  const gone = await storage.write((tx) => sql(FILE)`DELETE ${LOOSE} RETURNING file`.all(tx).map(({ file }) => file))
  // In another write, which begins when this one is on disk: after a power cut the row may be there again.
  await storage.write((tx) => removeUnlessNamed(tx, gone))
}

/** The reader sees what is on disk; other writes of this batch may have taken the file up, or may yet fail. */
function removeUnlessNamed(tx: Tx, files: readonly string[]): void {
  for (const file of new Set(files))
    if (![storage.reader, tx].some((db) => hasRow(db, sql`FROM pictures WHERE file = ${file}`))) removePicture(file)
}

/** Lets go of what was not attached within a day, and removes older files that no row names: a crash leaves them. */
export function deleteUnusedPictures(tx: Tx, now = Date.now()): void {
  const [before, latest] = [new Date(now - DAY_MS).toISOString(), new Date(now + DAY_MS).toISOString()]
  sql`UPDATE pictures SET owner_id = NULL, uploaded_at = NULL
    WHERE uploaded_at < ${before} OR uploaded_at > ${latest}`.run(tx)
  removeUnlessNamed(tx, picturesBefore(now - DAY_MS))
}
