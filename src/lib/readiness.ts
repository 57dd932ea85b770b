let ready = false

/** Whether the server takes work: migrations are done and it is not draining. */
export const isReady = (): boolean => ready

export function setReady(value: boolean): void {
  ready = value
}
