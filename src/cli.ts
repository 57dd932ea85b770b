import { program } from './main/built'

const { command } = await program()
process.exit(await command(process.argv.slice(2)))
