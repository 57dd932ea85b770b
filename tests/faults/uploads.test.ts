import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { judgeCuts } from './cuts'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { signedIn, upload } from './requests'
import { startServer } from './server'

const IMAGES = isLong ? 100 : 6

const PROFILE = 'SELECT profile FROM colleges'

test.skipIf(lacksFilesystem)(
  `a picture that was acknowledged or is shown survives a power cut (SEED=${seed})`,
  async () => {
    const done = reporting('power cut during uploads')
    await using folder = await mountFaulty()
    const pictures: { name: string; position: number }[] = []
    {
      await using server = await startServer({ dataDir: folder.path })
      const browser = await signedIn(server.url)
      for (let n = 0; n < 8; n++) {
        const answer = await upload(browser)
        expect(answer.status).toBe(200)
        pictures.push({ name: basename((await answer.json()).data.url), position: folder.position() })
      }
      await server.kill()
    }
    const judge = async (path: string, position: number) => {
      const database = new Database(join(path, 'quad.db'), { strict: true })
      const shown = basename(database.query<{ profile: string }, []>(PROFILE).get()?.profile ?? '')
      database.close()
      const acknowledged = pictures.findLastIndex((picture) => picture.position <= position)
      const lost = pictures.findIndex(({ name }) => name === shown) < acknowledged ? 1 : 0
      const file = join(path, 'uploads', shown)
      const hash = existsSync(file) && new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex')
      const isWhole = shown === '' || hash === shown.slice(0, 64)
      return { lost, problems: isWhole ? [] : ['the college shows a picture that is not there'] }
    }
    const random = new Random('uploads')
    // The database is there before its first picture.
    const since = pictures[0]!.position
    done({ acknowledged: pictures.length, ...(await judgeCuts({ folder, count: IMAGES, random, since, judge })) })
  },
)
