import { TEXT_BODY_BYTES } from '../body'
import { codeList } from './failures'

/** `info.description`: what holds for every operation. */
export const DESCRIPTION = `
Responses are \`{success: true, message, data}\`; refusals are \`{success: false, message, code, errors?, meta?}\`. Clients
switch on \`code\`, never on \`message\`.

**Language.** \`message\` of a refusal, and those of its \`errors\`, follow \`Accept-Language\` (\`en\`, \`hi\`). A success says the
same in every language.

**Signing in.** Browsers get a session cookie. Other clients send \`tokens: true\` when they sign in, and then
\`Authorization: Bearer <accessToken>\`.

**Texts** are counted in UTF-16 units, as \`maxlength\` of HTML does, and without the white space around them. Fields that a
request has beyond the documented ones are ignored.

**Bodies** have ${TEXT_BODY_BYTES} bytes at most, or as many as the operation says: above that with no other fields.

**Lists** that have pages say \`total\`, \`page\`, \`limit\`, \`totalPages\` and \`hasMore\` (\`Pagination\`). Those of posts and
comments also have \`nextCursor\` (\`CursoredPagination\`): send it as \`cursor\` to go on at any depth, whatever was added since.

**Caching.** What everybody gets without a session has an \`ETag\`; with \`If-None-Match\` it is 304 without a body.

**Live updates** come over a WebSocket at \`/api/v1/ws\`, which OpenAPI cannot describe: see \`/docs/realtime.md\`.

The codes, and the status each usually comes with:

${codeList()}
`
  .trim()
  .replace(/(?<=\S)\n(?=[^\n-])/g, ' ')
