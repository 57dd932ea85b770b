/** Shows titles in the display face. It is fetched after all that one waits for, and not by those who save data. */
export async function showDisplayFace(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const face = new FontFace('Quad Display', `url(${process.env.DISPLAY_FACE})`, { weight: '600 800' })
  document.fonts.add(await face.load())
}
