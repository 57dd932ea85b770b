declare module '*.weights' {
  /** Where the file is. */
  const path: string
  // biome-ignore lint/style/noDefaultExport: files are imported so
  export default path
}
