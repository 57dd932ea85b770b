import { plugin } from 'bun'

/** The types that openapi-typescript makes of a document. */
export async function generateTypes(document: object) {
  // It builds its output with the compiler's own functions, which TypeScript 7 no longer has.
  const compiler = async () => ({
    exports: { default: (await import('typescript-5')).default },
    loader: 'object' as const,
  })
  plugin({ name: 'typescript-5', setup: (build) => void build.module('typescript', compiler) })
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  return astToString(await openapiTS(JSON.parse(JSON.stringify(document))))
}
