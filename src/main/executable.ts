// Where there are no sources, in the image and in the executable: `quad` serves, and `quad <command>` is that command.
import { command } from './program'

const [, , ...args] = process.argv
// Awaited here, at the top: nothing else keeps a process that starts or works alive at every moment.
process.exit(await command(args.length > 0 ? args : ['serve']))
