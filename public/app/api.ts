import { makeClient } from '../../src/client'

/** The API of the Quad that this page came from. */
export const api = makeClient(location.origin).api.v1

export type Failure = { success: false; message: string; code: string; errors?: { field: string; message: string }[] }

const UNREACHABLE: Failure = {
  success: false,
  code: 'UNREACHABLE',
  message: 'The server could not be reached. Look to your connection and try again.',
}

type Answered<Success> = { data: Success | null; error: { value: unknown } | null }

/** The envelope that a request is answered with, whichever it is; nothing is thrown. */
export async function envelope<Success>(request: Promise<Answered<Success>>): Promise<Success | Failure> {
  try {
    const { data, error } = await request
    if (data !== null) return data
    return isFailure(error?.value) ? error.value : UNREACHABLE
  } catch {
    return UNREACHABLE
  }
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'code' in value && 'success' in value
