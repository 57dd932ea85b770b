export const serve = async (): Promise<void> => (await import('./serve')).serve()

export const command = async (args: string[]): Promise<number> => (await import('../cli/quad')).quad(args)
