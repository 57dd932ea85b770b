/** Serves until a signal, and ends the process. */
export const serve = async (): Promise<void> => (await import('../serve')).serve()

/** Runs the command that `args` name and returns the exit status. */
export const command = async (args: string[]): Promise<number> => (await import('../cli/quad')).quad(args)

// The executable, and the bundle where it is all that there is.
if (import.meta.main) {
  const [, , ...args] = process.argv
  // Without `await`: a bundle that is compiled ahead has none at its top.
  void command(args.length > 0 ? args : ['serve']).then(process.exit)
}
