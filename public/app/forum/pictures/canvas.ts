import { type Area, coloursOf, fitted, pixelsOf, type Size } from './rules'

// A picture on its way out: painted anew, so that nothing of its file is left but what one sees.

/** What goes over a campus's Wi-Fi in a moment. */
const MOST_BYTES = 400_000
/** From one to the next it gets smaller, and in the end the picture does. */
const QUALITIES = [0.82, 0.7, 0.55, 0.4]

/** The picture upright and as large as it is sent. Throws where the browser cannot read the file. */
export async function opened(file: Blob): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file)
  return painted(document.createElement('canvas'), picture, fitted(picture))
}

function painted(canvas: HTMLCanvasElement, picture: CanvasImageSource, { width, height }: Size) {
  const brush = Object.assign(canvas, { width, height }).getContext('2d')!
  brush.imageSmoothingQuality = 'high'
  // JPEG knows nothing transparent and would make it black.
  brush.fillStyle = 'white'
  brush.fillRect(0, 0, width, height)
  brush.drawImage(picture, 0, 0, width, height)
  return canvas
}

/** Paints the picture with the areas blurred: a few colours are left of each, and no pixel. */
export function paintBlurred(canvas: HTMLCanvasElement, picture: HTMLCanvasElement, areas: readonly Area[]): void {
  const brush = painted(canvas, picture, picture).getContext('2d')!
  for (const area of areas) {
    const { x, y, width, height } = pixelsOf(area, picture)
    const colours = Object.assign(document.createElement('canvas'), coloursOf({ width, height }))
    const mixer = colours.getContext('2d')!
    mixer.imageSmoothingQuality = 'high'
    mixer.drawImage(picture, x, y, width, height, 0, 0, colours.width, colours.height)
    // Nothing shines through at the edges.
    brush.fillRect(x, y, width, height)
    brush.drawImage(colours, x, y, width, height)
  }
}

/** As a file; a browser that cannot write WebP writes JPEG. */
export async function asFile(canvas: HTMLCanvasElement): Promise<Blob> {
  const encoded = (type: string, quality: number): Promise<Blob | null> =>
    new Promise((resolve) => canvas.toBlob(resolve, type, quality))
  for (const quality of QUALITIES) {
    const webp = await encoded('image/webp', quality)
    const file = webp?.type === 'image/webp' ? webp : await encoded('image/jpeg', quality)
    if (file === null) throw new Error('The browser does not encode pictures')
    if (file.size <= MOST_BYTES) return file
  }
  const { width, height } = canvas
  return asFile(painted(document.createElement('canvas'), canvas, fitted(canvas, { width: width * 0.75, height })))
}
