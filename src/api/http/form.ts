/** No form has half as many fields, and no browser writes headers half as long. */
const MAX_PARTS = 16
const MAX_HEADER_BYTES = 2048

/** A form without a boundary, or one that would take long to read. */
class UnreadableForm extends Error {
  override name = 'UnreadableForm'
}

/**
 * The fields of a multipart form. A file has the type that its sender declared; Bun's parser derives it from the name.
 * Throws if the bytes are no such form, or one of too many parts.
 */
export async function readFormFields(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Record<string, string | File>> {
  const boundary = boundaryIn(contentType)
  const types = declaredTypes(bytes, boundary)
  // Named anew: Bun's parser must not see another boundary than the one whose parts were counted.
  const form = await new Response(bytes, {
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
  }).formData()
  const fields: Record<string, string | File> = {}
  for (const [name, value] of form)
    fields[name] = typeof value === 'string' ? value : new File([value], value.name, { type: types.get(name) ?? '' })
  return fields
}

/** RFC 2046 §5.1.1: up to 70 characters. */
function boundaryIn(contentType: string): string {
  const [, quoted, plain] = /\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new UnreadableForm()
  return boundary
}

/** The content types of the files by field; of fields with the same name the last counts. */
function declaredTypes(bytes: Uint8Array, boundary: string): Map<string, string> {
  const types = new Map<string, string>()
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const delimiter = `--${boundary}`
  let at = body.indexOf(delimiter)
  for (let parts = 0; at !== -1; parts++) {
    const end = body.indexOf('\r\n\r\n', at + delimiter.length)
    if (end === -1) break
    if (parts === MAX_PARTS || end - at > MAX_HEADER_BYTES) throw new UnreadableForm()
    const headers = body.toString('utf8', at, end)
    const name = /^content-disposition:[^\r\n]*\bname="([^"\r\n]*)"/im.exec(headers)?.[1]
    const type = /^content-type:\s*([^\s;]+)/im.exec(headers)?.[1]
    if (name !== undefined) types.set(name, type?.toLowerCase() ?? '')
    // After the headers: a delimiter within them is none.
    at = body.indexOf(`\r\n${delimiter}`, end)
  }
  return types
}
