/** Serves until a signal, and ends the process. */
export const serve = async (): Promise<void> => (await import('./serve')).serve()

/** Runs the command that `args` name and returns the exit status. */
export const command = async (args: string[]): Promise<number> => (await import('../cli/quad')).quad(args)
