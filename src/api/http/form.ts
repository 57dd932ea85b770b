/**
 * The fields of a multipart form. A file has the type that its sender declared; Bun's parser derives it from the name.
 * Throws if the bytes are no such form.
 */
export async function readFormFields(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Record<string, string | File>> {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  const types = declaredTypes(bytes, contentType)
  const fields: Record<string, string | File> = {}
  for (const [name, value] of form)
    fields[name] = typeof value === 'string' ? value : new File([value], value.name, { type: types.get(name) ?? '' })
  return fields
}

/** The content types of the files by field; of fields with the same name the last counts. */
function declaredTypes(bytes: Uint8Array, contentType: string): Map<string, string> {
  const [, quoted, plain] = /\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  const types = new Map<string, string>()
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const delimiter = `--${quoted ?? plain}`
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(`\r\n${delimiter}`, at + 1)) {
    const end = body.indexOf('\r\n\r\n', at + delimiter.length)
    if (end === -1) break
    const headers = body.toString('utf8', at, end)
    const name = /^content-disposition:[^\r\n]*\bname="([^"\r\n]*)"/im.exec(headers)?.[1]
    const type = /^content-type:\s*([^\s;]+)/im.exec(headers)?.[1]
    if (name !== undefined) types.set(name, type?.toLowerCase() ?? '')
  }
  return types
}
