/** A package that is inside what is released. `integrity` is that of bun.lock: `sha512-…` in base64. */
export type Component = { name: string; version: string; license: string | undefined; integrity: string | undefined }

const purlOf = ({ name, version }: Pick<Component, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

function libraryOf(component: Component) {
  const { name, version, license, integrity } = component
  const content = integrity && Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
  return {
    type: 'library',
    'bom-ref': purlOf(component),
    name,
    version,
    purl: purlOf(component),
    ...(license ? { licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }] } : {}),
    ...(content ? { hashes: [{ alg: 'SHA-512', content }] } : {}),
  }
}

/** The list of what a release is made of, as CycloneDX 1.6. The same release has the same list. */
export function billOfMaterials(version: string, runtime: string, components: readonly Component[]) {
  const quad = { type: 'application', 'bom-ref': 'quad', name: 'quad', version, licenses: [{ license: { id: 'MIT' } }] }
  const bun = {
    type: 'platform',
    'bom-ref': `pkg:npm/bun@${runtime}`,
    name: 'bun',
    version: runtime,
    purl: `pkg:npm/bun@${runtime}`,
  }
  const libraries = components.toSorted((one, other) => (purlOf(one) < purlOf(other) ? -1 : 1)).map(libraryOf)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: quad },
    components: [bun, ...libraries],
    dependencies: [{ ref: 'quad', dependsOn: [bun, ...libraries].map((each) => each['bom-ref']) }],
  }
}

/** The packages that these files of `node_modules` belong to, as paths of their folders. */
export function packagesOf(files: Iterable<string>): string[] {
  const folders = [...files].map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort()
}

/** The hash of each package in bun.lock, by `name@version`. */
export function hashesOf(lock: string): Map<string, string> {
  const lines = lock.matchAll(/^ {4}"[^"]+": \["(?<id>[^"]+)".*"(?<hash>sha512-[^"]+)"\],?$/gm)
  return new Map([...lines].map(({ groups }) => [groups?.id ?? '', groups?.hash ?? '']))
}
