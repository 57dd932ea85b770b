import { correction, generate } from 'lean-qr'
import { useEffect, useMemo } from 'preact/hooks'
import { ClassMessage } from '../../../app/campus/invitations/class-message'
import { api, envelope } from '../../../app/lib/api'
import { instance } from '../../../app/lib/instance'
import { me } from '../../../app/lib/me'
import { saveBlob } from '../../../app/lib/save-file'
import { FailureNotice } from '../../../app/ui/page'
import { useAct } from '../../lib/page'
import { checklistText } from '../../texts/checklist'
import { Loaded, Panel, Told } from '../../ui/panel'
import { checklist } from './first-run'

/** What brings students here: the poster, which superadmins make, and a message for the groups of classes. */
export function PosterPage() {
  const { page, groups } = checklistText
  return (
    <Panel lead={page.lead}>
      {me.value?.role === 'superadmin' ? <Poster /> : <Told>{page.superadminsOnly}</Told>}
      <section aria-labelledby="groups" class="card flex max-w-xl flex-col gap-3 p-4 sm:p-5">
        <h2 id="groups" class="text-lg font-semibold">
          {groups.title}
        </h2>
        <p class="text-base-content/80 text-sm">{groups.lead}</p>
        <ClassMessage address={checklist.data.value?.joinAddress ?? `${location.origin}/join`} />
      </section>
    </Panel>
  )
}

function Poster() {
  useEffect(() => {
    checklist.load()
  }, [])
  return (
    <Loaded resource={checklist}>
      {({ joinAddress, items }) => <Sheet address={joinAddress} isLocal={items.poster === 'local'} />}
    </Loaded>
  )
}

/** The browser prints the sheet alone, for as long as it is on the page (`data-prints` in the style sheet). */
function useSheetForPrint(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.prints = 'sheet'
    return () => {
      delete dataset.prints
    }
  }, [])
}

function Sheet({ address, isLocal }: { address: string; isLocal: boolean }) {
  useSheetForPrint()
  const { failure, act } = useAct()
  const code = useMemo(() => qrCode(address), [address])
  const { page, sheet } = checklistText
  const made = async () => {
    await act(envelope(api.admin.checklist.poster.post()))
    await checklist.load()
  }
  const print = () => {
    window.print()
    made()
  }
  const save = () => {
    saveBlob(qrFile(code), 'quad-qr.svg')
    made()
  }
  return (
    <>
      {isLocal && <Told>{page.local}</Told>}
      {failure.value && <FailureNotice failure={failure.value} />}
      <div class="flex flex-wrap gap-2">
        <button type="button" class="btn btn-primary" onClick={print}>
          {page.print}
        </button>
        <button type="button" class="btn btn-outline" onClick={save}>
          {page.saveCode}
        </button>
        <a href="/console" class="btn btn-ghost">
          {page.toList}
        </a>
      </div>
      <article class="sheet @container flex aspect-[210/297] w-full max-w-136 flex-col items-center justify-between bg-white pb-[6%] text-center text-[oklch(24%_0.035_var(--hue))] [print-color-adjust:exact]">
        <h2
          dir="auto"
          class="self-stretch bg-[linear-gradient(var(--sky))] px-[6cqi] py-[7cqi] text-white [font:800_7.5cqi/1.15_var(--font-display)]"
        >
          {instance.value?.name}
        </h2>
        <p lang="en" class={WORDS}>
          {sheet.english}
        </p>
        <p lang="hi" class={WORDS}>
          {sheet.hindi}
        </p>
        <svg
          role="img"
          aria-label={page.code(address)}
          viewBox={`0 0 ${code.size} ${code.size}`}
          shape-rendering="crispEdges"
          class="w-[52cqi]"
        >
          <path fill="white" d={`M0 0h${code.size}v${code.size}H0z`} />
          <path fill="black" d={code.path} />
        </svg>
        <strong class="px-[6cqi] text-[4.6cqi]">{address.replace(/^https?:\/\//, '')}</strong>
      </article>
    </>
  )
}

const WORDS = 'px-[8cqi] py-[1cqi] text-[4.2cqi] leading-[1.35] text-balance'

/** White around the code, in modules, without which readers do not find it (ISO/IEC 18004 §9.1). */
const QUIET = 4

type QrCode = { path: string; size: number }

/** The dark modules as the path of an SVG, a unit each; a quarter of them may be torn off. */
function qrCode(text: string): QrCode {
  const code = generate(text, { minCorrectionLevel: correction.Q })
  const rows = Array.from({ length: code.size }, (_, y) => y)
  const path = rows.flatMap((y) => rows.flatMap((x) => (code.get(x, y) ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
  return { path: path.join(''), size: code.size + 2 * QUIET }
}

const qrFile = ({ path, size }: QrCode): Blob =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="800" height="800" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
    ],
    { type: 'image/svg+xml' },
  )
