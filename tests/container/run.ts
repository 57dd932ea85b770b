/**
 * `bun run container`: builds the image from the Dockerfile with buildah, without a daemon, and runs it as its own user
 * on a read-only root. Its base is Debian with this Bun, made here, because only packages can be had everywhere.
 *
 * Everything happens in a mount namespace and on a file system in memory, which go with the process however it ends.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkContainer } from './container'
import { buildImage, makeBase } from './image'

const NEEDED = ['buildah', 'debootstrap', 'unshare', 'mount', 'chroot', 'setpriv']
const INSIDE = 'CONTAINER_TEST_FOLDER'

const missing = NEEDED.filter((name) => Bun.which(name) === null)
if (process.getuid?.() !== 0) skip('it needs root')
else if (missing.length > 0) skip(`there is no ${missing.join(', ')}`)
else if (!Bun.spawnSync(['unshare', '--mount', 'true']).success) skip('root may not mount here')
else process.exit(process.env[INSIDE] === undefined ? await runApart() : await testContainer(process.env[INSIDE]))

function skip(reason: string): never {
  console.log(`== SKIPPED: the image was neither built nor run, because ${reason} ==`)
  process.exit(0)
}

async function runApart() {
  const folder = mkdtempSync(join(tmpdir(), 'quad-container-'))
  const child = Bun.spawn(
    ['unshare', '--mount', '--pid', '--fork', '--kill-child', process.execPath, import.meta.path],
    { env: { ...process.env, [INSIDE]: folder }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const status = await child.exited
  rmSync(folder, { recursive: true, force: true })
  if (!readFileSync('/proc/self/mounts', 'utf8').includes(folder)) return status
  console.log('FAIL  a mount was left')
  return 1
}

async function testContainer(folder: string) {
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  let [passed, failed] = [0, 0]
  const check = (ok: boolean, what: string, detail = '') => {
    ok ? passed++ : failed++
    console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what}${detail === '' ? '' : `  — ${detail}`}`)
  }
  try {
    // Its processes are those of this namespace alone.
    Bun.spawnSync(['mount', '-t', 'proc', 'proc', '/proc'])
    Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'mode=0755', 'tmpfs', folder])
    const base = makeBase(folder)
    if (base === undefined) skip('no Debian could be made for its base')
    console.log(`      the base is made  — ${seconds()}`)
    const image = buildImage(folder, base)
    check(true, 'the image builds', seconds())
    await checkContainer(folder, image, check)
  } catch (error) {
    check(false, 'it went to the end', error instanceof Error ? error.message : String(error))
  }
  console.log(`the container took ${seconds()}`)
  console.log(`container: ${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
