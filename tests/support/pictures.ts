import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../db/storage'
import { config } from '../../src/config'
import { removeLoosePictures } from '../../src/forum/pictures/pictures'
import { storeSetting } from '../../src/ground/settings/settings'
import { type Bytes, photo } from './images'
import { expectData, type Person, type Visitor } from './kit'

type By = Pick<Person, 'visitor'>

export function pictureForm(content: Bytes, name = 'photo.jpg', type = 'image/jpeg', field = 'picture'): FormData {
  const form = new FormData()
  form.set(field, new File([content], name, { type }))
  return form
}
export const sendPicture = ({ visitor }: By, content: Bytes, how = {}) =>
  visitor.post('pictures', pictureForm(content), how)

/** What is sent of a new picture with a post. */
export const newPicture = async (by: By, content?: Bytes, alt = 'A bench under a tree') => ({
  id: expectData(await sendPicture(by, content ?? (await photo()))).picture.id as string,
  alt,
})

export const seePicture = (visitor: Visitor, id: string, width: string | number = 480) =>
  visitor.get(`/pictures/${id}/${width}`)

const FOLDER = join(config.dataDir, 'pictures')
/** Once nothing is left to be removed. */
export async function pictureFiles(): Promise<string[]> {
  await removeLoosePictures()
  return existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []
}
export const pictureContents = async (): Promise<Buffer[]> =>
  (await pictureFiles()).map((name) => readFileSync(join(FOLDER, name)))

/** In most tests accounts are new. */
export const setPictures = (changes: object = {}) =>
  storage.write((tx) =>
    storeSetting(tx, 'pictures', { accountDays: 0, accountMegabytes: 50, campusMegabytes: 5000, ...changes }),
  )
