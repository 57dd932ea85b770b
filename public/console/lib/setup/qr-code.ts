import { correction, generate } from 'lean-qr'

/** White around the code, in modules, without which readers do not find it (ISO/IEC 18004 §9.1). */
const QUIET = 4

type QrCode = { path: string; size: number }

/** The dark modules as the path of an SVG, a unit each; a quarter of them may be torn off. */
export function qrCode(text: string): QrCode {
  const code = generate(text, { minCorrectionLevel: correction.Q })
  const rows = Array.from({ length: code.size }, (_, y) => y)
  const path = rows.flatMap((y) => rows.flatMap((x) => (code.get(x, y) ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
  return { path: path.join(''), size: code.size + 2 * QUIET }
}

/** The code as a file, black on white. */
export const qrFile = ({ path, size }: QrCode): Blob =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="800" height="800" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
    ],
    { type: 'image/svg+xml' },
  )
