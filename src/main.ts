import { program } from './main/built'

// `bun dev` says `--source`: it watches the files, which a built program does not read.
const { serve } = await (process.argv.includes('--source') ? import('./main/program') : program())
await serve()
