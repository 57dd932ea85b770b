import { program } from './main/built'

const { serve } = await program()
await serve()
